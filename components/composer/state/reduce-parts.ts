import { limits } from "#lib/contract/limits.ts";
import type { PartsEvent } from "./composer-state.ts";
import type { DraftPart, PartId } from "./draft.ts";
import { moveItem } from "./move-item.ts";

/** Applies one change to the parts of a variant. @returns the same list if nothing changed */
export function reduceParts(parts: readonly DraftPart[], event: PartsEvent): readonly DraftPart[] {
  switch (event.type) {
    case "typed":
      return withText(parts, event.partId, event.text);
    case "part-added": {
      const at = parts.findIndex((part) => part.id === event.after);
      const isTaken = parts.some((part) => part.id === event.id);
      if (at === -1 || isTaken || parts.length >= limits.parts) return parts;
      return parts.toSpliced(at + 1, 0, { id: event.id, text: event.text ?? "" });
    }
    case "part-split":
      return splitPart(parts, event);
    case "part-removed": {
      if (parts.length === 1) return withText(parts, event.partId, "");
      const left = parts.filter((part) => part.id !== event.partId);
      return left.length === parts.length ? parts : removeLeadingGap(parts, left);
    }
    case "part-moved":
      return removeLeadingGap(parts, moveItem(parts, event.partId, event.by));
    case "part-merged":
      return mergeWithPrevious(parts, event.partId);
    case "parts-joined":
      return keepWithinLimits(parts, [withImages({ id: parts[0]?.id ?? "", text: event.text }, parts)]);
    case "sheet-written":
      return keepWithinLimits(parts, replaceTexts(parts, event));
  }
}

/**
 * Before the first part only characters cut at the start of the text count, so a separator from another part is
 * removed.
 */
function removeLeadingGap(was: readonly DraftPart[], is: readonly DraftPart[]): readonly DraftPart[] {
  const [first, ...others] = is;
  if (!first || first.gap === undefined || first.id === was[0]?.id) return is;
  return [{ ...first, gap: undefined }, ...others];
}

/** Returns the characters between a text and the part appended to it: the cut of a split, or a blank line. */
export function getJoinGap(before: string, part: Omit<DraftPart, "id">): string {
  if (part.gap === undefined || part.text === "") return before.trim() === "" || part.text.trim() === "" ? "" : "\n\n";
  return part.gap;
}

/** Returns the part with the images of all these parts. */
function withImages(part: DraftPart, from: readonly DraftPart[]): DraftPart {
  const images = from.flatMap((one) => one.images ?? []);
  return images.length > 0 ? { ...part, images } : part;
}

/** Returns the new list, or the old one if the new one exceeds the limits of a variant or a part. */
function keepWithinLimits(parts: readonly DraftPart[], next: readonly DraftPart[]): readonly DraftPart[] {
  const fits = next.length <= limits.parts && next.every((part) => part.text.length <= limits.partCharacters);
  return fits && next.length > 0 ? next : parts;
}

function mergeWithPrevious(parts: readonly DraftPart[], partId: PartId): readonly DraftPart[] {
  const at = parts.findIndex((part) => part.id === partId);
  const [before, part] = [parts[at - 1], parts[at]];
  if (!before || !part) return parts;
  const text = before.text + getJoinGap(before.text, part) + part.text;
  return keepWithinLimits(parts, parts.toSpliced(at - 1, 2, withImages({ ...before, text }, [before, part])));
}

/**
 * Replaces all texts. Parts with unchanged texts at the start and the end keep their ids; the ids between are reused in
 * order.
 */
function replaceTexts(
  parts: readonly DraftPart[],
  { texts, ids, gaps }: Extract<PartsEvent, { type: "sheet-written" }>,
): readonly DraftPart[] {
  const most = Math.min(parts.length, texts.length);
  let first = 0;
  while (first < most && parts[first]?.text === texts[first]) first += 1;
  if (first === parts.length && first === texts.length) return parts;
  let last = 0;
  while (last < most - first && parts.at(-1 - last)?.text === texts.at(-1 - last)) last += 1;
  const free = [...parts.slice(first, parts.length - last)];
  const taken = new Set(parts.map((part) => part.id));
  const newIds = ids.filter((id, at) => !taken.has(id) && ids.indexOf(id) === at);
  const newParts = texts.slice(first, texts.length - last).map((text, at): DraftPart => {
    const old = free.shift();
    const part = old ? { ...old, text } : { id: newIds.shift() ?? "", text };
    return gaps ? { ...part, gap: gaps[first + at] } : part;
  });
  if (newParts.some((part) => part.id === "")) return parts;
  const next = [...parts.slice(0, first), ...newParts, ...parts.slice(parts.length - last)];
  // The images of parts that are gone stay with the text before them.
  const at = Math.max(0, first + newParts.length - 1);
  return next.map((part, index) => (index === at ? withImages(part, [part, ...free]) : part));
}

function withText(parts: readonly DraftPart[], partId: PartId, text: string): readonly DraftPart[] {
  if (!parts.some((part) => part.id === partId && part.text !== text)) return parts;
  return parts.map((part) => (part.id === partId ? { ...part, text } : part));
}

/**
 * Returns the gap before the first piece of a split part: the part's own separator, then the characters cut before its
 * first word.
 */
export function getFirstPieceGap(part: DraftPart, at: number, gap = ""): string | undefined {
  return gap === "" ? part.gap : (part.gap ?? (at === 0 ? "" : "\n\n")) + gap;
}

function splitPart(parts: readonly DraftPart[], event: Extract<PartsEvent, { type: "part-split" }>) {
  const { partId, texts, ids, gaps } = event;
  const at = parts.findIndex((part) => part.id === partId);
  const part = parts[at];
  const fits = parts.length + texts.length - 1 <= limits.parts;
  if (parts.some((one) => ids.includes(one.id)) || new Set(ids).size < ids.length) return parts;
  if (!part || texts.length < 2 || ids.length !== texts.length - 1 || !fits) return parts;
  const newParts = texts.map((text, index): DraftPart => {
    const id = ids[index - 1] ?? partId;
    const gap = gaps?.[index];
    if (index > 0) return { id, text, gap };
    return { ...part, text, gap: getFirstPieceGap(part, at, gap) };
  });
  return parts.toSpliced(at, 1, ...newParts);
}
