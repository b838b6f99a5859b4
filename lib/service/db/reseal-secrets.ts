import type pg from "pg";
import type { Sealer } from "#lib/service/core/sealer.ts";

/** Somewhere sealed values lie. `read` gives `id` and `sealed`; `write` puts `$2` in the place of `$3` in the row `$1`. */
export type SealedLocation = { read: string; write: string; placeOf: (id: string) => string };

/** Of a column of texts, with the name of the column that its rows are known by. */
export function toSealedLocation(
  at: { table: string; id: string; column: string },
  placeOf: SealedLocation["placeOf"],
): SealedLocation {
  const { table, id, column } = at;
  return {
    read: `select ${id} as id, ${column} as sealed from ${table} where ${column} is not null`,
    write: `update ${table} set ${column} = $2 where ${id} = $1 and ${column} = $3`,
    placeOf,
  };
}

/**
 * Seals under the current SECRET what a former one has sealed. What somebody changes meanwhile is theirs, and what opens
 * with none of our secrets stays as it is.
 * @returns how many were sealed anew, and how many open with none.
 */
export async function resealSecrets(
  pool: Pick<pg.Pool, "query">,
  sealer: Sealer,
  places: readonly SealedLocation[],
): Promise<{ anew: number; closed: number }> {
  const done = { anew: 0, closed: 0 };
  for (const { read, write, placeOf } of places) {
    const { rows } = await pool.query<{ id: string; sealed: string }>(read);
    for (const { id, sealed } of rows.filter((row) => !sealer.isCurrent(row.sealed))) {
      const value = sealer.open(sealed, placeOf(id));
      if (value === null) done.closed += 1;
      else done.anew += (await pool.query(write, [id, sealer.seal(value, placeOf(id)), sealed])).rowCount ?? 0;
    }
  }
  return done;
}
