import type { Connector, ConnectorLookup } from "#lib/service/channels/core/connector.ts";
import type { Context } from "#lib/service/core/context.ts";
import {
  getHasDuePostsSql,
  getSecondLockName,
  hasRemainingWork,
  isAppTakingTurnsSql,
  isWaitingSql,
  type LeasedChannel,
  releaseChannelLease,
  releaseIdleChannel,
  startLeaseRenewal,
} from "#lib/service/publishing/delivery/channel-lease.ts";
import { deliverPost, failOverduePost } from "#lib/service/publishing/delivery/deliver-post.ts";
import type { DeliveryContext, DeliveryResult, WorkerDeps } from "#lib/service/publishing/delivery/delivery-context.ts";
import { formatFailureMessage } from "#lib/service/publishing/delivery/failure-message.ts";
import {
  type LeaseOptions,
  type LeaseResult,
  leaseChannelWithPost,
  leasePost,
} from "#lib/service/publishing/delivery/lease-post.ts";
import { type LeasedPost, wasResent } from "#lib/service/publishing/delivery/leased-post.ts";
import type { ChannelRunResult } from "./channel-pool.ts";
import type { WakeUps } from "./wake-ups.ts";

export type ChannelWorkerDeps = WorkerDeps & {
  pool: Context["pool"];
  connectorFor: ConnectorLookup;
  /** See `DedicatedConnection.tryLock`. */
  tryLock: WakeUps["tryLock"];
};

/** After this time a channel goes to the end of the queue, so that one backlog does not block others. */
const turnMs = 2_000;

/**
 * Publishes what is due on one channel, oldest first, one after the other: parts of two posts never interleave in one
 * account. If accounts take turns, the run covers the posts of the other accounts too.
 */
export async function publishDuePostsOfChannel(deps: ChannelWorkerDeps, channelId: string): Promise<ChannelRunResult> {
  const { app, isLeased } = await findAppTakingTurns(deps.pool, channelId);
  if (app) return await publishInTurns(deps, app, channelId);
  const result = await publishOnChannel(deps, channelId, { isTurn: false, isLeased });
  // The worker with the lease checks the remaining work after its release.
  if (result === "lost" || result === "busy") return "leased";
  if (deps.isStopping()) return "done";
  return await getRunResult(deps, channelId, result === "leased" ? "leased" : "more");
}

/** Determines the result after the release: a post that came due meanwhile would otherwise wait for the next sweep. */
async function getRunResult(
  deps: ChannelWorkerDeps,
  channelId: string,
  ifDue: "leased" | "more",
): Promise<ChannelRunResult> {
  return (await hasRemainingWork(deps.pool, channelId, deps.reconnectWithinMs)) ? ifDue : "done";
}

/**
 * Publishes the posts of all accounts of an application, each account in its turn, until nothing is due. Over all
 * processes only one worker does this, so that only one call meets an exhausted limit. The other workers check again
 * later, in case this one dies.
 */
async function publishInTurns(
  deps: ChannelWorkerDeps,
  app: PlatformApplication,
  channelId: string,
): Promise<ChannelRunResult> {
  const unlock = await deps.tryLock(`turns ${app.platform} ${app.host}`);
  if (typeof unlock === "string") return await getRunResult(deps, channelId, "leased");
  /** Other workers have leased these; the rest don't wait for them. */
  const leased = new Set<string>();
  try {
    while (!deps.isStopping()) {
      const next = await findNextTurn(deps.pool, app, deps.reconnectWithinMs);
      if (next === null || leased.has(next)) break;
      if ((await publishOnChannel(deps, next, { isTurn: true, isLeased: false })) === "released") leased.clear();
      else leased.add(next);
    }
  } finally {
    await unlock();
  }
  if (deps.isStopping()) return "done";
  return await getRunResult(deps, channelId, leased.size > 0 ? "leased" : "more");
}

/**
 * @param how.isTurn true for one post only.
 * @returns `leased` if another worker has the channel, the channel has to wait, or its turn passed; `busy` if a live
 * worker certainly has it: its row is then left alone, because each read would wait behind that worker's writes.
 */
