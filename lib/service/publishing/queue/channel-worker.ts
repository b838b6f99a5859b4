import type { Connector, ConnectorLookup } from "#lib/service/channels/core/connector.ts";
import type { Context } from "#lib/service/core/context.ts";
import {
  getHasDuePostsSql,
  getSecondLockName,
  isWaitingSql,
  type LeasedChannel,
  type PlatformApplication,
  readChannelState,
  releaseChannelLease,
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
  /** See `ProcessConnection.tryLock`. */
  tryLock: WakeUps["tryLock"];
};

/** After this time a channel goes to the end of the queue, so that one backlog does not block others. */
const turnMs = 2_000;

/**
 * Publishes what is due on one channel, oldest first, one after the other: parts of two posts never interleave in one
 * account. If accounts take turns, the run covers the posts of the other accounts too.
 */
export async function publishDuePostsOfChannel(deps: ChannelWorkerDeps, channelId: string): Promise<ChannelRunResult> {
  const result = await publishOnChannel(deps, channelId, { isTurn: false });
  if (result === "idle" || deps.isStopping()) return "done";
  // The worker with the lease checks the remaining work after its release.
  if (result === "lost" || result === "busy") return "leased";
  const { isDue, turnsOf } = await readChannelState(deps.pool, channelId, deps.reconnectWithinMs);
  if (turnsOf) return await publishInTurns(deps, turnsOf, channelId);
  if (!isDue) return "done";
  return result === "leased" ? "leased" : "more";
}

/** Determines the result after the release: a post that came due meanwhile would otherwise wait for the next sweep. */
async function getRunResult(
  deps: ChannelWorkerDeps,
  channelId: string,
  ifDue: "leased" | "more",
): Promise<ChannelRunResult> {
  return (await readChannelState(deps.pool, channelId, deps.reconnectWithinMs)).isDue ? ifDue : "done";
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
      const result = await publishOnChannel(deps, next, { isTurn: true });
      if (result === "released" || result === "idle") leased.clear();
      else leased.add(next);
    }
  } finally {
    await unlock();
  }
  if (deps.isStopping()) return "done";
  return await getRunResult(deps, channelId, leased.size > 0 ? "leased" : "more");
}

/**
 * `released`: this worker had the channel; `idle`: and nothing is due there now. `leased`: another worker has it, it has to
 * wait, its turn passed, or nothing is due. `lost`: another worker leased it meanwhile. `busy`: a live worker certainly has it.
 */
type ChannelLeaseResult = "released" | "idle" | "lost" | "leased" | "busy";

/** @param how.isTurn true for one post only. */
async function publishOnChannel(
  deps: ChannelWorkerDeps,
  channelId: string,
  { isTurn }: { isTurn: boolean },
): Promise<ChannelLeaseResult> {
  const { pool, connectorFor, clock, reconnectWithinMs } = deps;
  const first = await deps.tryLock(channelId);
  // The row is then left alone: each lease would wait behind that worker's writes.
  if (first === "held" && (await readChannelState(pool, channelId, reconnectWithinMs)).isHeld) return "busy";
  // The worker with the lock may hang before or after its lease. Under the second lock this one may go on without it.
  const lock = first === "held" ? await deps.tryLock(getSecondLockName(channelId)) : first;
  if (lock === "held") return "leased";
  try {
    const options = { isTurn, leaseMs: deps.timing.leaseMs, reconnectWithinMs, clock, connectorFor };
    const leased = await leaseChannelWithPost(pool, channelId, typeof first !== "string", options);
    return leased ? await publishLeasedChannel(deps, leased, { ...options, connector: leased.connector }) : "leased";
  } finally {
    if (typeof lock !== "string") await lock();
  }
}

async function publishLeasedChannel(
  deps: ChannelWorkerDeps,
  { channel, connector, first }: { channel: LeasedChannel; connector: Connector | null; first: LeaseResult },
  options: LeaseOptions,
): Promise<ChannelLeaseResult> {
  const lease = startLeaseRenewal({ pool: deps.pool, channel, timing: deps.timing, log: deps.log });
  const startedAt = performance.now();
  let isReleased = false;
  try {
    for (let take = first; ; take = await leasePost(deps.pool, channel, options)) {
      if (take.type === "none") return options.isTurn ? "leased" : "released";
      if (take.type === "lost" || lease.lost.aborted) return "lost";
      const delivered = await deliverLeasedPost(deps, channel, { take, connector }, lease);
      if (delivered === "lost") return "lost";
      isReleased = delivered === "released";
      if (isReleased) return "idle";
      if (options.isTurn || deps.isStopping() || performance.now() - startedAt >= turnMs) return "released";
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
  const isDisconnected = channel.isRemoved && !isAllPublished;
  if (!connector || isDisconnected) {
    if (take.type === "taken" && (await deps.store.plan(post, null)) === "lost") return "lost";
    const why = isDisconnected ? "The channel was disconnected" : "this version can't publish there";
    return await failUndeliverable(deps, channel, post, why);
  }
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
