import type {
  Connector,
  IoFor,
  Kept,
  Outcome,
  OutgoingPart,
  PublishError,
  Sent,
} from "#lib/service/channels/connector";
import type { Clock } from "#lib/service/clock";
import type { Log } from "#lib/service/log";
import type { FitStored } from "#lib/service/media/image-forms";
import { callFind, callPrepare, callPublish } from "./call-connector.ts";
import type { HeldChannel } from "./channel-lease.ts";
import { failureSentence } from "./failure-sentences.ts";
import { fitImages } from "./fit-images.ts";
import type { FailureCause, Recorder } from "./record.ts";
import { nextLookMs, nextRetryMs, waitMaxMs } from "./retry-schedule.ts";
import type { TakenPart, TakenPost } from "./taken-post.ts";
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
  isStopping: () => boolean;
  /** From 0 to 1. */
  chance: () => number;
  crashAt?: ((point: CrashPoint, part: number) => void) | undefined;
};

/** A post whose sending ends the process each time must not do so for ever. Far above what mishaps need. */
const takesMax = 50;

type Step = "next" | Delivered;

/**
 * Sends a taken post part by part: each part's remote id is committed before the next one leaves, and a part that may
 * be out is looked up before it is sent again.
 */
export async function deliver(at: Delivery): Promise<Delivered> {
  at.crashAt?.("taken", 0);
  for (const part of at.post.parts) {
    const step = await deliverPart(at, part);
    if (step !== "next") return step;
  }
  // Every part was out already: the last one sent closes the post with it.
  return ended(await at.record.published(at.post));
}

async function deliverPart(at: Delivery, part: TakenPart): Promise<Step> {
  if (part.state === "sent") return "next";
  if (part.state !== "waiting") {
    const step = await settle(at, part);
    if (step !== "send") return step;
  }
  if (at.lost.aborted) return "lost";
  if (at.isStopping()) return (await at.record.handBack(at.post)) ? "stopped" : "lost";
  if (at.post.attempts > takesMax) return await fail(at, part, "gave_up", null);
  if (at.post.idleMs > at.missedAfterMs) {
    const { toMend } = at.post;
    return toMend ? await fail(at, part, "gave_up", toMend) : await fail(at, part, "missed", null);
  }
  return await send(at, part);
}

/**
 * Of a post that has waited for its account to be connected anew as long as it may: not sent any more. A part that may be
 * out can't be looked for without a sign-in, so the member says what became of it.
 */
export async function failOverdue(at: Delivery): Promise<Delivered> {
  const part = at.post.parts.find(({ state }) => state !== "sent");
  if (part && part.state !== "waiting")
    return (await fail(at, part, "unconfirmed", null)) === "lost" ? "lost" : "ended";
  const hours = Math.round(at.reconnectWithinMs / 3_600_000);
  const error = { reason: "auth", message: `It was not connected again within ${hours} hours.` } as const;
  return (await fail(at, part ?? { number: 1 }, "reconnect", error)) === "lost" ? "lost" : "ended";
}

/** What is done before the part is marked as on its way: after a crash here it is simply done again. */
async function getReady(at: Delivery, part: TakenPart): Promise<Step | "ready"> {
  const form = part.number === 1 ? at.connector.imageForm?.(at.channel.account) : null;
  const unfit = form ? await fitImages(at, form) : null;
  if (unfit) return await turnedDown(at, part, unfit);
  const { prepare } = at.connector;
  if (!prepare.can) return "ready";
  const came = await callPrepare(prepare, outgoing(at, part), call(at, part, at.timing.imageCallMs));
  if (came.is !== "ready") return await turnedDown(at, part, came);
  await keep(at, part, came.prepared);
  at.crashAt?.("prepared", part.number);
  return "ready";
}

/** Not ours any more: then the mark that follows tells, and nothing is sent. */
async function keep(at: Delivery, part: TakenPart, prepared: Kept): Promise<void> {
  part.prepared = prepared;
  await at.record.prepared(at.post, part.number, prepared);
}

