import type pg from "pg";
import type { AccountSecret } from "#lib/service/channels/core/platform.ts";
import type { Sealer } from "#lib/service/core/sealer.ts";
import { toSealedLocation } from "#lib/service/db/reseal-secrets.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";

/** An account's stored credentials. */
export type StoredSecret = {
  secret: AccountSecret;
  /** Grows with each change; a replacement names the version that it was made from. */
  version: number;
  savedAt: Date;
  /** The platform refused the refresh token: the account has to be reconnected. */
  isSpent: boolean;
  /** Set while a refresh without a clear answer waits for its next attempt. */
  retry: RefreshRetry | null;
};

/** `attempts` so far, the earliest time of the next one (ISO 8601), and the reason, a sentence for people or null. */
export type RefreshRetry = { attempts: number; nextAt: string; why: string | null };

type SecretDatabase = Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">;
type SealedSecret = { secret: AccountSecret; isSpent: boolean };

const getSealLocation = (channelId: string) => `channel_secrets ${channelId} sealed`;
export const accountSecretsColumn = toSealedLocation(
  { table: "channel_secrets", id: "channel_id", column: "sealed" },
  getSealLocation,
);

/**
 * Opens the credentials of a channel's account.
 * @returns null if there are none, or if they do not open with the server's SECRET
 * @param lock locks the row until the transaction ends: nobody else refreshes meanwhile.
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
  const opened = row ? sealer.open(row.sealed, getSealLocation(channelId)) : null;
  if (opened === null) return null;
  const { secret, isSpent, retry = null } = JSON.parse(opened) as SealedSecret & { retry?: RefreshRetry };
  return { secret, version: row.version, savedAt: row.updated_at, isSpent, retry };
}

/** Stores the credentials of an account that a member has just connected, over any older ones. */
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

/** Replaces the version that a refresh was made from. @returns false if another version has replaced it meanwhile */
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
 * Stores when a refreshed account has to be connected again, unless newer credentials replaced these. The channel is locked
 * first, as by a reconnect, whose own date stays.
 */
export async function saveReconnectDate(
  pool: pg.Pool,
  channelId: string,
  { secret, version }: { secret: AccountSecret; version: number },
): Promise<void> {
  const { refreshEndsAt } = secret;
  if (refreshEndsAt === undefined) return;
  await inTransaction(pool, async ({ client }) => {
    await client.query("select from channels where id = $1 for no key update", [channelId]);
    await client.query(
      `update channels set access_ends_at = $2 where id = $1 and access_ends_at is distinct from $2
         and exists (select from channel_secrets where channel_id = $1 and version = $3)`,
      [channelId, refreshEndsAt, version],
    );
  });
}

/**
 * Stores that a refresh waits for its next attempt. Credentials, version and age stay: a caller that holds this version
 * must not take it for a fresh one.
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
  sealer.seal(JSON.stringify(value), getSealLocation(channelId));
