import type pg from "pg";
import type { AccountSecret } from "#lib/service/channels/core/platform.ts";
import type { Sealer } from "#lib/service/core/sealer.ts";
import { toSealedLocation } from "#lib/service/db/reseal-secrets.ts";

/** An account's keys as they lie in the vault. */
export type StoredSecret = {
  secret: AccountSecret;
  /** Grows with each change; a change names the version that it is made of. */
  version: number;
  savedAt: Date;
  /** The platform refused its refresh token: the account has to be connected again. */
  isSpent: boolean;
  /** Set while a refresh without a clear answer waits to be tried again. */
  retry: RefreshRetry | null;
};

/** `attempts` so far, when the next may be made (ISO 8601), and why it waits, a sentence for people or null. */
export type RefreshRetry = { attempts: number; nextAt: string; why: string | null };

type SecretDatabase = Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">;
type SealedSecret = { secret: AccountSecret; isSpent: boolean };

const place = (channelId: string) => `channel_secrets ${channelId} sealed`;
export const accountSecretsColumn = toSealedLocation(
  { table: "channel_secrets", id: "channel_id", column: "sealed" },
  place,
);

/**
 * Opens the keys of a channel's account. Null when there are none, or when they do not open with the server's SECRET.
 * @param lock holds the row until the transaction ends: nobody else refreshes meanwhile.
 */
export async function getAccountSecret(
  db: SecretDatabase,
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
  const { secret, isSpent, retry = null } = JSON.parse(opened) as SealedSecret & { retry?: RefreshRetry };
  return { secret, version: row.version, savedAt: row.updated_at, isSpent, retry };
}

/** Puts the keys of an account that a member has just connected into the vault, over whatever was there. */
export async function saveAccountSecret(
  db: SecretDatabase,
  sealer: Sealer,
  channelId: string,
  secret: AccountSecret,
): Promise<void> {
  await db.query(
    `insert into channel_secrets (channel_id, sealed, access_ends_at) values ($1, $2, $3)
     on conflict (channel_id) do update set sealed = excluded.sealed, access_ends_at = excluded.access_ends_at,
       version = channel_secrets.version + 1, updated_at = now()`,
    [channelId, seal(sealer, channelId, { secret, isSpent: false }), secret.accessEndsAt],
  );
}

/** Puts what a refresh gave in the place of the version it was made of; false when another has taken that place. */
export async function replaceAccountSecret(
  db: SecretDatabase,
  sealer: Sealer,
  channelId: string,
  next: SealedSecret & { of: number },
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

/**
 * Notes that a refresh waits to be tried again. Keys, version and age stay: whoever holds this version must not take it for a
 * fresh one.
 */
export async function saveRefreshRetry(
  db: SecretDatabase,
  sealer: Sealer,
  channelId: string,
  { secret, retry, of }: { secret: AccountSecret; retry: RefreshRetry; of: number },
): Promise<void> {
  const sealed = seal(sealer, channelId, { secret, isSpent: false, retry });
  await db.query("update channel_secrets set sealed = $3 where channel_id = $1 and version = $2", [
    ...[channelId, of, sealed],
  ]);
}

const seal = (sealer: Sealer, channelId: string, value: SealedSecret & { retry?: RefreshRetry }) =>
  sealer.seal(JSON.stringify(value), place(channelId));
