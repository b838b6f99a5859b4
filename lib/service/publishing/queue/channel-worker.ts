import type { Connector, ConnectorIoFactory, ConnectorLookup } from "#lib/service/channels/core/connector.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import type { FitStoredImage } from "#lib/service/media/processing/fitted-images.ts";
import {
  getRemainingWork,
  hasDuePostsSql,
  isTakingTurnsSql,
  isWaitingSql,
  type LeasedChannel,
  leaseChannel,
  releaseChannelLease,
  startLeaseRenewal,
} from "#lib/service/publishing/delivery/channel-lease.ts";
import { deliverPost, failOverduePost } from "#lib/service/publishing/delivery/deliver-post.ts";
import {
  type CrashPoint,
  type DeliveryContext,
  type DeliveryResult,
  wasResent,
} from "#lib/service/publishing/delivery/delivery-steps.ts";
import type { DeliveryStore } from "#lib/service/publishing/delivery/delivery-store.ts";
import { formatFailureMessage } from "#lib/service/publishing/delivery/failure-message.ts";
import { type LeaseResult, leasePost } from "#lib/service/publishing/delivery/lease-post.ts";
import type { LeasedPost } from "#lib/service/publishing/delivery/leased-post.ts";
import type { PublishingTiming } from "#lib/service/publishing/delivery/timing.ts";
import type { ChannelRunResult } from "./channel-pool.ts";

export type ChannelWorkerDeps = {
  pool: Context["pool"];
  connectorFor: ConnectorLookup;
  ioFor: ConnectorIoFactory;
  fitStored: FitStoredImage;
  record: DeliveryStore;
  clock: Clock;
  log: Log;
  timing: PublishingTiming;
  missedAfterMs: number;
  reconnectWithinMs: number;
  /** Wakes the channel at that time; see `WakeUpQueue`. */
  wakeChannel: (channelId: string, at: Date) => Promise<void>;
  /** See `DedicatedConnection.tryLock`. */
  tryLock: (name: string) => Promise<(() => Promise<void>) | null>;
  isStopping: () => boolean;
  chance: () => number;
  crashAt?: ((point: CrashPoint, part: number) => void) | undefined;
};

/** After this time a channel goes to the end of the queue, so that one backlog does not block others. */
const turnMs = 2_000;

/**
 * Publishes what is due on one channel, oldest first, one after the other: parts of two posts never interleave in one
 * account. If accounts take turns, the run covers the posts of the other accounts too.
 */
export async function publishDuePosts(at: ChannelWorkerDeps, channelId: string): Promise<ChannelRunResult> {
  const { app, isLeased } = await findAppTakingTurns(at.pool, channelId);
  if (app) return await publishInTurns(at, app, channelId);
  const came = await publishOnChannel(at, channelId, { isTurn: false, isLeased });
  // The worker with the lease checks the remaining work after its release.
  if (came === "lost" || came === "busy") return "held";
  if (at.isStopping()) return "done";
  return await getRunResult(at, channelId, came === "held" ? "held" : "more");
}

/** Determines the result after the release: a post that came due meanwhile would otherwise wait for the next sweep. */
async function getRunResult(
  at: ChannelWorkerDeps,
  channelId: string,
  ifDue: "held" | "more",
): Promise<ChannelRunResult> {
  const what = await getRemainingWork(at.pool, channelId, at.reconnectWithinMs);
  if (what === "due") return ifDue;
  // The account that ran into the limit wakes its own channel; no one else wakes the other accounts of the application.
  if (what) await at.wakeChannel(channelId, what);
  return "done";
}

/**
 * Publishes the posts of all accounts of an application, each account in its turn, until nothing is due. Over all
 * processes only one worker does this, so that only one call meets an exhausted limit. The other workers check again
 * later, in case this one dies.
 */
async function publishInTurns(
  at: ChannelWorkerDeps,
  app: PlatformApplication,
  channelId: string,
): Promise<ChannelRunResult> {
  const unlock = await at.tryLock(`turns ${app.platform} ${app.host}`);
  if (!unlock) return await getRunResult(at, channelId, "held");
  /** Other workers have leased these; the rest don't wait for them. */
  const held = new Set<string>();
  try {
    while (!at.isStopping()) {
      const next = await findNextTurn(at.pool, app, at.reconnectWithinMs);
      if (next === null || held.has(next)) break;
      if ((await publishOnChannel(at, next, { isTurn: true, isLeased: false })) === "released") held.clear();
      else held.add(next);
    }
  } finally {
    await unlock();
  }
  if (at.isStopping()) return "done";
  return await getRunResult(at, channelId, held.size > 0 ? "held" : "more");
}

/**
 * @param how.isTurn true for one post only.
 * @returns `held` if another worker has the channel, the channel has to wait, or its turn passed; `busy` if a live
 * worker certainly has it: its row is then left alone, because each read would wait behind that worker's writes.
 */
async function publishOnChannel(
  at: ChannelWorkerDeps,
  channelId: string,
  { isTurn, isLeased }: { isTurn: boolean; isLeased: boolean },
): Promise<"released" | "lost" | "held" | "busy"> {
  const unlock = await at.tryLock(channelId);
  if (!unlock && isLeased) return "busy";
  try {
    const channel = await leaseChannel(at.pool, channelId, unlock !== null, at.timing.leaseMs);
    return channel ? await publishLeasedChannel(at, channel, isTurn) : "held";
  } finally {
    await unlock?.();
  }
}

