import type pg from "pg";
import { sealedColumn } from "#lib/service/db/seal-anew";
import type { Sealer } from "#lib/service/sealer";
import type { Secret } from "./platform.ts";

/** An account's keys as they lie in the vault. */
export type StoredSecret = {
  secret: Secret;
  /** Grows with each change; a change names the version that it is made of. */
  version: number;
  savedAt: Date;
  /** Its refresh token was used and got no clear answer, or was refused: used again it could end the whole account. */
  isSpent: boolean;
};

type Database = Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">;
type Sealed = { secret: Secret; isSpent: boolean };

const place = (channelId: string) => `channel_secrets ${channelId} sealed`;
export const accountKeys = sealedColumn({ table: "channel_secrets", id: "channel_id", column: "sealed" }, place);

/**
 * Opens the keys of a channel's account. Null when there are none, or when they do not open with the server's SECRET.
 * @param lock holds the row until the transaction ends: nobody else refreshes meanwhile.
 */
export async function readSecret(
  db: Database,
  sealer: Sealer,
  channelId: string,
  lock: "" | "for update" = "",
): Promise<StoredSecret | null> {
  const { rows } = await db.query(
    `select sealed, version, updated_at from channel_secrets where channel_id = $1 ${lock}`,
    [channelId],
  );
  const row = rows[0];
  const opened = row ? sealer.open(row.sealed, place(channelId)) : null;
  if (opened === null) return null;
  const { secret, isSpent } = JSON.parse(opened) as Sealed;
  return { secret, version: row.version, savedAt: row.updated_at, isSpent };
}

/** Puts the keys of an account that a member has just connected into the vault, over whatever was there. */
export async function saveSecret(db: Database, sealer: Sealer, channelId: string, secret: Secret): Promise<void> {
  await db.query(
    `insert into channel_secrets (channel_id, sealed, access_ends_at) values ($1, $2, $3)
     on conflict (channel_id) do update set sealed = excluded.sealed, access_ends_at = excluded.access_ends_at,
       version = channel_secrets.version + 1, updated_at = now()`,
    [channelId, seal(sealer, channelId, { secret, isSpent: false }), secret.accessEndsAt],
  );
}

/** Puts what a refresh gave in the place of the version it was made of; false when another has taken that place. */
export async function replaceSecret(
  db: Database,
  sealer: Sealer,
  channelId: string,
  next: Sealed & { of: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update channel_secrets set sealed = $3, access_ends_at = $4, version = version + 1, updated_at = now()
     where channel_id = $1 and version = $2`,
    [
      ...[channelId, next.of, seal(sealer, channelId, { secret: next.secret, isSpent: next.isSpent })],
      next.secret.accessEndsAt,
    ],
  );
  return rowCount === 1;
}

const seal = (sealer: Sealer, channelId: string, value: Sealed) => sealer.seal(JSON.stringify(value), place(channelId));
