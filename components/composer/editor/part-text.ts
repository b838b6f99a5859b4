import type { DraftPart, PartId } from "#components/composer/state/draft.ts";

const lists = new WeakMap<readonly DraftPart[], ReadonlyMap<PartId, string>>();

/** The words of a part. With each key every row of a thread asks for its own, so the parts are gone through once for all. */
export function getPartText(parts: readonly DraftPart[], id: PartId): string | undefined {
  const known = lists.get(parts) ?? new Map(parts.map((part) => [part.id, part.text]));
  lists.set(parts, known);
  return known.get(id);
}
