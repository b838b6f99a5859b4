import { limits } from "#lib/contract/limits";
import type { Draft, Image, ImageId, PartId } from "./draft.ts";
import type { EditEvent, Effect } from "./events.ts";

/** One change of the draft, and what the outside has to do for it. The same draft object when nothing changed. */
export function editDraft(draft: Draft, event: EditEvent): readonly [Draft, readonly Effect[]] {
  switch (event.type) {
    case "typed":
      return [withPart(draft, event.partId, event.text), []];
    case "part-added": {
      const at = draft.parts.findIndex((part) => part.id === event.after);
      const isTaken = draft.parts.some((part) => part.id === event.id);
      if (at === -1 || isTaken || draft.parts.length >= limits.parts) return [draft, []];
      const part = { id: event.id, text: event.text ?? "" };
      return [{ ...draft, parts: draft.parts.toSpliced(at + 1, 0, part) }, []];
    }
    case "part-split":
      return [split(draft, event.partId, event.texts, event.ids), []];
    case "part-removed": {
      if (draft.parts.length === 1) return [withPart(draft, event.partId, ""), []];
      const parts = draft.parts.filter((part) => part.id !== event.partId);
      return [parts.length === draft.parts.length ? draft : { ...draft, parts }, []];
    }
    case "part-moved": {
      const parts = moved(draft.parts, event.partId, event.by);
      return [parts === draft.parts ? draft : { ...draft, parts }, []];
    }
    case "channel-toggled": {
      const has = draft.channelIds.includes(event.channelId);
      const channelIds = has
        ? draft.channelIds.filter((id) => id !== event.channelId)
        : [...draft.channelIds, event.channelId];
      return [{ ...draft, channelIds }, []];
    }
    case "channels-set":
      return [{ ...draft, channelIds: [...new Set(event.channelIds)] }, []];
    case "images-added":
      return addImages(draft, event.images);
    case "upload-retried": {
      const image = draft.images.find((one) => one.id === event.imageId);
      if (image?.state.is !== "failed") return [draft, []];
      const again: Image = { ...image, state: { is: "uploading", share: 0 } };
      const images = draft.images.map((one) => (one.id === image.id ? again : one));
      return [{ ...draft, images }, [{ do: "upload", imageId: image.id }]];
    }
    case "image-removed": {
      const image = draft.images.find((one) => one.id === event.imageId);
      if (!image) return [draft, []];
      const images = draft.images.filter((one) => one !== image);
      const abort: Effect[] = image.state.is === "uploading" ? [{ do: "abort-upload", imageId: image.id }] : [];
      return [{ ...draft, images }, abort];
    }
    case "image-moved": {
      const images = moved(draft.images, event.imageId, event.by);
      return [images === draft.images ? draft : { ...draft, images }, []];
    }
    case "when-set":
      return [{ ...draft, when: event.when }, []];
    case "points-set":
      return [{ ...draft, points: event.points }, []];
    case "image-lost": {
      const lost: Image["state"] = { is: "failed", why: event.why };
      const image = draft.images.find((one) => one.id === event.imageId);
      if (image?.state.is !== "ready") return [draft, []];
      return [{ ...draft, images: draft.images.map((one) => (one === image ? { ...one, state: lost } : one)) }, []];
    }
    case "restored":
      return [event.draft, [...abortsOf(draft, event.draft), ...uploadsOf(draft, event.draft)]];
  }
}

function withPart(draft: Draft, partId: PartId, text: string): Draft {
  if (!draft.parts.some((part) => part.id === partId && part.text !== text)) return draft;
  return { ...draft, parts: draft.parts.map((part) => (part.id === partId ? { ...part, text } : part)) };
}

function split(draft: Draft, partId: PartId, texts: readonly string[], ids: readonly PartId[]): Draft {
  const at = draft.parts.findIndex((part) => part.id === partId);
  const fits = draft.parts.length + texts.length - 1 <= limits.parts;
  if (draft.parts.some((part) => ids.includes(part.id)) || new Set(ids).size < ids.length) return draft;
  if (at === -1 || texts.length < 2 || ids.length !== texts.length - 1 || !fits) return draft;
  const made = texts.map((text, index) => ({ id: ids[index - 1] ?? partId, text }));
  return { ...draft, parts: draft.parts.toSpliced(at, 1, ...made) };
}

function addImages(
  draft: Draft,
  added: readonly { id: ImageId; name: string; sizeBytes: number }[],
): readonly [Draft, readonly Effect[]] {
  const room = Math.max(0, limits.imagesPerPost - draft.images.length);
  const taken = added.slice(0, room);
  if (taken.length === 0) return [draft, []];
  const images: Image[] = taken.map((image) => ({ ...image, state: { is: "uploading", share: 0 } }));
  const effects = taken.map((image): Effect => ({ do: "upload", imageId: image.id }));
  return [{ ...draft, images: [...draft.images, ...images] }, effects];
}

/** The list with one element moved by one place; the same list when it stands at that end already. */
function moved<T extends { id: string }>(list: readonly T[], id: string, by: -1 | 1): readonly T[] {
  const from = list.findIndex((one) => one.id === id);
  const to = from + by;
  const one = list[from];
  if (!one || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}

/** Stops the uploads of images that are in `before` and no longer in `after`. */
export function abortsOf(before: Draft, after: Draft): Effect[] {
  const kept = new Set(after.images.map((image) => image.id));
  const gone = before.images.filter((image) => image.state.is === "uploading" && !kept.has(image.id));
  return gone.map((image) => ({ do: "abort-upload", imageId: image.id }));
}

/** Begins again the uploads that were stopped when their images went, and that come back with an older draft. */
function uploadsOf(before: Draft, after: Draft): Effect[] {
  const there = new Set(before.images.map((image) => image.id));
  const back = after.images.filter((image) => image.state.is === "uploading" && !there.has(image.id));
  return back.map((image) => ({ do: "upload", imageId: image.id }));
}