async function send(at: Delivery, part: TakenPart): Promise<Step> {
  const ready = await getReady(at, part);
  if (ready !== "ready") return ready;
  const startedAt = await at.record.sending(at.post, part.number);
  if (startedAt === "waits") return ended(await at.record.handBack(at.post));
  if (startedAt === "lost") return "lost";
  part.state = "sending";
  part.startedAt = startedAt;
  part.startedAgoMs = 0;
  at.crashAt?.("sending", part.number);
  const outcome = await callPublish(at.connector, outgoing(at, part), call(at, part));
  at.crashAt?.("answered", part.number);
  if (outcome.is === "published") {
    const step = await save(at, part, outcome.sent);
    return await rest(at, part, step, outcome);
  }
  if (outcome.is === "unknown") {
    // The request has ended, so nothing of ours is on its way any more.
    const step = await look(at, part, 0);
    return step === "send" ? await resend(at, part) : step;
  }
  return await turnedDown(at, part, outcome);
}

/** The platform said that nothing is left for now: what comes next waits before it is refused. */
async function rest(
  at: Delivery,
  part: TakenPart,
  step: Step,
  { restUntil, restOf = "account" }: Extract<Outcome, { is: "published" }>,
): Promise<Step> {
  if (restUntil === undefined || step === "lost") return step;
  const ms = Math.min(restUntil.getTime() - at.clock.now().getTime(), waitMaxMs);
  if (ms <= 0) return step;
  const wait = { ms, of: restOf, mend: null };
  if (step === "next") return ended(await at.record.waits(at.post, part.number + 1, wait));
  await at.record.rest(at.post, wait);
  return step;
}

/** Nothing was changed there. */
async function turnedDown(
  at: Delivery,
  part: TakenPart,
  outcome: Exclude<Outcome, { is: "published" } | { is: "unknown" }>,
): Promise<Step> {
  switch (outcome.is) {
    case "rejected":
      return await fail(at, part, "rejected", outcome.error);
    case "reconnect":
      // A practice channel asks for it because it was told to, and nobody would connect it anew.
      if (at.channel.practice) return await fail(at, part, "reconnect", outcome.error);
      at.log.warn({ postId: at.post.id, channelId: at.channel.id }, "a post waits for its account");
      return ended(await at.record.signedOut(at.post, part.number, outcome.error));
    case "wait": {
      const ms = Math.min(Math.max(outcome.until.getTime() - at.clock.now().getTime(), 1_000), waitMaxMs);
      const wait = { ms, of: outcome.of ?? "account", mend: outcome.mend ?? null };
      return ended(await at.record.waits(at.post, part.number, wait));
    }
    case "temporary": {
      const ms = nextRetryMs(at.post.attempts, at.chance(), outcome.retryAfterMs ?? null);
      if (ms === null) return await fail(at, part, "gave_up", outcome.error);
      const detail = { reason: outcome.error.reason, message: outcome.error.message };
      const off = { ms, part: part.number, partState: "waiting", kind: "attempt_failed", detail } as const;
      return ended(await at.record.putOff(at.post, off));
    }
    default:
      return outcome satisfies never;
  }
}

/** Absent for sure: through the schedule, so that a platform that never answers is not asked in a circle. */
async function resend(at: Delivery, part: TakenPart): Promise<Step> {
  const ms = nextRetryMs(at.post.attempts, at.chance(), null);
  if (ms === null) return await fail(at, part, "gave_up", null);
  const detail = { reason: "network", message: "No answer came, and it is not there." };
  const off = { ms, part: part.number, partState: "waiting", kind: "attempt_failed", detail, isResend: true } as const;
  return ended(await at.record.putOff(at.post, off));
}

/** A part found `sending`: an earlier worker died, was lost or could not tell. */
async function settle(at: Delivery, part: TakenPart): Promise<Step | "send"> {
  // The earlier worker may have lost only its database, and its call may still be under way.
  const underWayMs = at.connector.repeats.deduplicated ? 0 : timeoutOf(at, part);
  const step = await look(at, part, underWayMs);
  if (step !== "send") return step;
  part.state = "waiting";
  part.resends += 1;
  const forgotten = await at.record.absent(at.post, part.number);
  return forgotten ? "send" : "lost";
}

