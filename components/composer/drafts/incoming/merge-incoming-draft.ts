import { type ComposerDraft, type DraftPart, getPublishableParts } from "#components/composer/state/draft.ts";
import { limits } from "#lib/contract/limits.ts";

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
