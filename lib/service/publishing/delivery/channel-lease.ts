import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import { advisoryLockKeySql } from "#lib/service/db/dedicated-connection.ts";
import type { PublishingTiming } from "./timing.ts";

/** A channel that this worker alone sends on, until somebody with a higher fence takes it. */
export type LeasedChannel = {
  id: string;
  fence: number;
  platform: string;
  practice: boolean;
  account: PlatformAccount;
  isRemoved: boolean;
  /** By what measures durations here: the lease is not older. */
  leasedAtMs: number;
};

const app = "a.platform = c.platform and a.host = c.host";

/** SQL: the platform told this account (`c`) to wait, or all that use our application there. */
export const isWaitingSql = `(coalesce(c.wait_until > now(), false) or (not c.practice and exists (
  select 1 from app_waits a where ${app} and a.wait_until > now())))`;

/** SQL: the accounts of its application take turns, see `../app-turns.ts`. */
export const isTakingTurnsSql = `(not c.practice and exists (
  select 1 from app_waits a where ${app} and a.turns_until > now()))`;

/** SQL: something is to be done with a post of the channel `c` now, if it had not to wait. `$2`: how long posts wait for a reconnection, ms. */
export const hasDuePostsSql = `exists (select 1 from posts p where p.channel_id = c.id and p.due_at <= now() and p.deleted_at is null
  and p.status in ('scheduled', 'publishing')
  and (c.state <> 'reconnect' or c.practice or greatest(p.due_at, p.scheduled_for) < now() - $2 * interval '1 ms'))`;

/**
 * Takes the channel's lease; null when somebody else holds it or its platform asked us to wait.
 * @param isAlone true when the holder's own lock was free: then whoever has the lease is dead, and it counts as expired.
 */
export async function leaseChannel(
  pool: Context["pool"],
  channelId: string,
  isAlone: boolean,
  leaseMs: number,
): Promise<LeasedChannel | null> {
  const leasedAtMs = performance.now();
  const { rows } = await pool.query({
    name: "take-channel",
    text: `update channels c set fence = fence + 1, lease_until = now() + $3 * interval '1 ms'
           where id = $1 and ($2 or lease_until is null or lease_until < now())
             and not ${isWaitingSql}
           returning fence, platform, practice, username, remote_id, host, told, removed_at is not null as removed`,
    values: [channelId, isAlone, leaseMs],
  });
  const row = rows[0];
  if (!row) return null;
  return {
    id: channelId,
    fence: Number(row.fence),
    platform: row.platform,
    practice: row.practice,
    account: {
      channelId,
      username: row.username,
      remoteId: row.remote_id,
      host: row.host,
      told: row.told,
    },
    isRemoved: row.removed,
    leasedAtMs,
  };
}

export async function releaseChannelLease(pool: Context["pool"], channel: LeasedChannel): Promise<void> {
  await pool.query({
    name: "release-channel",
    text: "update channels set lease_until = null where id = $1 and fence = $2",
    values: [channel.id, channel.fence],
  });
}

/**
 * Of channels that somebody else had: which of them still have something due, and may be looked at again, since whoever had
 * them let go, died, or stands still beyond the lease. Asked for all at once: with many workers most of what is due is held
 * by another one, and each of them asks.
 */
export async function checkLeasedChannels(
  pool: Context["pool"],
  channelIds: readonly string[],
  reconnectWithinMs: number,
): Promise<{ free: string[]; held: string[] }> {
  const { rows } = await pool.query({
    name: "look-at-held",
    text: `with alive as materialized (
             select (classid::bigint << 32) | objid::bigint as key from pg_locks
             where locktype = 'advisory' and objsubid = 1 and granted
               and database = (select oid from pg_database where datname = current_database()))
           select c.id, coalesce(c.lease_until > now(), false) and exists (
               select 1 from alive where key = ${advisoryLockKeySql("c.id::text")}) as is_held
           from channels c where c.id = any($1) and ${hasDuePostsSql}`,
    values: [channelIds, reconnectWithinMs],
  });
  const idsOf = (isHeld: boolean) => rows.filter((row) => row.is_held === isHeld).map((row) => row.id);
  return { free: idsOf(false), held: idsOf(true) };
}

/**
 * What is left to do on the channel: `due` now, nothing (null), or something after a wait, which ends then. Asked after a
 * release, so that none is overlooked.
 */
export async function getRemainingWork(
  pool: Context["pool"],
  channelId: string,
  reconnectWithinMs: number,
): Promise<"due" | Date | null> {
  const { rows } = await pool.query({
    name: "what-is-left",
    text: `select case when ${isWaitingSql} then greatest(c.wait_until, (
             select a.wait_until from app_waits a where not c.practice and ${app})) end as until
           from channels c where c.id = $1 and ${hasDuePostsSql}`,
    values: [channelId, reconnectWithinMs],
  });
  return rows[0] ? (rows[0].until ?? "due") : null;
}

/**
 * Renews the lease of the channel and of the post under way. When it can't, or when somebody took the channel, `lost`
 * aborts: no call may run on past the lease.
 */
export function startLeaseRenewal(at: {
  pool: Context["pool"];
  channel: LeasedChannel;
  timing: PublishingTiming;
  log: Log;
}): {
  lost: AbortSignal;
  /** For how long the lease is ours beyond doubt. */
  leftMs: () => number;
  end: () => void;
} {
  const { pool, channel, timing, log } = at;
  const lost = new AbortController();
  let renewedAt = channel.leasedAtMs;
  const leftMs = () => timing.leaseMs - (performance.now() - renewedAt);
  const timer = setInterval(() => {
    void renew().catch((error: unknown) => {
      log.warn({ err: error, channelId: channel.id }, "a lease could not be renewed");
      if (leftMs() < timing.imageCallMs) lost.abort();
    });
  }, timing.renewMs);

  async function renew(): Promise<void> {
    const askedAt = performance.now();
    const { rowCount } = await pool.query({
      name: "renew-lease",
      text: `with renewed as (
               update channels set lease_until = now() + $3 * interval '1 ms' where id = $1 and fence = $2 returning id)
             , post as (
               update posts set lease_until = now() + $3 * interval '1 ms'
               where channel_id = (select id from renewed) and due_at <= now() and deleted_at is null
                 and status = 'publishing' and lease_until is not null)
             select id from renewed`,
      values: [channel.id, channel.fence, timing.leaseMs],
    });
    if (rowCount === 0) lost.abort();
    else renewedAt = askedAt;
  }

  return { lost: lost.signal, leftMs, end: () => clearInterval(timer) };
}
