import type { Channel } from "#lib/contract/types.ts";
import type { DeliveryPlan } from "#lib/text/delivery-plan.ts";

/** What is left of a channel's limit: of its fullest item, in the platform's own unit. */
export type RemainingLimit =
  | { is: "fits" | "near"; left: number }
  | { is: "over"; over: number; unit: "characters" | "bytes" | "links" };

/** What one channel gets. */
export type ChannelPreview = {
  channel: Channel;
  /** The parts as they are written. */
  texts: readonly string[];
  /** Null until the text engine is there, and where the platform's rules are not known: shown as written. */
  plan: DeliveryPlan | null;
  room: RemainingLimit | null;
  /** It has words of its own. */
  isOwn: boolean;
};

/** The room in a word or two. */
export function formatRemaining(room: RemainingLimit): string {
  const number = (count: number) => count.toLocaleString("en-GB");
  if (room.is === "over") {
    const unit = room.unit === "characters" ? "" : room.unit === "links" && room.over === 1 ? " link" : ` ${room.unit}`;
    return `${number(room.over)}${unit} over`;
  }
  return `${number(room.left)} left`;
}