async function publishLeasedChannel(
  at: ChannelWorkerDeps,
  channel: LeasedChannel,
  isTurn: boolean,
): Promise<"released" | "lost" | "held"> {
  const lease = startLeaseRenewal({ pool: at.pool, channel, timing: at.timing, log: at.log });
  const startedAt = performance.now();
  const connector = at.connectorFor(channel);
  const { clock, reconnectWithinMs } = at;
  const { leaseMs } = at.timing;
  try {
    do {
      const take = await leasePost(at.pool, channel, { isTurn, leaseMs, reconnectWithinMs, clock, connector });
      if (take.type === "none") return isTurn ? "held" : "released";
      if (take.type === "lost" || lease.lost.aborted) return "lost";
      const delivered = await deliverLeasedPost(at, channel, { take, connector }, lease);
      if (delivered === "lost") return "lost";
    } while (!isTurn && !at.isStopping() && performance.now() - startedAt < turnMs);
  } finally {
    lease.end();
    // Runs after a database error too, if the database answers; otherwise the next worker finds our lock free or the
    // lease expired.
    await releaseChannelLease(at.pool, channel).catch(() => undefined);
  }
  return "released";
}

async function deliverLeasedPost(
  at: ChannelWorkerDeps,
  channel: LeasedChannel,
  { take, connector }: { take: Extract<LeaseResult, { post: LeasedPost }>; connector: Connector | null },
  lease: Pick<DeliveryContext, "lost" | "leftMs">,
): Promise<DeliveryResult> {
  const { post } = take;
  if (take.type === "unreadable") return await failUndeliverable(at, channel, post, take.why);
  const isAllOut = post.parts.length > 0 && post.parts.every(({ state }) => state === "sent");
  if (channel.isRemoved && !isAllOut) return await failUndeliverable(at, channel, post, "The channel was disconnected");
  if (!connector) return await failUndeliverable(at, channel, post, "this version can't publish there");
  const { pool: _pool, connectorFor: _connectorFor, tryLock: _tryLock, wakeChannel: _wake, ...rest } = at;
  const delivery = { ...rest, post, channel, connector, lost: lease.lost, leftMs: lease.leftMs };
  return take.type === "overdue" ? await failOverduePost(delivery) : await deliverPost(delivery);
}

async function failUndeliverable(
  at: ChannelWorkerDeps,
  channel: LeasedChannel,
  post: LeasedPost,
  said: string,
): Promise<DeliveryResult> {
  const out = post.parts.filter((one) => one.state === "sent").length;
  // A part that may be published must not be reported as refused: it can't be looked up any more.
  const unsure = post.parts.find(({ state }) => state === "sending" || state === "unknown");
  const cause = unsure ? "unconfirmed" : "rejected";
  const part = unsure?.number ?? out + 1;
  const parts = Math.max(post.parts.length, 1);
  const message = formatFailureMessage({
    cause,
    platform: channel.platform,
    part,
    parts,
    out,
    said,
    lateMs: post.lateMs,
    isSentAgain: wasResent(post.parts, part),
    isDisconnected: channel.isRemoved,
  });
  at.log.warn({ postId: post.id, cause }, "post failed");
  const failure = { cause, message, part, reason: "invalid", said } as const;
  const failed = await at.record.failed(post, { ...failure, partState: unsure ? "unknown" : "waiting" });
  return failed ? "ended" : "lost";
}

/** Our application on a platform or server, whose accounts the platform counts together. */
type PlatformApplication = { platform: string; host: string };

/**
 * Returns the channel's application if its accounts take turns; otherwise null. They do for a while after the platform
 * has asked all of them to wait: at the end of that wait, all of them would otherwise send, and meet the limit, at
 * once. `isLeased`: a worker has the channel, dead or alive.
 */
async function findAppTakingTurns(
  pool: Context["pool"],
  channelId: string,
): Promise<{ app: PlatformApplication | null; isLeased: boolean }> {
  const { rows } = await pool.query({
    name: "app-in-turns",
    text: `select c.platform, c.host, ${isTakingTurnsSql} as in_turns, coalesce(c.lease_until > now(), false) as is_leased
           from channels c where c.id = $1`,
    values: [channelId],
  });
  const row = rows[0];
  const app = row?.in_turns ? { platform: row.platform, host: row.host } : null;
  return { app, isLeased: row?.is_leased ?? false };
}

/** Returns the account with something due whose last turn is the oldest, and counts its turn as taken. */
async function findNextTurn(
  pool: Context["pool"],
  app: PlatformApplication,
  reconnectWithinMs: number,
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>({
    name: "next-turn",
    text: `update channels set turn_at = clock_timestamp() where id = (
             select c.id from channels c where c.platform = $1 and c.host = $3 and not c.practice and not ${isWaitingSql} and ${hasDuePostsSql}
             order by c.turn_at nulls first, c.id limit 1) returning id`,
    values: [app.platform, reconnectWithinMs, app.host],
  });
  return rows[0]?.id ?? null;
}
