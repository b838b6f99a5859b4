import type { Connector, IoFor, Kept, OutgoingPart, PublishError, Sent } from "#lib/service/channels/core/connector.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Log } from "#lib/service/core/log.ts";
import type { FitStored } from "#lib/service/media/processing/fitted-images.ts";
import type { HeldChannel } from "./channel-lease.ts";
import { failureSentence } from "./failure-message.ts";
import type { FailureCause, Recorder } from "./delivery-store.ts";
import type { TakenPart, TakenPost } from "./leased-post.ts";
import type { Timing } from "./timing.ts";

/** Where a process may be killed in tests, in the order a part passes them. */
export type CrashPoint = "taken" | "prepared" | "sending" | "answered" | "saved";

/** `ended`: published, failed or put off. `lost`: somebody else has it. `stopped`: handed back. */
export type Delivered = "ended" | "lost" | "stopped";

export type Delivery = {
  post: TakenPost;
  channel: HeldChannel;
  connector: Connector;
  ioFor: IoFor;
  fitStored: FitStored;
  record: Recorder;
  timing: Timing;
  missedAfterMs: number;
  reconnectWithinMs: number;
  clock: Clock;
  log: Log;
  lost: AbortSignal;
  /** See `keepLease`. */
  leftMs: () => number;
  isStopping: () => boolean;
  /** From 0 to 1. */
  chance: () => number;
  crashAt?: ((point: CrashPoint, part: number) => void) | undefined;
};

/** `next`: this part is out, on to the one after it. */
export type Step = "next" | Delivered;

/** Not known yet: the part stays as one that may be out. */
export async function lookLater(
  at: Delivery,
  part: TakenPart,
  ms: number,
  refused: PublishError | null = null,
): Promise<Step> {
  const off = { part: part.number, partState: "sending", kind: "looked_up", detail: {}, refused } as const;
  return ended(await at.record.putOff(at.post, { ...off, ms: Math.ceil(ms) + 1 }));
}

/** Commits what stands there. */
export async function save(at: Delivery, part: TakenPart, sent: Sent): Promise<Step> {
  const isLast = part.number === at.post.parts.length;
  const saved = await at.record.sent(at.post, part, sent, isLast).catch((error: { code?: string }) => {
    // Another part of ours has this remote id: the answer was not to this request.
    if (error.code === "23505") return "not ours" as const;
    throw error;
  });
  if (saved === "not ours") return await lookLater(at, part, timeoutOf(at, part));
  if (!saved) return "lost";
  part.state = "sent";
  part.remoteId = sent.remoteId;
  at.crashAt?.("saved", part.number);
  return isLast ? "ended" : "next";
}

export async function fail(
  at: Delivery,
  part: Pick<TakenPart, "number"> & { restoredAt?: Date | null },
  cause: FailureCause,
  error: PublishError | null,
): Promise<Step> {
  const out = at.post.parts.filter((one) => one.state === "sent").length;
  const message = failureSentence({
    ...{ cause, platform: at.channel.platform, part: part.number, parts: at.post.parts.length, out },
    ...{ said: error?.message ?? null, lateMs: at.post.lateMs, isToMend: error !== null && error === at.post.toMend },
    isRestored: Boolean(part.restoredAt),
    isSentAgain: isSentAgain(at.post.parts, part.number) && !at.connector.findPart.can,
  });
  at.log.warn({ postId: at.post.id, part: part.number, cause, reason: error?.reason }, "a post failed");
  const partState = cause === "unconfirmed" ? "unknown" : "waiting";
  const why = { reason: error?.reason ?? null, said: error?.message ?? null };
  return ended(await at.record.failed(at.post, { cause, message, part: part.number, ...why, partState }));
}

/** Whether it was sent before, and nobody knew what became of that. */
export const isSentAgain = (parts: readonly Pick<TakenPart, "number" | "resends">[], number: number): boolean =>
  parts.some((part) => part.number === number && part.resends > 0);

export const ended = (isOurs: boolean): Delivered => (isOurs ? "ended" : "lost");

export function timeoutOf(at: Delivery, part: TakenPart): number {
  return part.number === 1 && at.post.images.length > 0 ? at.timing.imageCallMs : at.timing.callMs;
}

/** By the database's clock, as all times of a part are: this machine's own may be wrong, and then what stands there looks too old. */
export const nowOf = (at: Pick<Delivery, "clock" | "post">): Date =>
  new Date(at.clock.now().getTime() + at.post.clockOffMs);

/** What each call of this part is made with. */
export function call(at: Delivery, part: TakenPart, timeoutMs = timeoutOf(at, part)) {
  const { platform, practice, account } = at.channel;
  const io = (signal: AbortSignal) => ({
    ...at.ioFor({ ...{ platform, practice, account, signal }, keep: (prepared) => keep(at, part, prepared) }),
    now: () => nowOf(at),
  });
  return { account, io, timeoutMs, lost: at.lost, log: at.log };
}

export function outgoing(at: Delivery, part: TakenPart): OutgoingPart {
  // A part that stands there by the author's word has no id we know: then the one before it is answered.
  const ahead = at.post.parts.slice(0, part.number - 1).flatMap(({ remoteId }) => remoteId ?? []);
  const parent = ahead.at(-1) ?? null;
  return {
    key: part.key,
    number: part.number,
    text: part.text,
    images: part.number === 1 ? at.post.images : [],
    wire: part.wire,
    prepared: part.prepared,
    root: ahead[0] ?? null,
    parent,
    startedAt: part.startedAt ?? nowOf(at),
    sentBefore: part.sentBefore,
    resends: part.resends,
    ...(part.restoredAt && { restoredAt: part.restoredAt, about: aboutOf(at.post, part, parent) }),
  };
}

/** Most go out within a second of their time; a wait that the platform asked for, or a few tries, still lie within. */
const aboutMs = { before: 2 * 60_000, after: 30 * 60_000 };

/**
 * When a part of a restored post was to go out, in the time that the backup does not know. What answers the part before it
 * is this one at any time.
 */
function aboutOf(post: TakenPost, part: TakenPart, parent: string | null): { from: Date; until: Date } {
  const [knownMs, restoredMs] = [part.startedAt?.getTime() ?? 0, part.restoredAt?.getTime() ?? 0];
  const plannedMs = Math.max(post.plannedFor.getTime(), knownMs);
  const [fromMs, untilMs] =
    parent === null ? [plannedMs - aboutMs.before, plannedMs + aboutMs.after] : [knownMs, restoredMs];
  return { from: new Date(fromMs), until: new Date(Math.min(untilMs, restoredMs)) };
}

/** Not ours any more: then the mark that follows tells, and nothing is sent. */
export async function keep(at: Delivery, part: TakenPart, prepared: Kept): Promise<void> {
  part.prepared = prepared;
  await at.record.prepared(at.post, part.number, prepared);
}
