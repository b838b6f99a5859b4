import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import { advisoryLockKeySql } from "#lib/service/db/listen/process-connection.ts";
import { isPausedSql, isSignedOutSql } from "#lib/service/posts/read/post-hold.ts";
import type { PublishingTiming } from "./timing.ts";

/** A channel on which only this worker publishes, until another worker leases it with a higher fence. */
export type LeasedChannel = {
  id: string;
  fence: number;
  platform: string;
  practice: boolean;
  account: PlatformAccount;
  isRemoved: boolean;
  /** By the monotonic clock of this process, read before the lease began: the lease is not older. */
  leasedAtMs: number;
};

/** Our application on a platform or server, whose accounts the platform counts together. */
export type PlatformApplication = { platform: string; host: string };

/**
 * Returns the name of the lock of a worker that goes on although another living worker has the channel's own lock, which
 * may hang. Without it, that worker would take the lease for a dead worker's, in the middle of a request.
 */
export const getSecondLockName = (channelId: string) => `second ${channelId}`;
const secondLockKeySql = advisoryLockKeySql("'second ' || c.id::text");

/** SQL: the keys of all advisory locks that living processes have in this database. */
const liveLocksSql = `(select (classid::bigint << 32) | objid::bigint as key from pg_locks
  where locktype = 'advisory' and objsubid = 1 and granted
    and database = (select oid from pg_database where datname = current_database()))`;

const app = "a.platform = c.platform and a.host = c.host";

/** SQL: the platform asked this account (`c`), or all accounts of our application there, to wait. */
export const isWaitingSql = `(coalesce(c.wait_until > now(), false) or (not c.practice and exists (
  select 1 from app_waits a where ${app} and a.wait_until > now())))`;

/** SQL: the accounts of the channel's application take turns, see `publishInTurns`. */
export const isAppTakingTurnsSql = `(not c.practice and exists (
  select 1 from app_waits a where ${app} and a.turns_until > now()))`;

/**
 * SQL: a post `p` of the channel `c` is due, apart from waits; none while an administrator paused sending.
 * @param reconnectWithinMs the parameter that holds how long posts wait for a reconnect, ms
 * @param isCounted a condition on `p`
 */
export const getHasDuePostsSql = (reconnectWithinMs: `$${number}`, isCounted = "true") =>
  `not ${isPausedSql("c")} and exists (select 1 from posts p where ${isCounted} and p.channel_id = c.id and p.due_at <= now() and p.deleted_at is null
  and p.status in ('scheduled', 'publishing')
  and (not ${isSignedOutSql("c")} or greatest(p.due_at, p.scheduled_for) < now() - ${reconnectWithinMs} * interval '1 ms'))`;

/**
 * SQL: no worker has the channel `c`. `isAlone` is true if the channel's lock was free: a worker with the lease is then
 * dead, and the lease counts as expired, unless a living worker has the second lock.
 */
export const leasableSql = (isAlone: string) =>
  `(c.lease_until is null or c.lease_until < now() or (${isAlone} and not exists (
     select 1 from ${liveLocksSql} as live where live.key = ${secondLockKeySql})))`;

export async function releaseChannelLease(pool: Context["pool"], channel: LeasedChannel): Promise<void> {
  await pool.query({
    name: "release-channel",
    text: "update channels set lease_until = null where id = $1 and fence = $2",
    values: [channel.id, channel.fence],
  });
}

/**
 * Returns which of these leased channels still have something due and can be leased again, because their worker
 * released them, died, or has stalled beyond the lease. One query covers all channels: with many workers, other workers
 * have leased most due channels, and each worker runs this query.
 */
export async function checkLeasedChannels(
  pool: Context["pool"],
  channelIds: readonly string[],
  reconnectWithinMs: number,
): Promise<{ free: string[]; leased: string[] }> {
  const { rows } = await pool.query({
    name: "look-at-held",
    text: `with live as materialized ${liveLocksSql}
           select c.id, coalesce(c.lease_until > now(), false) and exists (
               select 1 from live where key in (${advisoryLockKeySql("c.id::text")}, ${secondLockKeySql})) as is_held
           from channels c where c.id = any($1) and ${getHasDuePostsSql("$2")}`,
    values: [channelIds, reconnectWithinMs],
  });
  const listIds = (isLeased: boolean) => rows.filter((row) => row.is_held === isLeased).map((row) => row.id);
  return { free: listIds(false), leased: listIds(true) };
}

/**
 * Reads why a channel gave no post. `isHeld`: a worker has it, dead or alive. `isDue`: something is due, apart from a
 * wait, whose end wakes the channel; the read comes after the release, so that no work is overlooked. `turnsOf`: its
 * application, if its accounts take turns. They do for a while after the platform has asked all of them to wait: at the end
 * of that wait, all of them would otherwise send, and meet the limit, at once.
 */
export async function readChannelState(
  pool: Context["pool"],
  channelId: string,
  reconnectWithinMs: number,
): Promise<{ isHeld: boolean; isDue: boolean; turnsOf: PlatformApplication | null }> {
  const { rows } = await pool.query({
    name: "channel-state",
    text: `select c.platform, c.host, ${isAppTakingTurnsSql} as in_turns, coalesce(c.lease_until > now(), false) as is_held,
             not ${isWaitingSql} and ${getHasDuePostsSql("$2")} as is_due
           from channels c where c.id = $1`,
    values: [channelId, reconnectWithinMs],
  });
  const row = rows[0];
  if (!row) return { isHeld: false, isDue: false, turnsOf: null };
  return {
    isHeld: row.is_held,
    isDue: row.is_due,
    turnsOf: row.in_turns ? { platform: row.platform, host: row.host } : null,
  };
}

/**
 * Renews the leases of the channel and of the post in progress. `lost` aborts when renewals fail until too little time
 * is left, or when another worker has leased the channel: no call may outlive the lease.
 */
export function startLeaseRenewal(deps: {
  pool: Context["pool"];
  channel: LeasedChannel;
  timing: PublishingTiming;
  log: Log;
}): {
  lost: AbortSignal;
  /** Ms for which the lease is certainly ours. */
  leftMs: () => number;
  end: () => void;
} {
  const { pool, channel, timing, log } = deps;
  const lost = new AbortController();
  let renewedAt = channel.leasedAtMs;
  const leftMs = () => timing.leaseMs - (performance.now() - renewedAt);
  const timer = setInterval(() => {
    void renew().catch((error: unknown) => {
      log.warn({ err: error, channelId: channel.id }, "lease renewal failed");
      if (leftMs() < timing.imageCallMs) lost.abort();
    });
  }, timing.renewMs);

  async function renew(): Promise<void> {
    const startedAt = performance.now();
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
    else renewedAt = startedAt;
  }

  return { lost: lost.signal, leftMs, end: () => clearInterval(timer) };
}
