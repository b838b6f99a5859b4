import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import { advisoryLockKeySql } from "#lib/service/db/listen/dedicated-connection.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
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
 * SQL: a post of the channel `c` is due, apart from waits; none while an administrator paused sending. The parameter
 * holds how long posts wait for a reconnect, ms.
 */
export const getHasDuePostsSql = (reconnectWithinMs: "$1" | "$2") =>
  `not c.paused and exists (select 1 from posts p where p.channel_id = c.id and p.due_at <= now() and p.deleted_at is null
  and p.status in ('scheduled', 'publishing')
  and (c.state <> 'reconnect' or c.practice or greatest(p.due_at, p.scheduled_for) < now() - ${reconnectWithinMs} * interval '1 ms'))`;

/**
 * Takes the channel's lease.
 * @returns null if another worker has it, its platform asked us to wait, or an administrator paused sending
 * @param isAlone true if the channel's lock was free: a worker with the lease is then dead, and the lease counts as expired,
 * unless a living worker has the second lock.
 */
export async function leaseChannel(
  tx: Tx,
  channelId: string,
  isAlone: boolean,
  leaseMs: number,
): Promise<LeasedChannel | null> {
  const leasedAtMs = performance.now();
  const { rows } = await tx.client.query({
    name: "take-channel",
    text: `update channels c set fence = fence + 1, lease_until = now() + $3 * interval '1 ms'
           where id = $1 and (lease_until is null or lease_until < now() or ($2 and not exists (
               select 1 from ${liveLocksSql} as live where live.key = ${secondLockKeySql})))
             and not paused and not ${isWaitingSql}
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
      reportedLimits: row.told,
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

/** Releases the channel if nothing is due on it that need not wait. @returns whether it did */
export async function releaseIdleChannel(
  pool: Context["pool"],
  channel: LeasedChannel,
  reconnectWithinMs: number,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "release-idle",
    text: `update channels c set lease_until = null
           where c.id = $1 and c.fence = $3 and (${isWaitingSql} or not (${getHasDuePostsSql("$2")}))`,
    values: [channel.id, reconnectWithinMs, channel.fence],
  });
  return rowCount === 1;
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
 * Tells if something is due on the channel now, apart from a wait, whose end wakes the channel. The check comes after the
 * release, so that no work is overlooked.
 */
export async function hasRemainingWork(
  pool: Context["pool"],
  channelId: string,
  reconnectWithinMs: number,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "what-is-left",
    text: `select from channels c where c.id = $1 and not ${isWaitingSql} and ${getHasDuePostsSql("$2")}`,
    values: [channelId, reconnectWithinMs],
  });
  return rowCount === 1;
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