/** @returns `send` when the part is absent beyond doubt. */
async function look(at: Delivery, part: TakenPart, underWayMs: number): Promise<Step | "send"> {
  const agoMs = part.startedAgoMs ?? 0;
  // Of two posts with the same words, one item is one of them only.
  const sought = { ...outgoing(at, part), others: await at.record.others(at.post) };
  const found = await callFind(at.connector, sought, call(at, part));
  if (found?.is === "found") return await save(at, part, found.sent);
  const isBlind = found === null || found.is === "never_tells";
  if (isBlind && agoMs >= underWayMs) return await fail(at, part, "unconfirmed", null);
  if (!isBlind && found.is === "cannot_tell") {
    const ms = nextRetryMs(at.post.attempts, at.chance(), null);
    return ms === null ? await fail(at, part, "unconfirmed", null) : await lookLater(at, part, ms);
  }
  const { absentAfterMs, resends } = at.connector.repeats;
  const believedMs = underWayMs + (isBlind ? 0 : absentAfterMs);
  if (agoMs < believedMs) return await lookLater(at, part, nextLookMs(agoMs, believedMs));
  // Not there, and sent again as often as is safe where the platform might show it only later.
  if (resends !== null && part.resends >= resends) return await fail(at, part, "unconfirmed", null);
  return "send";
}

async function lookLater(at: Delivery, part: TakenPart, ms: number): Promise<Step> {
  const off = { part: part.number, partState: "sending", kind: "looked_up", detail: {} } as const;
  return ended(await at.record.putOff(at.post, { ...off, ms: Math.ceil(ms) + 1 }));
}

async function save(at: Delivery, part: TakenPart, sent: Sent): Promise<Step> {
  const isLast = part.number === at.post.parts.length;
  const saved = await at.record.sent(at.post, part.number, sent, isLast).catch((error: { code?: string }) => {
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

async function fail(
  at: Delivery,
  part: Pick<TakenPart, "number">,
  cause: FailureCause,
  error: PublishError | null,
): Promise<Step> {
  const out = at.post.parts.filter((one) => one.state === "sent").length;
  const message = failureSentence({
    ...{ cause, platform: at.channel.platform, part: part.number, parts: at.post.parts.length, out },
    ...{ said: error?.message ?? null, lateMs: at.post.lateMs, isToMend: error !== null && error === at.post.toMend },
  });
  at.log.warn({ postId: at.post.id, part: part.number, cause, reason: error?.reason }, "a post failed");
  const partState = cause === "unconfirmed" ? "unknown" : "waiting";
  const why = { reason: error?.reason ?? null, said: error?.message ?? null };
  return ended(await at.record.failed(at.post, { cause, message, part: part.number, ...why, partState }));
}

const ended = (isOurs: boolean): Delivered => (isOurs ? "ended" : "lost");

function timeoutOf(at: Delivery, part: TakenPart): number {
  return part.number === 1 && at.post.images.length > 0 ? at.timing.imageCallMs : at.timing.callMs;
}

function call(at: Delivery, part: TakenPart, timeoutMs = timeoutOf(at, part)) {
  const { platform, practice, account } = at.channel;
  const io = (signal: AbortSignal) =>
    at.ioFor({ ...{ platform, practice, account, signal }, keep: (prepared) => keep(at, part, prepared) });
  return { account, io, timeoutMs, lost: at.lost, log: at.log };
}

function outgoing(at: Delivery, part: TakenPart): OutgoingPart {
  // A part that stands there by the author's word has no id we know: then the one before it is answered.
  const ahead = at.post.parts.slice(0, part.number - 1).flatMap(({ remoteId }) => remoteId ?? []);
  return {
    key: part.key,
    number: part.number,
    text: part.text,
    images: part.number === 1 ? at.post.images : [],
    wire: part.wire,
    prepared: part.prepared,
    root: ahead[0] ?? null,
    parent: ahead.at(-1) ?? null,
    startedAt: part.startedAt ?? at.clock.now(),
    resends: part.resends,
  };
}
