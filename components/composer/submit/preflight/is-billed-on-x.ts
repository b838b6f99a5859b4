import type { Channel } from "#lib/contract/types.ts";

/** True for a channel whose posts X bills. A practice channel publishes nowhere. */
export const isBilledOnX = ({ platform, practice }: Pick<Channel, "platform" | "practice">): boolean =>
  platform === "x" && practice !== true;
