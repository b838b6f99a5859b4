import { formatNumber } from "#components/ui/format-number.ts";
import type { LengthProblem } from "#lib/text/delivery-plan.ts";

/** The rest of a channel's limit for its fullest item, in the platform's own unit. */
export type RemainingLimit =
  | { type: "fits" | "near"; left: number }
  | { type: "over"; over: number; unit: LengthProblem["unit"] };

/** Names what exceeds a limit: `Too many links`. */
export function formatExceededLimit(unit: LengthProblem["unit"]): string {
  if (unit === "images") return "Image needed";
  return unit === "links" || unit === "hashtags" ? `Too many ${unit}` : "Too long";
}

/** Formats the remaining characters in a word or two. */
export function formatRemainingLimit(room: RemainingLimit): string {
  if (room.type !== "over") return `${formatNumber(room.left)} left`;
  const { unit, over } = room;
  if (unit === "images") return formatExceededLimit(unit);
  const isOne = over === 1 && (unit === "links" || unit === "hashtags");
  return `${formatNumber(over)}${unit === "characters" ? "" : ` ${isOne ? unit.slice(0, -1) : unit}`} over`;
}
