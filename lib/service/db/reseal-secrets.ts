import type pg from "pg";
import type { Sealer } from "#lib/service/core/sealer.ts";

/** The location of sealed values. `read` selects `id` and `sealed`; `write` replaces `$3` by `$2` in the row `$1`. */
export type SealedLocation = { read: string; write: string; getLocation: (id: string) => string };

/** Returns the location of a text column, with the column that identifies its rows. */
export function toSealedLocation(
  location: { table: string; id: string; column: string },
  getLocation: SealedLocation["getLocation"],
): SealedLocation {
  const { table, id, column } = location;
  return {
    read: `select ${id} as id, ${column} as sealed from ${table} where ${column} is not null`,
    write: `update ${table} set ${column} = $2 where ${id} = $1 and ${column} = $3`,
    getLocation,
  };
}

/**
 * Seals all values of former SECRETs again under the current SECRET. A value changed meanwhile keeps the change, and a
 * value that no secret opens stays as it is.
 * @returns the number of values sealed again, and of values that no secret opens.
 */
export async function resealSecrets(
  pool: Pick<pg.Pool, "query">,
  sealer: Sealer,
  locations: readonly SealedLocation[],
): Promise<{ resealed: number; closed: number }> {
  const done = { resealed: 0, closed: 0 };
  for (const { read, write, getLocation } of locations) {
    const { rows } = await pool.query<{ id: string; sealed: string }>(read);
    for (const { id, sealed } of rows.filter((row) => !sealer.isCurrent(row.sealed))) {
      const value = sealer.open(sealed, getLocation(id));
      if (value === null) done.closed += 1;
      else done.resealed += (await pool.query(write, [id, sealer.seal(value, getLocation(id)), sealed])).rowCount ?? 0;
    }
  }
  return done;
}
