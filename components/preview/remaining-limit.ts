/** The rest of a channel's limit for its fullest item, in the platform's own unit. */
export type RemainingLimit =
  | { type: "fits" | "near"; left: number }
  | { type: "over"; over: number; unit: "characters" | "bytes" | "links" };

/** Formats the remaining characters in a word or two. */
export function formatRemainingLimit(room: RemainingLimit): string {
  const number = (count: number) => count.toLocaleString("en-GB");
  if (room.type === "over") {
    const unit = room.unit === "characters" ? "" : room.unit === "links" && room.over === 1 ? " link" : ` ${room.unit}`;
    return `${number(room.over)}${unit} over`;
  }
  return `${number(room.left)} left`;
}
