import { type ComposerDraft, type DraftPart, getPublishableParts } from "#components/composer/state/draft.ts";
import { limits } from "#lib/contract/limits.ts";
import type { Channel } from "#lib/contract/types.ts";

/** Applies the requested time and channels to a stored draft. */
export function applyRequestedTimeAndChannels(stored: ComposerDraft, requested: ComposerDraft): ComposerDraft {
  return {
    ...stored,
    ...(requested.when.type === "at" && { when: requested.when }),
    ...(requested.channelIds.length > 0 && { channelIds: requested.channelIds }),
  };
}

/**
 * Appends parts from elsewhere to a stored draft. Used if the service stores no drafts, so that neither replaces the
 * other. In a full thread the excess goes into the last part.
 */
export function appendParts(stored: ComposerDraft, added: readonly DraftPart[]): ComposerDraft {
  const parts = [...getPublishableParts(stored), ...added];
  const over = parts.splice(limits.parts - 1);
  const [last] = over;
  const text = over.map((part) => part.text).join("\n\n");
  return { ...stored, parts: last ? [...parts, { ...last, text }] : parts };
}

/**
 * Returns the channels that a new post starts with: the requested ones, those of the last post, or the only one. A text
 * from elsewhere is ready to publish, so it starts with all practice channels where there are no others: they publish to
 * nobody.
 * @param lastIds the channels of the last post
 * @param hasText true for a text from elsewhere
 */
export function chooseStartChannels(
  channels: readonly Pick<Channel, "id" | "practice">[],
  requestedIds: string[],
  lastIds: string[],
  hasText: boolean,
): string[] {
  const isOnlyChoice = channels.length === 1 || (hasText && channels.every(({ practice }) => practice));
  const only = isOnlyChoice ? channels.map(({ id }) => id) : [];
  return [requestedIds, lastIds, only].find((ids) => ids.length > 0) ?? [];
}
