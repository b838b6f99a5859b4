import type { Part, PartId } from "#components/composer/state/draft.ts";

/** Rows that are laid out, painted and looked for together. */
export type Ten = { key: PartId; parts: readonly Part[] };

/** As many are put together where nothing is yet, and so many at most before another is begun at the end of one. */
const few = 10;
const most = 20;

/**
 * The parts by tens, as they stand: of a hundred rows a browser then goes through ten and ten with each key. A row stays with
 * those it stood with, for one that goes to another ten is made anew; only what is moved past its neighbours does.
 */
export function byTens(parts: readonly Part[], before: readonly Ten[]): readonly Ten[] {
  const homes = new Map(before.flatMap(({ key, parts: rows }) => rows.map(({ id }) => [id, key] as const)));
  const made = new Map<PartId, Part[]>();
  let [at, isNew] = ["", false];
  const begin = (key: PartId) => {
    at = key;
    made.set(key, []);
  };
  for (const [place, part] of parts.entries()) {
    const home = homes.get(part.id);
    const rows = made.get(at);
    const isEnd = () => rows !== undefined && rows.length >= (isNew ? few : most) && !isAmong(parts, place, at, homes);
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
const isAmong = (parts: readonly Part[], place: number, key: PartId, homes: ReadonlyMap<PartId, PartId>): boolean =>
  parts.slice(place + 1).some(({ id }) => homes.get(id) === key);
