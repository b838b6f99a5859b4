import type { Connector, ConnectorFor, IoFor } from "#lib/service/channels/connector";
import type { Clock } from "#lib/service/clock";
import type { Context } from "#lib/service/context";
import type { Log } from "#lib/service/log";
import type { FitStored } from "#lib/service/media/image-forms";
import { appWaitsUntil, type HeldChannel, hasDue, keepLease, releaseChannel, takeChannel } from "./channel-lease.ts";
import type { Drained } from "./channel-pool.ts";
import { type CrashPoint, type Delivered, deliver, failOverdue } from "./deliver.ts";
import { failureSentence } from "./failure-sentences.ts";
import type { Recorder } from "./record.ts";
import { type Take, takePost } from "./take-post.ts";
import type { TakenPost } from "./taken-post.ts";
import type { Timing } from "./timing.ts";

export type Drain = {
  pool: Context["pool"];
  connectorFor: ConnectorFor;
  ioFor: IoFor;
  fitStored: FitStored;
  record: Recorder;
  clock: Clock;
  log: Log;
  timing: Timing;
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
 * account. Looks once more after letting go, for a post that came due meanwhile would wait for the next sweep.
 */
export async function drainChannel(at: Drain, channelId: string): Promise<Drained> {
  const unlock = await at.tryLock(channelId);
  try {
    const channel = await takeChannel(at.pool, channelId, unlock !== null, at.timing.leaseMs);
    // Whoever holds it looks once more after letting go, unless it dies.
    if (!channel) return await leave(at, channelId);
    const drained = await drainHeld(at, channel);
    if (drained === "lost") return "held";
  } finally {
    await unlock?.();
  }
  if (at.isStopping()) return "done";
  return (await hasDue(at.pool, channelId, at.reconnectWithinMs)) ? "more" : "done";
}

async function leave(at: Drain, channelId: string): Promise<Drained> {
  if (await hasDue(at.pool, channelId, at.reconnectWithinMs)) return "held";
  // The one that ran into it wakes its own channel; the others of the same application have nobody who would.
  const until = await appWaitsUntil(at.pool, channelId);
  if (until) await at.wakeChannel(channelId, until);
  return "done";
}

async function drainHeld(at: Drain, channel: HeldChannel): Promise<"released" | "lost"> {
  const lease = keepLease({ pool: at.pool, channel, timing: at.timing, log: at.log });
  const startedAt = performance.now();
  const connector = at.connectorFor(channel);
  try {
    while (!at.isStopping() && performance.now() - startedAt < turnMs) {
      const { clock, reconnectWithinMs } = at;
      const { leaseMs } = at.timing;
      const take = await takePost(at.pool, channel, { leaseMs, reconnectWithinMs, clock, connector });
      if (take.is === "none") break;
      if (take.is === "lost" || lease.lost.aborted) return "lost";
      const delivered = await deliverTaken(at, channel, { take, connector }, lease.lost);
      if (delivered === "lost") return "lost";
    }
  } finally {
    lease.end();
    // After a database error too, as far as it answers; else the next one finds our lock free or the lease expired.
    await releaseChannel(at.pool, channel).catch(() => undefined);
  }
  return "released";
}

async function deliverTaken(
  at: Drain,
  channel: HeldChannel,
  { take, connector }: { take: Extract<Take, { post: TakenPost }>; connector: Connector | null },
  lost: AbortSignal,
): Promise<Delivered> {
  const { post } = take;
  if (take.is === "unreadable") return await refuse(at, channel, post, take.why);
  if (channel.isRemoved) return await refuse(at, channel, post, "the channel was disconnected");
  if (!connector) return await refuse(at, channel, post, "this version can't publish there");
  const { pool: _pool, connectorFor: _connectorFor, tryLock: _tryLock, wakeChannel: _wake, ...rest } = at;
  const delivery = { ...rest, post, channel, connector, lost };
  return take.is === "overdue" ? await failOverdue(delivery) : await deliver(delivery);
}

async function refuse(at: Drain, channel: HeldChannel, post: TakenPost, said: string): Promise<Delivered> {
  const out = post.parts.filter((one) => one.state === "sent").length;
  // One that may be out is not said to be refused: it can't be looked for any more.
  const unsure = post.parts.find(({ state }) => state === "sending" || state === "unknown");
  const cause = unsure ? "unconfirmed" : "rejected";
  const part = unsure?.number ?? out + 1;
  const parts = Math.max(post.parts.length, 1);
  const message = failureSentence({
    ...{ cause, platform: channel.platform, part, parts, out, said, lateMs: post.lateMs },
  });
  at.log.warn({ postId: post.id, cause }, "a post failed");
  const failure = { cause, message, part, reason: "invalid", said } as const;
  const failed = await at.record.failed(post, { ...failure, partState: unsure ? "unknown" : "waiting" });
  return failed ? "ended" : "lost";
}
