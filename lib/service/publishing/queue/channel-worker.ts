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
  /** Has the channel looked at again then; see `Wake`. */
  wakeChannel: (channelId: string, at: Date) => Promise<void>;
  /** See `OwnConnection.tryLock`. */
  tryLock: (name: string) => Promise<(() => Promise<void>) | null>;
  isStopping: () => boolean;
  chance: () => number;
  crashAt?: ((point: CrashPoint, part: number) => void) | undefined;
};

/** After so long a channel goes to the end of the queue, so that a backlog of one leaves room for others. */
const turnMs = 2_000;

/**
 * Sends what is due on one channel, oldest first, one after the other: parts of two posts never interleave in one
 * account. Where accounts take turns, those of the others as well.
 */
export async function publishDuePosts(at: ChannelWorkerDeps, channelId: string): Promise<ChannelRunResult> {
  const { app, isLeased } = await findAppTakingTurns(at.pool, channelId);
  if (app) return await publishInTurns(at, app, channelId);
  const came = await publishOnChannel(at, channelId, { isTurn: false, isLeased });
  // Who has it asks what is left after letting go.
  if (came === "lost" || came === "busy") return "held";
  if (at.isStopping()) return "done";
  return await getRunResult(at, channelId, came === "held" ? "held" : "more");
}

/** Asked after letting go, for a post that came due meanwhile would wait for the next sweep. */
async function getRunResult(
  at: ChannelWorkerDeps,
  channelId: string,
  ifDue: "held" | "more",
): Promise<ChannelRunResult> {
  const what = await getRemainingWork(at.pool, channelId, at.reconnectWithinMs);
  if (what === "due") return ifDue;
  // The one that ran into it wakes its own channel; the others of the same application have nobody who would.
  if (what) await at.wakeChannel(channelId, what);
  return "done";
}

/**
 * Sends one post after the other of all accounts of an application, each in its turn, until nothing is due: over all
 * processes one alone does it, so that of a limit that is used up one call hears. The others look again, in case it dies.
 */
async function publishInTurns(
  at: ChannelWorkerDeps,
  app: PlatformApplication,
  channelId: string,
): Promise<ChannelRunResult> {
  const unlock = await at.tryLock(`turns ${app.platform} ${app.host}`);
  if (!unlock) return await getRunResult(at, channelId, "held");
  /** Somebody else has these; the others don't wait for them. */
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
 * @param how.isTurn one post, and no more.
 * @returns `held` when somebody else has the channel, it has to wait, or its turn went by; `busy` when somebody who lives has
 * it beyond doubt: then its row is left alone, for each look at it would wait behind the sender's own writes.
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
      if (take.is === "none") return isTurn ? "held" : "released";
      if (take.is === "lost" || lease.lost.aborted) return "lost";
      const delivered = await deliverLeasedPost(at, channel, { take, connector }, lease);
      if (delivered === "lost") return "lost";
    } while (!isTurn && !at.isStopping() && performance.now() - startedAt < turnMs);
  } finally {
    lease.end();
    // After a database error too, as far as it answers; else the next one finds our lock free or the lease expired.
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
  if (take.is === "unreadable") return await failUndeliverable(at, channel, post, take.why);
  const isAllOut = post.parts.length > 0 && post.parts.every(({ state }) => state === "sent");
  if (channel.isRemoved && !isAllOut) return await failUndeliverable(at, channel, post, "The channel was disconnected");
  if (!connector) return await failUndeliverable(at, channel, post, "this version can't publish there");
  const { pool: _pool, connectorFor: _connectorFor, tryLock: _tryLock, wakeChannel: _wake, ...rest } = at;
  const delivery = { ...rest, post, channel, connector, lost: lease.lost, leftMs: lease.leftMs };
  return take.is === "overdue" ? await failOverduePost(delivery) : await deliverPost(delivery);
}

async function failUndeliverable(
  at: ChannelWorkerDeps,
  channel: LeasedChannel,
  post: LeasedPost,
  said: string,
): Promise<DeliveryResult> {
  const out = post.parts.filter((one) => one.state === "sent").length;
  // One that may be out is not said to be refused: it can't be looked for any more.
  const unsure = post.parts.find(({ state }) => state === "sending" || state === "unknown");
  const cause = unsure ? "unconfirmed" : "rejected";
  const part = unsure?.number ?? out + 1;
  const parts = Math.max(post.parts.length, 1);
  const message = formatFailureMessage({
    ...{ cause, platform: channel.platform, part, parts, out, said, lateMs: post.lateMs },
    isSentAgain: wasResent(post.parts, part),
    isDisconnected: channel.isRemoved,
  });
  at.log.warn({ postId: post.id, cause }, "a post failed");
  const failure = { cause, message, part, reason: "invalid", said } as const;
  const failed = await at.record.failed(post, { ...failure, partState: unsure ? "unknown" : "waiting" });
  return failed ? "ended" : "lost";
}

/** An application of ours somewhere, whose accounts the platform counts together. */
type PlatformApplication = { platform: string; host: string };

/**
 * The application whose accounts take turns, of which the channel is one; null where they don't. They do for a while after its
 * platform has asked all of them to wait: at its end each would otherwise send at once, and run into the limit at once.
 * `isLeased`: somebody has the channel, dead or alive.
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

/** The account with something due whose turn was longest ago; it is counted as had. */
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
