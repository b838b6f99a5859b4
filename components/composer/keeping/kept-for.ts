import type { Draft } from "../machine/draft.ts";

/** Words that were kept, for the time and the channels that were asked for. */
export function keptFor(kept: Draft, asked: Draft): Draft {
  return {
    ...kept,
    ...(asked.when.is === "at" && { when: asked.when }),
    ...(asked.channelIds.length > 0 && { channelIds: asked.channelIds }),
  };
}
