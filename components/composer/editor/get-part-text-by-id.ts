import type { DraftPart, PartId } from "#components/composer/state/draft.ts";

const lists = new WeakMap<readonly DraftPart[], ReadonlyMap<PartId, string>>();

/**
 * Returns the text of a part. On each keystroke every row of a thread calls this, so the parts are indexed once per
 * list.
 */
export function getPartTextById(parts: readonly DraftPart[], id: PartId): string | undefined {
  const known = lists.get(parts) ?? new Map(parts.map((part) => [part.id, part.text]));
  lists.set(parts, known);
  return known.get(id);
}
