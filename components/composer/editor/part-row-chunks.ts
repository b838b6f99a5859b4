import type { DraftPart, PartId } from "#components/composer/state/draft.ts";

/** Rows that the browser lays out and paints together. */
export type PartChunk = { key: PartId; parts: readonly DraftPart[] };

/** Size of a new chunk, and the size from which a new part at the end of a chunk starts another. */
const newChunkSize = 10;
const maxChunkSize = 20;

/**
 * Groups the rows into chunks of about ten, so that on each keystroke the browser checks a few chunks and not a hundred
 * rows. A row keeps its chunk, because moving to another one would mount the row again. Only a row that is moved past
 * its neighbours changes chunks.
 */
export function chunkParts(parts: readonly DraftPart[], before: readonly PartChunk[]): readonly PartChunk[] {
  const homes = new Map(before.flatMap(({ key, parts: rows }) => rows.map(({ id }) => [id, key] as const)));
  const chunks = new Map<PartId, DraftPart[]>();
  let [at, isNew] = ["", false];
  const begin = (key: PartId) => {
    at = key;
    chunks.set(key, []);
  };
  for (const [place, part] of parts.entries()) {
    const home = homes.get(part.id);
    const rows = chunks.get(at);
    const isEnd = () =>
      rows !== undefined &&
      rows.length >= (isNew ? newChunkSize : maxChunkSize) &&
      !hasMoreOfChunk(parts, place, at, homes);
    if (home !== undefined && !chunks.has(home)) {
      begin(home);
      isNew = false;
    } else if (!rows || (home === undefined && !chunks.has(part.id) && isEnd())) {
      begin(part.id);
      isNew = true;
    }
    chunks.get(at)?.push(part);
  }
  return [...chunks].map(([key, rows]) => ({ key, parts: rows }));
}

/** True if later rows belong to the same chunk. */
const hasMoreOfChunk = (
  parts: readonly DraftPart[],
  place: number,
  key: PartId,
  homes: ReadonlyMap<PartId, PartId>,
): boolean => parts.slice(place + 1).some(({ id }) => homes.get(id) === key);
