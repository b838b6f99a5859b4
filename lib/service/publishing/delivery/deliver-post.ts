import type { PlatformImageRequirements, PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import type { Log } from "#lib/service/core/log.ts";
import { ImageFitError } from "#lib/service/media/processing/fit-image.ts";
import type { FitStoredImage } from "#lib/service/media/processing/fitted-images.ts";
import { callLookup, callPrepare, callPublish } from "./call-connector.ts";
import {
  createConnectorCall,
  type DeliveryContext,
  type DeliveryResult,
  type DeliveryStep,
  failPost,
  getCallTimeoutMs,
  getDatabaseNow,
  postponeLookup,
  savePreparedPart,
  savePublishedPart,
  toDeliveryResult,
  toOutgoingPart,
} from "./delivery-steps.ts";
import type { LeasedPart, LeasedPost } from "./leased-post.ts";
import { getLookupDelayMs, getRetryDelayMs, maxWaitMs } from "./retry-schedule.ts";

/**
 * A post whose delivery ends the process each time must not be retried forever. The limit is far above what accidents
 * need.
 */
const maxLeases = 50;

/**
 * Delivers a leased post part by part: each part's remote id is committed before the next one leaves, and a part that
 * may be published is looked up before it is sent again.
 */
export async function deliverPost(at: DeliveryContext): Promise<DeliveryResult> {
  at.crashAt?.("taken", 0);
  for (const part of at.post.parts) {
    const step = await deliverPart(at, part);
    if (step !== "next") return step;
  }
  // Every part was published already: the post ends with the last part's time.
  return toDeliveryResult(await at.record.published(at.post));
}

async function deliverPart(at: DeliveryContext, part: LeasedPart): Promise<DeliveryStep> {
  if (part.state === "sent") return "next";
  if (part.state !== "waiting") {
    const step = await resolveUnclearPart(at, part);
    if (step !== "send") return step;
  }
  if (at.lost.aborted) return "lost";
  if (at.isStopping()) return (await at.record.handBack(at.post)) ? "stopped" : "lost";
  if (at.post.attempts > maxLeases) return await failPost(at, part, "gave_up", null);
  if (at.post.idleMs > at.missedAfterMs) {
    const { toMend } = at.post;
    return toMend ? await failPost(at, part, "gave_up", toMend) : await failPost(at, part, "missed", null);
  }
  return await sendPart(at, part);
}

/**
 * Fails a post that has waited for its account's reconnect as long as it may. A part that may be published can't be
 * looked up without a sign-in, so the member decides about it.
 */
export async function failOverduePost(at: DeliveryContext): Promise<DeliveryResult> {
  const part = at.post.parts.find(({ state }) => state !== "sent");
  if (part && part.state !== "waiting")
    return (await failPost(at, part, "unconfirmed", null)) === "lost" ? "lost" : "ended";
  const hours = Math.round(at.reconnectWithinMs / 3_600_000);
  const error = { reason: "auth", message: `The channel wasn't reconnected within ${hours} hours.` } as const;
  return (await failPost(at, part ?? { number: 1 }, "reconnect", error)) === "lost" ? "lost" : "ended";
}

/** Prepares a part before it is marked as `sending`: after a crash here the preparation is simply repeated. */
async function preparePart(at: DeliveryContext, part: LeasedPart): Promise<DeliveryStep | "ready"> {
  const form = part.number === 1 ? at.connector.imageForm?.(at.channel.account) : null;
  const unfit = form ? await fitPostImages(at, form) : null;
  if (unfit) return await applyRefusedOutcome(at, part, unfit);
  const { prepare } = at.connector;
  if (!prepare.can) return "ready";
  const came = await callPrepare(
    prepare,
    toOutgoingPart(at, part),
    createConnectorCall(at, part, at.timing.imageCallMs),
  );
  if (came.type !== "ready") return await applyRefusedOutcome(at, part, came);
  await savePreparedPart(at, part, came.prepared);
  at.crashAt?.("prepared", part.number);
  return "ready";
}

async function sendPart(at: DeliveryContext, part: LeasedPart): Promise<DeliveryStep> {
  const ready = await preparePart(at, part);
  if (ready !== "ready") return ready;
  const startedAt = await at.record.sending(at.post, part.number);
  if (startedAt === "waits") return toDeliveryResult(await at.record.handBack(at.post));
  if (startedAt === "lost") return "lost";
  part.state = "sending";
  part.startedAt = startedAt;
  part.startedAgoMs = 0;
  at.crashAt?.("sending", part.number);
  if (at.leftMs() < getCallTimeoutMs(at, part)) return await postponeStalledPart(at, part);
  const outcome = await callPublish(at.connector, toOutgoingPart(at, part), createConnectorCall(at, part));
  at.crashAt?.("answered", part.number);
  if (outcome.type === "published") {
    const step = await savePublishedPart(at, part, outcome.sent);
    return await waitForRateLimit(at, part, step, outcome);
  }
  if (outcome.type === "unknown") {
    // The request has ended, so no request of ours is in progress.
    const step = await lookUpPart(at, part, 0, outcome.refused);
    return step === "send" ? await scheduleResend(at, part) : step;
  }
  return await applyRefusedOutcome(at, part, outcome);
}

/**
 * Postpones a part whose process stalled between the mark and the request for so long that its call could outlast the
 * lease: another worker may have looked the part up by then, found nothing and sent it. Nothing has left, so the post
 * is returned.
 */
async function postponeStalledPart(at: DeliveryContext, part: LeasedPart): Promise<DeliveryStep> {
  const detail = { reason: "server", message: "Postwright stalled before sending it." };
  const off = { ms: 0, part: part.number, partState: "waiting", kind: "attempt_failed", detail } as const;
  return toDeliveryResult(await at.record.putOff(at.post, off));
}

/** Stores a wait after the platform reported an exhausted limit: the next request waits before it is refused. */
async function waitForRateLimit(
  at: DeliveryContext,
  part: LeasedPart,
  step: DeliveryStep,
  { restUntil, restOf = "account" }: Extract<PublishOutcome, { type: "published" }>,
): Promise<DeliveryStep> {
  if (restUntil === undefined || step === "lost") return step;
  const ms = Math.min(restUntil.getTime() - getDatabaseNow(at).getTime(), maxWaitMs);
  if (ms <= 0) return step;
  const wait = { ms, of: restOf, mend: null };
  if (step === "next") return toDeliveryResult(await at.record.waits(at.post, part.number + 1, wait));
  await at.record.rest(at.post, wait);
  return step;
}

/** Handles an outcome that changed nothing on the platform. */
async function applyRefusedOutcome(
  at: DeliveryContext,
  part: LeasedPart,
  outcome: Exclude<PublishOutcome, { type: "published" } | { type: "unknown" }>,
): Promise<DeliveryStep> {
  switch (outcome.type) {
    case "rejected":
      return await failPost(at, part, "rejected", outcome.error);
    case "reconnect":
      // A practice channel fails on demand only, and nobody would reconnect it.
      if (at.channel.practice) return await failPost(at, part, "reconnect", outcome.error);
      at.log.warn({ postId: at.post.id, channelId: at.channel.id }, "post waits for a reconnect");
      return toDeliveryResult(await at.record.signedOut(at.post, part.number, outcome.error));
    case "wait": {
      const ms = Math.min(Math.max(outcome.until.getTime() - getDatabaseNow(at).getTime(), 1_000), maxWaitMs);
      const wait = { ms, of: outcome.of ?? "account", mend: outcome.mend ?? null };
      return toDeliveryResult(await at.record.waits(at.post, part.number, wait));
    }
    case "temporary": {
      const ms = getRetryDelayMs(at.post.attempts, at.chance(), outcome.retryAfterMs ?? null);
      if (ms === null) return await failPost(at, part, "gave_up", outcome.error);
      const detail = { reason: outcome.error.reason, message: outcome.error.message };
      const off = { ms, part: part.number, partState: "waiting", kind: "attempt_failed", detail } as const;
      return toDeliveryResult(await at.record.putOff(at.post, off));
    }
    default:
      return outcome satisfies never;
  }
}

/**
 * Schedules another attempt for a part that is certainly absent. The retry schedule prevents an endless loop with a
 * platform that never answers.
 */
async function scheduleResend(at: DeliveryContext, part: LeasedPart): Promise<DeliveryStep> {
  const ms = getRetryDelayMs(at.post.attempts, at.chance(), null);
  if (ms === null) return await failPost(at, part, "gave_up", null);
  const detail = { reason: "network", message: "The platform didn't answer, and it isn't there." };
  const off = { ms, part: part.number, partState: "waiting", kind: "attempt_failed", detail, isResend: true } as const;
  return toDeliveryResult(await at.record.putOff(at.post, off));
}

/**
 * Converts the images of the post to the form of the account's platform.
 * @returns the outcome if one can't be converted
 */
async function fitPostImages(
  at: { post: LeasedPost; fitStored: FitStoredImage; log: Log },
  form: PlatformImageRequirements,
): Promise<Extract<PublishOutcome, { error: PublishError }> | null> {
  try {
    // Sequential: each conversion waits for its turn, and a post has few images.
    for (const [index, image] of at.post.images.entries()) at.post.images[index] = await at.fitStored(image, form);
    return null;
  } catch (error) {
    if (error instanceof ImageFitError) return { type: "rejected", error: { reason: "media", message: error.message } };
    at.log.warn({ err: error, postId: at.post.id }, "image could not be converted");
    return { type: "temporary", error: { reason: "media", message: "An image couldn't be read." } };
  }
}

/**
 * Resolves a part that is still `sending`: an earlier worker died, lost the lease or got no clear answer, or a backup
 * was restored.
 */
async function resolveUnclearPart(at: DeliveryContext, part: LeasedPart): Promise<DeliveryStep | "send"> {
  // The earlier worker may have lost only its database, and its call may still be in progress.
  const underWayMs = at.connector.repeats.deduplicated ? 0 : getCallTimeoutMs(at, part);
  const step = await lookUpPart(at, part, underWayMs, part.refused);
  if (step !== "send") return step;
  if (!(await at.record.absent(at.post, part))) return "lost";
  // Parts leave in order: those after an absent part were not sent either.
  for (const one of at.post.parts.slice(part.number - 1)) {
    one.state = "waiting";
    if (one.startedAt) one.sentBefore = [...one.sentBefore, one.startedAt];
  }
  if (part.restoredAt === null) part.resends += 1;
  else if (part.number === 1) return toDeliveryResult(await at.record.planAgain(at.post));
  return "send";
}

/**
 * Looks a part up and applies the outcome.
 * @param refused why the platform refused the part as a duplicate of what may be its own earlier request, just now or
 * when a lookup was postponed
 * @returns `send` if the part is certainly absent
 */
async function lookUpPart(
  at: DeliveryContext,
  part: LeasedPart,
  underWayMs: number,
  refused: PublishError | null = null,
): Promise<DeliveryStep | "send"> {
  const agoMs = part.startedAgoMs ?? 0;
  // One item belongs to only one of two posts with the same text.
  const sought = {
    ...toOutgoingPart(at, part),
    others: await at.record.others(at.post, part.sentBefore[0] ?? part.startedAt),
  };
  const found = await callLookup(at.connector, sought, createConnectorCall(at, part));
  if (found?.type === "found") return await savePublishedPart(at, part, found.sent);
  const isBlind = found === null || found.type === "never_tells";
  if (isBlind && agoMs >= underWayMs) return await failPost(at, part, "unconfirmed", refused);
  if (!isBlind && found.type === "cannot_tell") {
    const ms = getRetryDelayMs(at.post.attempts, at.chance(), null);
    return ms === null ? await failPost(at, part, "unconfirmed", refused) : await postponeLookup(at, part, ms, refused);
  }
  const { absentAfterMs, resends } = at.connector.repeats;
  const believedMs = underWayMs + (isBlind ? 0 : absentAfterMs);
  if (agoMs < believedMs) return await postponeLookup(at, part, getLookupDelayMs(agoMs, believedMs), refused);
  // The part is absent, but has been repeated as often as is safe on a platform that may show an item late.
  if (resends !== null && part.resends >= resends && part.restoredAt === null)
    return await failPost(at, part, "unconfirmed", refused);
  return "send";
}
