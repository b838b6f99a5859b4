import type { Outcome } from "#lib/service/channels/core/connector.ts";
import { callPrepare, callPublish } from "./call-connector.ts";
import {
  call,
  type Delivered,
  type Delivery,
  ended,
  fail,
  keep,
  nowOf,
  outgoing,
  type Step,
  save,
  timeoutOf,
} from "./delivery-steps.ts";
import { fitImages } from "#lib/service/publishing/fit-images.ts";
import { look, settle } from "./lookup.ts";
import { nextRetryMs, waitMaxMs } from "./retry-schedule.ts";
import type { TakenPart } from "./leased-post.ts";

/** A post whose sending ends the process each time must not do so for ever. Far above what mishaps need. */
const takesMax = 50;

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
  if (at.leftMs() < timeoutOf(at, part)) return await stoodStill(at, part);
  const outcome = await callPublish(at.connector, outgoing(at, part), call(at, part));
  at.crashAt?.("answered", part.number);
  if (outcome.is === "published") {
    const step = await save(at, part, outcome.sent);
    return await rest(at, part, step, outcome);
  }
  if (outcome.is === "unknown") {
    // The request has ended, so nothing of ours is on its way any more.
    const step = await look(at, part, 0, outcome.refused);
    return step === "send" ? await resend(at, part) : step;
  }
  return await turnedDown(at, part, outcome);
}

/**
 * Between the mark and the request this process stood still for so long that its call could outlast the lease: somebody
 * else may have looked by then, found nothing and sent it. Nothing has left, so what is still ours goes back.
 */
async function stoodStill(at: Delivery, part: TakenPart): Promise<Step> {
  const detail = { reason: "server", message: "Postwright stood still before it was sent." };
  const off = { ms: 0, part: part.number, partState: "waiting", kind: "attempt_failed", detail } as const;
  return ended(await at.record.putOff(at.post, off));
}

/** The platform said that nothing is left for now: what comes next waits before it is refused. */
async function rest(
  at: Delivery,
  part: TakenPart,
  step: Step,
  { restUntil, restOf = "account" }: Extract<Outcome, { is: "published" }>,
): Promise<Step> {
  if (restUntil === undefined || step === "lost") return step;
  const ms = Math.min(restUntil.getTime() - nowOf(at).getTime(), waitMaxMs);
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
      const ms = Math.min(Math.max(outcome.until.getTime() - nowOf(at).getTime(), 1_000), waitMaxMs);
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
