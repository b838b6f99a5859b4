import { limits } from "#lib/contract/limits.ts";
import type { ComposerEffect, ImagesEvent } from "./composer-state.ts";
import type { ComposerDraft, DraftImage, ImageId } from "./draft.ts";
import { moveItem } from "./move-item.ts";

type ImagesTransition = readonly [readonly DraftImage[], readonly ComposerEffect[]];

/**
 * Applies one change to the images.
 * @returns the images, the same list if nothing changed, and the side effects to run
 */
export function reduceImages(images: readonly DraftImage[], event: ImagesEvent): ImagesTransition {
  if (event.type === "images-added") return addImages(images, event.images);
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
    case "image-moved":
      return [moveItem(images, event.imageId, event.by), []];
    case "image-lost":
      if (image.state.type !== "ready") return [images, []];
      return [changed({ ...image, state: { type: "failed", why: event.why } }), []];
    case "alt-written":
      return [image.alt === event.alt ? images : changed({ ...image, alt: event.alt }), []];
  }
}

function addImages(
  images: readonly DraftImage[],
  added: readonly { id: ImageId; name: string; sizeBytes: number }[],
): ImagesTransition {
  const remaining = Math.max(0, limits.imagesPerPost - images.length);
  const taken = added.slice(0, remaining);
  if (taken.length === 0) return [images, []];
  const newImages = taken.map((image): DraftImage => ({ ...image, alt: "", state: { type: "uploading", share: 0 } }));
  return [[...images, ...newImages], taken.map((image): ComposerEffect => ({ type: "upload", imageId: image.id }))];
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
  return pending.length === 0
    ? newer
    : { ...newer, images: [...newer.images, ...pending].slice(0, limits.imagesPerPost) };
}
