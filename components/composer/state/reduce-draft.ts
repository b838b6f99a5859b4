import type { Draft } from "./draft.ts";
import { abortsOf, editImages, uploadsOf } from "./reduce-images.ts";
import { editParts } from "./reduce-parts.ts";
import type { EditEvent, Effect, ImagesEvent, PartsEvent } from "./composer-state.ts";

/** One change of the draft, and what the outside has to do for it. The same draft object when nothing changed. */
export function editDraft(draft: Draft, event: EditEvent): readonly [Draft, readonly Effect[]] {
  switch (event.type) {
    case "typed":
    case "part-added":
    case "part-split":
    case "part-removed":
    case "part-moved":
    case "part-merged":
    case "parts-joined":
    case "sheet-written":
      return [onSheet(draft, event), []];
    case "own-begun": {
      const fits = event.ids.length === draft.parts.length && new Set(event.ids).size === event.ids.length;
      if (draft.own[event.channelId] || !fits) return [draft, []];
      const parts = draft.parts.map(({ text }, at) => ({ id: event.ids[at] ?? "", text }));
      return [{ ...draft, own: { ...draft.own, [event.channelId]: parts } }, []];
    }
    case "own-dropped": {
      if (!draft.own[event.channelId]) return [draft, []];
      const { [event.channelId]: _, ...own } = draft.own;
      return [{ ...draft, own }, []];
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
      // The same is no change, and so no step that could be undone.
      return [channelIds.join() === draft.channelIds.join() ? draft : { ...draft, channelIds }, []];
    }
    case "when-set":
      return [JSON.stringify(event.when) === JSON.stringify(draft.when) ? draft : { ...draft, when: event.when }, []];
    case "points-set":
      return [event.points === draft.points ? draft : { ...draft, points: event.points }, []];
    case "restored":
      return [event.draft, [...abortsOf(draft, event.draft), ...uploadsOf(draft, event.draft)]];
    default:
      return withImages(draft, event);
  }
}

/** A sheet that is not there, such as one taken back in another tab, is not changed. */
function onSheet(draft: Draft, event: PartsEvent): Draft {
  const sheet = event.on ?? null;
  const before = sheet === null ? draft.parts : draft.own[sheet];
  if (!before) return draft;
  const parts = editParts(before, event);
  if (parts === before) return draft;
  return sheet === null ? { ...draft, parts } : { ...draft, own: { ...draft.own, [sheet]: parts } };
}

function withImages(draft: Draft, event: ImagesEvent): readonly [Draft, readonly Effect[]] {
  const [images, effects] = editImages(draft.images, event);
  return [images === draft.images ? draft : { ...draft, images }, effects];
}
