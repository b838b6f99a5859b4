import type { ComposerDraft, PartId, VariantId } from "./draft.ts";
import { findTextChange } from "./undo-history.ts";

/**
 * Finds the place to show after an undo step: the changed part, and the end of the change in it. Returns null if no
 * text changed, as after a move of parts.
 */
export function findChangeLocation(
  before: ComposerDraft,
  after: ComposerDraft,
): { on: VariantId; partId: PartId; at: number } | null {
  const sheets: VariantId[] = [null, ...Object.keys(after.own)];
  for (const on of sheets) {
    const [was, is] = on === null ? [before.parts, after.parts] : [before.own[on] ?? [], after.own[on] ?? []];
    if (was === is) continue;
    const texts = new Map(was.map((part) => [part.id, part.text]));
    const index = is.findIndex((part) => texts.get(part.id) !== part.text);
    if (index === -1 && is.length === was.length) continue;
    // If parts were only removed, the place is the part before the first removed one.
    const gone = was.findIndex((part) => !is.some((one) => one.id === part.id));
    const part = is[index] ?? is[Math.max(0, gone - 1)];
    if (!part) continue;
    const { at, inserted } = findTextChange(texts.get(part.id) ?? "", part.text);
    return { on, partId: part.id, at: texts.get(part.id) === part.text ? part.text.length : at + inserted.length };
  }
  return null;
}

/** Names the kind of change in one word for people. */
export function describeChange(before: ComposerDraft, after: ComposerDraft): string {
  if (before.parts !== after.parts || before.own !== after.own) return "text";
  const describeImages = (images: ComposerDraft["images"]) => images.map(({ id, alt }) => `${id} ${alt}`).join();
  if (describeImages(before.images) !== describeImages(after.images)) return "images";
  if (before.channelIds !== after.channelIds) return "channels";
  if (before.when !== after.when) return "time";
  return before.threads === after.threads ? "points" : "thread";
}
