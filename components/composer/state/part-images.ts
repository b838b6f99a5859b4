import type { PartImages } from "#lib/text/delivery-plan.ts";
import {
  type ComposerDraft,
  type DraftImage,
  type DraftPart,
  getPublishableParts,
  getVariantParts,
  type ImageId,
  type PartId,
  type VariantId,
} from "./draft.ts";

// Images that no part lists belong to the first part of every variant. A later part lists the ids of its own images, and
// so does a first part once it is not the one that the images were added to.

const listAllParts = ({ parts, own }: ComposerDraft): DraftPart[] => [parts, ...Object.values(own)].flat();

const listPlacedIds = (draft: ComposerDraft): Set<ImageId> =>
  new Set(listAllParts(draft).flatMap(({ images = [] }) => images));

/** Returns the images of each of these parts, which are one variant of the draft, in publishing order. */
export function getPartImages(draft: ComposerDraft, parts: readonly DraftPart[]): DraftImage[][] {
  if (draft.images.length === 0) return parts.map(() => []);
  const placed = listPlacedIds(draft);
  return parts.map((part, at) =>
    draft.images.filter(({ id }) => part.images?.includes(id) || (at === 0 && !placed.has(id))),
  );
}

/** Returns the service's ids of the images of each published part; images that are not uploaded are left out. */
export function getPartMediaIds(draft: ComposerDraft, variantId: VariantId): string[][] {
  const count = Math.max(1, getPublishableParts(draft, variantId).length);
  return getPartImages(draft, getVariantParts(draft, variantId))
    .slice(0, count)
    .map((images) => images.flatMap(({ state }) => (state.type === "ready" ? [state.mediaId] : [])));
}

/** Returns the images of each part as the delivery plan needs them. */
export function countPartImages(draft: ComposerDraft, parts: readonly DraftPart[]): PartImages[] {
  if (draft.images.length === 0) return noImages;
  return getPartImages(draft, parts).map((images) => ({
    count: images.length,
    animated: images.some(({ facts }) => facts?.moves === true),
  }));
}

const noImages: PartImages[] = [];

function mapVariants(draft: ComposerDraft, change: (parts: readonly DraftPart[]) => readonly DraftPart[]) {
  const own = Object.entries(draft.own).map(([id, parts]) => [id, change(parts)] as const);
  return { ...draft, parts: change(draft.parts), own: Object.fromEntries(own) };
}

/** Returns the part with these images too. */
export const addIds = (part: DraftPart, ids: readonly ImageId[]): DraftPart => ({
  ...part,
  images: [...(part.images ?? []), ...ids],
});

/** Lists the images of the first parts there, so that they stay with their part when another one becomes the first. */
export function placeAllImages(draft: ComposerDraft): ComposerDraft {
  const placed = listPlacedIds(draft);
  const ids = draft.images.flatMap(({ id }) => (placed.has(id) ? [] : [id]));
  if (ids.length === 0) return draft;
  return mapVariants(draft, (parts) => parts.map((part, at) => (at === 0 ? addIds(part, ids) : part)));
}

/** Removes the images that `before` placed on a part and `after` places nowhere: their part was removed. */
export function removeUnplacedImages(before: ComposerDraft, after: ComposerDraft): ComposerDraft {
  const placed = listPlacedIds(after);
  const lost = [...listPlacedIds(before)].filter((id) => !placed.has(id));
  if (lost.length === 0) return after;
  return { ...after, images: after.images.filter(({ id }) => !lost.includes(id)) };
}

/** Puts new images on the part with this id, and in each other variant on the part with the same number or the last. */
export function placeAddedImages(
  draft: ComposerDraft,
  ids: readonly ImageId[],
  partId: PartId | undefined,
): ComposerDraft {
  const variant = [draft.parts, ...Object.values(draft.own)].find((parts) => parts.some(({ id }) => id === partId));
  const index = variant?.findIndex(({ id }) => id === partId) ?? 0;
  if (index === 0) return draft;
  return mapVariants(draft, (parts) => {
    const to = Math.min(index, parts.length - 1);
    return parts.map((part, at) => (at === to ? addIds(part, ids) : part));
  });
}
