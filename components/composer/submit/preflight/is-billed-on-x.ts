import type { Channel } from "#lib/contract/types.ts";

/** Whether it is a channel whose posts X bills: one to practise on goes nowhere. */
export const isBilledOnX = ({ platform, practice }: Pick<Channel, "platform" | "practice">): boolean =>
  platform === "x" && practice !== true;
