import type { Channel, ThreadChoice } from "#lib/contract/types.ts";
import type { DeliveryPlan } from "#lib/text/delivery-plan.ts";
import type { RemainingLimit } from "./remaining-limit.ts";

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
  /** The ids of each part's images, and how many images one item may have. */
  images: readonly (readonly string[])[];
  imagesMax: number;
  /** True if the channel has a variant of its own. */
  isOwn: boolean;
  /** The author's choice about several parts; null where there is none to make. */
  threadChoice: ThreadChoice | null;
};
