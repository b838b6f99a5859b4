import {
  type ComposerDraft,
  type DraftPart,
  getVariantParts,
  type ImageId,
  type VariantId,
} from "#components/composer/state/draft.ts";
import { addIds, getPartImages, placeAllImages } from "#components/composer/state/part-images.ts";

/** Moves an image among those of its part; at the ends, to the part before or after. */
export function moveImage(draft: ComposerDraft, imageId: ImageId, by: number, on: VariantId): ComposerDraft {
  const parts = getVariantParts(draft, on);
  const images = getPartImages(draft, parts);
  const part = images.findIndex((own) => own.some(({ id }) => id === imageId));
  const own = images[part] ?? [];
  const to = own[own.findIndex(({ id }) => id === imageId) + by];
  const moved = draft.images.find(({ id }) => id === imageId);
  if (!moved) return draft;
  const others = draft.images.filter((one) => one !== moved);
  if (to) {
    const index = draft.images.indexOf(to);
    return { ...draft, images: others.toSpliced(index, 0, moved) };
  }
  const target = parts[part + Math.sign(by)];
  if (part === -1 || !target) return draft;
  const placed = placeAllImages(draft);
  const change = (list: readonly DraftPart[]) =>
    list.map((one) => {
      if (one.id === target.id) return addIds(one, [imageId]);
      return one.images?.includes(imageId) ? { ...one, images: one.images.filter((id) => id !== imageId) } : one;
    });
  const there = images[parts.indexOf(target)] ?? [];
  const near = by > 0 ? there[0] : there.at(-1);
  const ordered = near ? others.toSpliced(others.indexOf(near) + (by > 0 ? 0 : 1), 0, moved) : draft.images;
  const next = { ...placed, images: ordered };
  const { own: variants } = placed;
  if (on !== null && variants[on]) return { ...next, own: { ...variants, [on]: change(variants[on]) } };
  return { ...next, parts: change(placed.parts) };
}
