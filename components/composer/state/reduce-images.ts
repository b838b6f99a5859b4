import { limits } from "#lib/contract/limits.ts";
import type { ComposerEffect, ImagesEvent } from "./composer-state.ts";
import type { ComposerDraft, DraftImage, PartId } from "./draft.ts";
import { getPartImages, placeAddedImages } from "./part-images.ts";

type ImagesTransition = readonly [readonly DraftImage[], readonly ComposerEffect[]];
type ImageChange = Exclude<ImagesEvent, { type: "images-added" }>;

/**
 * Applies one change to the images.
 * @returns the images, the same list if nothing changed, and the side effects to run
 */
export function reduceImages(images: readonly DraftImage[], event: ImageChange): ImagesTransition {
  const image = images.find((one) => one.id === event.imageId);
  if (!image) return [images, []];
  const changed = (to: DraftImage) => images.map((one) => (one === image ? to : one));
  switch (event.type) {
    case "upload-retried":
      // The author may retry at once while an upload waits for the connection.
      if (image.state.type !== "failed" && !(image.state.type === "uploading" && image.state.isLost))
        return [images, []];
      return [changed({ ...image, state: { type: "uploading", share: 0 } }), [{ type: "upload", imageId: image.id }]];
    case "image-removed": {
      const abort: ComposerEffect[] =
        image.state.type === "uploading" ? [{ type: "abort-upload", imageId: image.id }] : [];
      return [images.filter((one) => one !== image), abort];
    }
    case "image-lost":
      if (image.state.type !== "ready") return [images, []];
      return [changed({ ...image, state: { type: "failed", why: event.why } }), []];
    case "alt-written":
      return [image.alt === event.alt ? images : changed({ ...image, alt: event.alt }), []];
  }
}

/** Returns how many images a part can still take; without `partId`, the first part. */
export function countRemainingImages(draft: ComposerDraft, partId: PartId | undefined): number {
  const variants = [draft.parts, ...Object.values(draft.own)];
  const parts = variants.find((one) => one.some(({ id }) => id === partId)) ?? draft.parts;
  const index = Math.max(
    0,
    parts.findIndex(({ id }) => id === partId),
  );
  return Math.max(0, limits.imagesPerPost - (getPartImages(draft, parts)[index]?.length ?? 0));
}

export function addImages(
  draft: ComposerDraft,
  { images: added, partId }: Extract<ImagesEvent, { type: "images-added" }>,
): readonly [ComposerDraft, readonly ComposerEffect[]] {
  const taken = added.slice(0, countRemainingImages(draft, partId));
  if (taken.length === 0) return [draft, []];
  const newImages = taken.map((image): DraftImage => ({ ...image, alt: "", state: { type: "uploading", share: 0 } }));
  const ids = taken.map(({ id }) => id);
  const next = placeAddedImages({ ...draft, images: [...draft.images, ...newImages] }, ids, partId);
  return [next, ids.map((imageId): ComposerEffect => ({ type: "upload", imageId }))];
}

/** Returns effects that abort the uploads of images that `before` has and `after` lacks. */
export function getAbortEffects(before: ComposerDraft, after: ComposerDraft): ComposerEffect[] {
  const remainingIds = new Set(after.images.map((image) => image.id));
  const gone = before.images.filter((image) => image.state.type === "uploading" && !remainingIds.has(image.id));
  return gone.map((image) => ({ type: "abort-upload", imageId: image.id }));
}

/** Returns effects that restart the uploads of images that an older draft brings back. */
export function getUploadEffects(before: ComposerDraft, after: ComposerDraft): ComposerEffect[] {
  const there = new Set(before.images.map((image) => image.id));
  const back = after.images.filter((image) => image.state.type === "uploading" && !there.has(image.id));
  return back.map((image) => ({ type: "upload", imageId: image.id }));
}

/** Adds this page's pending images to a draft from elsewhere, because no other place has these images. */
export function mergePendingImages(newer: ComposerDraft, local: ComposerDraft): ComposerDraft {
  const pending = local.images.filter(
    ({ id, state }) => state.type !== "ready" && !newer.images.some((one) => one.id === id),
  );
  const places = getPartImages(local, local.parts);
  let draft = newer;
  for (const image of pending) {
    const index = places.findIndex((images) => images.includes(image));
    draft = placeAddedImages({ ...draft, images: [...draft.images, image] }, [image.id], draft.parts[index]?.id);
  }
  return draft;
}
