import type { ComposerEffect, EditEvent, ImagesEvent, PartsEvent } from "./composer-state.ts";
import type { ComposerDraft } from "./draft.ts";
import { placeAllImages, removeUnplacedImages } from "./part-images.ts";
import { addImages, getAbortEffects, getUploadEffects, reduceImages } from "./reduce-images.ts";
import { reduceParts } from "./reduce-parts.ts";

/**
 * Applies one edit to the draft.
 * @returns the draft, the same object if nothing changed, and the side effects to run
 */
export function reduceDraft(
  draft: ComposerDraft,
  event: EditEvent,
): readonly [ComposerDraft, readonly ComposerEffect[]] {
  switch (event.type) {
    case "typed":
    case "part-added":
    case "part-split":
    case "part-removed":
    case "part-moved":
    case "part-merged":
    case "parts-joined":
    case "sheet-written":
      return withAborts(draft, reduceVariantParts(draft, event));
    case "own-begun": {
      const fits = event.ids.length === draft.parts.length && new Set(event.ids).size === event.ids.length;
      if (draft.own[event.channelId] || !fits) return [draft, []];
      const parts = draft.parts.map(({ text, images }, at) => ({ id: event.ids[at] ?? "", text, images }));
      return [{ ...draft, own: { ...draft.own, [event.channelId]: parts } }, []];
    }
    case "own-dropped": {
      if (!draft.own[event.channelId]) return [draft, []];
      const { [event.channelId]: _, ...own } = draft.own;
      return withAborts(draft, removeUnplacedImages(draft, { ...draft, own }));
    }
    case "channel-toggled": {
      const has = draft.channelIds.includes(event.channelId);
      const channelIds = has
        ? draft.channelIds.filter((id) => id !== event.channelId)
        : [...draft.channelIds, event.channelId];
      return [{ ...draft, channelIds }, []];
    }
    case "channels-set": {
      const channelIds = [...new Set(event.channelIds)];
      // An unchanged choice must not become an undo step.
      return [channelIds.join() === draft.channelIds.join() ? draft : { ...draft, channelIds }, []];
    }
    case "when-set":
      return [JSON.stringify(event.when) === JSON.stringify(draft.when) ? draft : { ...draft, when: event.when }, []];
    case "link-card-set":
      return [{ ...draft, linkCard: event.linkCard }, []];
    case "thread-chosen": {
      if (draft.threads?.[event.channelId] === event.choice) return [draft, []];
      return [{ ...draft, threads: { ...draft.threads, [event.channelId]: event.choice } }, []];
    }
    case "points-set":
      return [event.points === draft.points ? draft : { ...draft, points: event.points }, []];
    case "restored":
      return [event.draft, [...getAbortEffects(draft, event.draft), ...getUploadEffects(draft, event.draft)]];
    default:
      return reduceDraftImages(draft, event);
  }
}

/** Changes the parts of a variant. A missing variant, such as one removed in another tab, is not changed. */
function reduceVariantParts(draft: ComposerDraft, event: PartsEvent): ComposerDraft {
  const sheet = event.on ?? null;
  const before = sheet === null ? draft.parts : draft.own[sheet];
  if (!before) return draft;
  const parts = reduceParts(before, event);
  if (parts === before) return draft;
  if (parts[0]?.id !== before[0]?.id) {
    const placed = placeAllImages(draft);
    if (placed !== draft) return reduceVariantParts(placed, event);
  }
  const next = sheet === null ? { ...draft, parts } : { ...draft, own: { ...draft.own, [sheet]: parts } };
  return parts.length < before.length ? removeUnplacedImages(draft, next) : next;
}

const withAborts = (before: ComposerDraft, after: ComposerDraft) =>
  [after, before.images === after.images ? [] : getAbortEffects(before, after)] as const;

function reduceDraftImages(
  draft: ComposerDraft,
  event: ImagesEvent,
): readonly [ComposerDraft, readonly ComposerEffect[]] {
  if (event.type === "images-added") return addImages(draft, event);
  const [images, effects] = reduceImages(draft.images, event);
  return [images === draft.images ? draft : { ...draft, images }, effects];
}
