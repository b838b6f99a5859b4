import type { Channel } from "#lib/contract/types.ts";
import type { DeliveryPlan } from "#lib/text/delivery-plan.ts";

/** The rest of a channel's limit for its fullest item, in the platform's own unit. */
export type RemainingLimit =
  | { type: "fits" | "near"; left: number }
  | { type: "over"; over: number; unit: "characters" | "bytes" | "links" };

/** The content that one channel gets. */
export type ChannelPreview = {
  channel: Channel;
  /** The parts as the author wrote them. */
  texts: readonly string[];
  /**
   * Null until the text engine is loaded, or if the platform's rules are unknown; the preview then shows the parts as
   * written.
   */
  plan: DeliveryPlan | null;
  room: RemainingLimit | null;
  /** True if the channel has a variant of its own. */
  isOwn: boolean;
};

/** Formats the remaining characters in a word or two. */
export function formatRemainingLimit(room: RemainingLimit): string {
  const number = (count: number) => count.toLocaleString("en-GB");
  if (room.type === "over") {
    const unit = room.unit === "characters" ? "" : room.unit === "links" && room.over === 1 ? " link" : ` ${room.unit}`;
    return `${number(room.over)}${unit} over`;
  }
  return `${number(room.left)} left`;
}
