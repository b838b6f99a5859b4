import { type ComposerDraft, type DraftPart, getPublishableParts } from "#components/composer/state/draft.ts";
import { limits } from "#lib/contract/limits.ts";

/** Words that were kept, for the time and the channels that were asked for. */
export function applyRequestedOptions(kept: ComposerDraft, asked: ComposerDraft): ComposerDraft {
  return {
    ...kept,
    ...(asked.when.is === "at" && { when: asked.when }),
    ...(asked.channelIds.length > 0 && { channelIds: asked.channelIds }),
  };
}

/**
 * Words that came from elsewhere, behind those that were kept: where nothing keeps a draft for later, neither may take the
 * place of the other. Where a thread is full they stand in its last part.
 */
export function appendParts(kept: ComposerDraft, words: readonly DraftPart[]): ComposerDraft {
  const parts = [...getPublishableParts(kept), ...words];
  const over = parts.splice(limits.parts - 1);
  const [last] = over;
  const text = over.map((part) => part.text).join("\n\n");
  return { ...kept, parts: last ? [...parts, { ...last, text }] : parts };
}
