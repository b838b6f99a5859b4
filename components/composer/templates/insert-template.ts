import {
  type ComposerDraft,
  getPublishableParts,
  getVariantParts,
  type PartId,
  type VariantId,
} from "#components/composer/state/draft.ts";
import { countRemainingImages } from "#components/composer/state/reduce-images.ts";
import { formatNumber } from "#components/ui/format-number.ts";
import { limits } from "#lib/contract/limits.ts";

/** Position for inserting a template: a part of the active variant, and the selection in it. */
export type InsertPosition = { variantId: VariantId; part: number; start: number; end: number };

/**
 * The draft with the template, the new caret, and the parts of the template left out: images without space, and
 * channels with another text in the draft.
 */
export type InsertTemplateResult = {
  draft: ComposerDraft;
  caret: { id: PartId; start: number };
  imagesLeft: number;
  ownLeft: number;
};

/**
 * Inserts a template into a draft. A template of one part goes to the caret; one of several parts goes after the
 * current part, or replaces it if it is blank. Images come along as far as there is space. Channels, time and points
 * stay the draft's.
 * @param newId creates ids for the inserted parts
 * @returns a sentence if the template does not fit
 */
export function insertTemplate(
  draft: ComposerDraft,
  template: ComposerDraft,
  at: InsertPosition,
  newId: () => PartId,
): InsertTemplateResult | { refusal: string } {
  const parts = getVariantParts(draft, at.variantId);
  const part = parts[at.part] ?? parts[0];
  const brought = getPublishableParts(template).map(({ text }) => text);
  const [first = ""] = brought;
  if (!part) return { refusal: "There is no part to insert it into." };
  const index = parts.indexOf(part);
  const isBlank = part.text.trim() === "";
  const text = isBlank ? first : part.text.slice(0, at.start) + first + part.text.slice(at.end);
  const newParts = brought.map((one) => ({ id: newId(), text: one }));
  const next =
    brought.length < 2
      ? parts.with(index, { ...part, text })
      : isBlank
        ? parts.toSpliced(index, 1, { ...part, text: first }, ...newParts.slice(1))
        : parts.toSpliced(index + 1, 0, ...newParts);
  if (next.length > limits.parts)
    return { refusal: `That would be ${next.length} parts; a thread holds ${limits.parts}.` };
  if (text.length > limits.partCharacters)
    return { refusal: `A part holds ${formatNumber(limits.partCharacters)} characters.` };
  const others = template.images.filter((image) => !draft.images.some(({ id }) => id === image.id));
  const remaining = countRemainingImages(draft, undefined);
  const images = [...draft.images, ...others.slice(0, remaining)];
  const isLater = brought.length > 1 && !isBlank;
  const caret = isLater ? next[index + newParts.length] : next[index + Math.max(0, brought.length - 1)];
  const end = isBlank || brought.length > 1 ? (caret?.text.length ?? 0) : at.start + first.length;
  return {
    draft:
      at.variantId === null
        ? { ...draft, parts: next, images }
        : { ...draft, own: { ...draft.own, [at.variantId]: next }, images },
    caret: { id: caret?.id ?? part.id, start: end },
    imagesLeft: draft.images.length + others.length - images.length,
    ownLeft: Object.keys(template.own).length,
  };
}
