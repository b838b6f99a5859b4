import type { DraftPart, PartId } from "#components/composer/state/draft.ts";

/** Rows that are laid out, painted and looked for together. */
export type RowChunk = { key: PartId; parts: readonly DraftPart[] };

/** As many are put together where nothing is yet, and so many at most before another is begun at the end of one. */
const newChunkSize = 10;
const maxChunkSize = 20;

/**
 * The parts by tens, as they stand: of a hundred rows a browser then goes through ten and ten with each key. A row stays with
 * those it stood with, for one that goes to another ten is made anew; only what is moved past its neighbours does.
 */
export function chunkRows(parts: readonly DraftPart[], before: readonly RowChunk[]): readonly RowChunk[] {
  const homes = new Map(before.flatMap(({ key, parts: rows }) => rows.map(({ id }) => [id, key] as const)));
  const made = new Map<PartId, DraftPart[]>();
  let [at, isNew] = ["", false];
  const begin = (key: PartId) => {
    at = key;
    made.set(key, []);
  };
  for (const [place, part] of parts.entries()) {
    const home = homes.get(part.id);
    const rows = made.get(at);
    const isEnd = () =>
      rows !== undefined &&
      rows.length >= (isNew ? newChunkSize : maxChunkSize) &&
      !hasMoreOfChunk(parts, place, at, homes);
    if (home !== undefined && !made.has(home)) {
      begin(home);
      isNew = false;
    } else if (!rows || (home === undefined && !made.has(part.id) && isEnd())) {
      begin(part.id);
      isNew = true;
    }
    made.get(at)?.push(part);
  }
  return [...made].map(([key, rows]) => ({ key, parts: rows }));
}

/** Whether more of that ten come behind this place. */
const hasMoreOfChunk = (
  parts: readonly DraftPart[],
  place: number,
  key: PartId,
  homes: ReadonlyMap<PartId, PartId>,
): boolean => parts.slice(place + 1).some(({ id }) => homes.get(id) === key);