async function publishOnChannel(
  deps: ChannelWorkerDeps,
  channelId: string,
  { isTurn, isLeased }: { isTurn: boolean; isLeased: boolean },
): Promise<"released" | "lost" | "leased" | "busy"> {
  const first = await deps.tryLock(channelId);
  if (typeof first === "string" && isLeased) return "busy";
  // The worker with the lock may hang before or after its lease. Under the second lock this one may go on without it.
  const lock = first === "held" ? await deps.tryLock(getSecondLockName(channelId)) : first;
  if (lock === "held") return "leased";
  try {
    const { connectorFor, clock, reconnectWithinMs } = deps;
    const options = { isTurn, leaseMs: deps.timing.leaseMs, reconnectWithinMs, clock, connectorFor };
    const leased = await leaseChannelWithPost(deps.pool, channelId, typeof first !== "string", options);
    return leased ? await publishLeasedChannel(deps, leased, { ...options, connector: leased.connector }) : "leased";
  } finally {
    if (typeof lock !== "string") await lock();
  }
}

async function publishLeasedChannel(
  deps: ChannelWorkerDeps,
  { channel, connector, first }: { channel: LeasedChannel; connector: Connector | null; first: LeaseResult },
  options: LeaseOptions,
): Promise<"released" | "lost" | "leased"> {
  const lease = startLeaseRenewal({ pool: deps.pool, channel, timing: deps.timing, log: deps.log });
  const startedAt = performance.now();
  let isReleased = false;
  try {
    for (let take = first; ; take = await leasePost(deps.pool, channel, options)) {
      if (take.type === "none") return options.isTurn ? "leased" : "released";
      if (take.type === "lost" || lease.lost.aborted) return "lost";
      const delivered = await deliverLeasedPost(deps, channel, { take, connector }, lease);
      if (delivered === "lost") return "lost";
      if (options.isTurn || deps.isStopping() || performance.now() - startedAt >= turnMs) return "released";
      isReleased = await releaseIdleChannel(deps.pool, channel, deps.reconnectWithinMs);
      if (isReleased) return "released";
    }
  } finally {
    lease.end();
    // Runs after a database error too, if the database answers; otherwise the next worker finds our lock free or the
    // lease expired.
    if (!isReleased) await releaseChannelLease(deps.pool, channel).catch(() => undefined);
  }
}

async function deliverLeasedPost(
  deps: ChannelWorkerDeps,
  channel: LeasedChannel,
  { take, connector }: { take: Extract<LeaseResult, { post: LeasedPost }>; connector: Connector | null },
  lease: Pick<DeliveryContext, "lost" | "leftMs">,
): Promise<DeliveryResult> {
  const { post } = take;
  if (take.type === "unreadable") return await failUndeliverable(deps, channel, post, take.why);
  const isAllPublished = post.parts.length > 0 && post.parts.every(({ state }) => state === "sent");
  if (channel.isRemoved && !isAllPublished)
    return await failUndeliverable(deps, channel, post, "The channel was disconnected");
  if (!connector) return await failUndeliverable(deps, channel, post, "this version can't publish there");
  const { pool: _pool, connectorFor: _connectorFor, tryLock: _tryLock, ...rest } = deps;
  const delivery = { ...rest, post, channel, connector, lost: lease.lost, leftMs: lease.leftMs };
  return take.type === "overdue" ? await failOverduePost(delivery) : await deliverPost(delivery);
}

async function failUndeliverable(
  deps: ChannelWorkerDeps,
  channel: LeasedChannel,
  post: LeasedPost,
  connectorMessage: string,
): Promise<DeliveryResult> {
  const publishedCount = post.parts.filter((one) => one.state === "sent").length;
  // A part that may be published must not be reported as refused: it can't be looked up any more.
  const unconfirmed = post.parts.find(({ state }) => state === "sending" || state === "unknown");
  const cause = unconfirmed ? "unconfirmed" : "rejected";
  const part = unconfirmed?.number ?? publishedCount + 1;
  const parts = Math.max(post.parts.length, 1);
  const message = formatFailureMessage({
    cause,
    platform: channel.platform,
    part,
    parts,
    publishedCount,
    connectorMessage,
    lateMs: post.lateMs,
    isSentAgain: wasResent(post.parts, part),
    isDisconnected: channel.isRemoved,
  });
  deps.log.warn({ postId: post.id, cause }, "post failed");
  const failure = { cause, message, part, reason: "invalid", connectorMessage } as const;
  const failed = await deps.store.failed(post, { ...failure, partState: unconfirmed ? "unknown" : "waiting" });
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
    text: `select c.platform, c.host, ${isAppTakingTurnsSql} as in_turns, coalesce(c.lease_until > now(), false) as is_leased
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
             select c.id from channels c where c.platform = $1 and c.host = $3 and not c.practice and not ${isWaitingSql} and ${getHasDuePostsSql("$2")}
             order by c.turn_at nulls first, c.id limit 1) returning id`,
    values: [app.platform, reconnectWithinMs, app.host],
  });
  return rows[0]?.id ?? null;
}
