import { findAnimationProblem } from "#lib/contract/platforms/image-requirements.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { ImageFitError } from "#lib/service/media/processing/fit-image.ts";
import { callLookup, callPrepare, callPublish } from "./call-connector.ts";
import { createConnectorCallParameters, toOutgoingPart } from "./connector-call-parameters.ts";
import {
  type DeliveryContext,
  type DeliveryResult,
  type DeliveryStep,
  estimateDatabaseNow,
  getCallTimeoutMs,
} from "./delivery-context.ts";
import type { LeasedPart } from "./leased-post.ts";
import {
  failPost,
  postponeLookup,
  savePreparedPart,
  savePublishedPart,
  toEndedOrLost,
} from "./record-delivery-step.ts";
import { getLookupDelayMs, getResendPauseMs, getRetryDelayMs, maxAttempts, maxWaitMs } from "./retry-schedule.ts";

/**
 * A post whose delivery ends the process each time must not be retried forever. The limit is far above what accidents
 * need.
 */
const maxLeases = 50;

/**
 * Delivers a leased post part by part: each part's remote id is committed before the next one leaves, and a part that
 * may be published is looked up before it is sent again.
 */
export async function deliverPost(delivery: DeliveryContext): Promise<DeliveryResult> {
  delivery.crashAt?.("taken", 0);
  const { post, store } = delivery;
  const first = post.parts.find(({ state }) => state !== "sent");
  const ready = first && isReady(delivery, first) ? first : null;
  const planned = await store.plan(post, ready?.number ?? null);
  if (planned === "lost") return "lost";
  if (planned === "waits") return toEndedOrLost(await store.returnToQueue(post));
  for (const part of post.parts) {
    const step =
      part === ready && planned ? await publishPart(delivery, part, planned) : await deliverPart(delivery, part);
    if (step !== "next") return step;
  }
  // Every part was published already: the post ends with the last part's time.
  return toEndedOrLost(await delivery.store.published(delivery.post));
}

/** Tells if nothing comes between the plan of a part and its request: the plan then marks the part as well. */
function isReady(delivery: DeliveryContext, part: LeasedPart): boolean {
  const { post, connector, channel } = delivery;
  const hasImages = (post.placedImages.items[part.number - 1] ?? []).length > 0;
  const isPrepared = !connector.prepare.can && !(hasImages && connector.imageForm?.(channel.account));
  const isInTime = post.attempts <= maxLeases && post.idleMs <= delivery.missedAfterMs;
  const isOurs = !delivery.lost.aborted && !delivery.isStopping();
  return part.state === "waiting" && post.lookFrom === null && isPrepared && isInTime && isOurs;
}

async function deliverPart(delivery: DeliveryContext, part: LeasedPart): Promise<DeliveryStep> {
  if (part.state === "sent") return "next";
  if (part.state !== "waiting") {
    const step = await resolveUnclearPart(delivery, part);
    if (step !== "send") return step;
  }
  if (delivery.lost.aborted) return "lost";
  if (delivery.isStopping()) return (await delivery.store.returnToQueue(delivery.post)) ? "stopped" : "lost";
  if (delivery.post.attempts > maxLeases) return await failPost(delivery, part, "gave_up", null);
  if (delivery.post.idleMs > delivery.missedAfterMs) {
    const { problemToFix } = delivery.post;
    return problemToFix
      ? await failPost(delivery, part, "gave_up", problemToFix)
      : await failPost(delivery, part, "missed", null);
  }
  return await sendPart(delivery, part);
}

/**
 * Fails a post that has waited for its account's reconnect as long as it may. A part that may be published can't be
 * looked up without a sign-in, so the member decides about it.
 */
export async function failOverduePost(delivery: DeliveryContext): Promise<DeliveryResult> {
  const part = delivery.post.parts.find(({ state }) => state !== "sent");
  if (part && part.state !== "waiting")
    return (await failPost(delivery, part, "unconfirmed", null)) === "lost" ? "lost" : "ended";
  const hours = Math.round(delivery.reconnectWithinMs / 3_600_000);
  const error = { reason: "auth", message: `The channel wasn't reconnected within ${hours} hours.` } as const;
  return (await failPost(delivery, part ?? { number: 1 }, "reconnect", error)) === "lost" ? "lost" : "ended";
}

/** Prepares a part before it is marked as `sending`: after a crash here the preparation is simply repeated. */
async function preparePart(delivery: DeliveryContext, part: LeasedPart): Promise<DeliveryStep | "ready"> {
  const unfit = await fitPartImages(delivery, part);
  if (unfit === "unreadable")
    return await applyRefusedOutcome(delivery, part, {
      type: "temporary",
      error: { reason: "media", message: "An image couldn't be read." },
    });
  if (unfit) return await failPost(delivery, part, "unsupported", { reason: "media", message: unfit.message });
  const { prepare } = delivery.connector;
  if (!prepare.can) return "ready";
  const outcome = await callPrepare(
    prepare,
    toOutgoingPart(delivery, part),
    createConnectorCallParameters(delivery, part, delivery.timing.imageCallMs),
  );
  if (outcome.type !== "ready") return await applyRefusedOutcome(delivery, part, outcome);
  await savePreparedPart(delivery, part, outcome.prepared);
  delivery.crashAt?.("prepared", part.number);
  return "ready";
}

async function sendPart(delivery: DeliveryContext, part: LeasedPart): Promise<DeliveryStep> {
  const ready = await preparePart(delivery, part);
  if (ready !== "ready") return ready;
  const startedAt = await delivery.store.sending(delivery.post, part.number);
  if (startedAt === "waits") return toEndedOrLost(await delivery.store.returnToQueue(delivery.post));
  if (startedAt === "lost") return "lost";
  return await publishPart(delivery, part, startedAt);
}

/** Sends the request of a part whose mark is committed. */
async function publishPart(delivery: DeliveryContext, part: LeasedPart, startedAt: Date): Promise<DeliveryStep> {
  part.state = "sending";
  part.startedAt = startedAt;
  part.startedAgoMs = 0;
  part.absentForMs = null;
  delivery.crashAt?.("sending", part.number);
  if (delivery.leftMs() < getCallTimeoutMs(delivery, part)) return await postponeStalledPart(delivery, part);
  const outcome = await callPublish(
    delivery.connector,
    toOutgoingPart(delivery, part),
    createConnectorCallParameters(delivery, part),
  );
  delivery.crashAt?.("answered", part.number);
  if (outcome.type === "published") {
    const step = await savePublishedPart(delivery, part, outcome.sent, outcome.restUntil !== undefined);
    return await waitForRateLimit(delivery, part, step, outcome);
  }
  if (outcome.type === "unknown") {
    // The request has ended, so no request of ours is in progress.
    const step = await lookUpPart(delivery, part, 0, outcome.refused);
    return step === "send" ? await scheduleResend(delivery, part) : step;
  }
  return await applyRefusedOutcome(delivery, part, outcome);
}

/**
 * Postpones a part whose process stalled between the mark and the request for so long that its call could outlast the
 * lease: another worker may have looked the part up by then, found nothing and sent it. Nothing has left, so the post
 * is returned.
 */
async function postponeStalledPart(delivery: DeliveryContext, part: LeasedPart): Promise<DeliveryStep> {
  const detail = { reason: "server", message: "Postwright stalled before sending it." };
  const off = { ms: 0, part: part.number, partState: "waiting", kind: "attempt_failed", detail } as const;
  return toEndedOrLost(await delivery.store.postpone(delivery.post, off));
}

/** Stores a wait after the platform reported an exhausted limit: the next request waits before it is refused. */
async function waitForRateLimit(
  delivery: DeliveryContext,
  part: LeasedPart,
  step: DeliveryStep,
  { restUntil, restOf = "account" }: Extract<PublishOutcome, { type: "published" }>,
): Promise<DeliveryStep> {
  if (restUntil === undefined || step === "lost") return step;
  const ms = Math.min(restUntil.getTime() - estimateDatabaseNow(delivery).getTime(), maxWaitMs);
  if (ms <= 0) return step;
  const wait = { ms, of: restOf, problem: null };
  if (step === "next") return toEndedOrLost(await delivery.store.waits(delivery.post, part.number + 1, wait));
  await delivery.store.rest(delivery.post, wait);
  return step;
}

/** Handles an outcome that changed nothing on the platform. */
async function applyRefusedOutcome(
  delivery: DeliveryContext,
  part: LeasedPart,
  outcome: Exclude<PublishOutcome, { type: "published" } | { type: "unknown" }>,
): Promise<DeliveryStep> {
  switch (outcome.type) {
    case "rejected":
      return await failPost(delivery, part, "rejected", outcome.error);
    case "reconnect":
      // A practice channel fails on demand only, and nobody would reconnect it.
      if (delivery.channel.practice) return await failPost(delivery, part, "reconnect", outcome.error);
      delivery.log.warn({ postId: delivery.post.id, channelId: delivery.channel.id }, "post waits for a reconnect");
      return toEndedOrLost(await delivery.store.signedOut(delivery.post, part.number, outcome.error));
    case "wait": {
      const ms = Math.min(
        Math.max(outcome.until.getTime() - estimateDatabaseNow(delivery).getTime(), 1_000),
        maxWaitMs,
      );
      const wait = { ms, of: outcome.of ?? "account", problem: outcome.problem ?? null };
      return toEndedOrLost(await delivery.store.waits(delivery.post, part.number, wait));
    }
    case "temporary": {
      const ms = getRetryDelayMs(delivery.post.attempts, delivery.chance(), outcome.retryAfterMs ?? null);
      if (ms === null) return await failPost(delivery, part, "gave_up", outcome.error);
      const detail = { reason: outcome.error.reason, message: outcome.error.message };
      const off = { ms, part: part.number, partState: "waiting", kind: "attempt_failed", detail } as const;
      return toEndedOrLost(await delivery.store.postpone(delivery.post, off));
    }
    default:
      return outcome satisfies never;
  }
}

/**
 * Schedules another attempt for a part that is certainly absent. The retry schedule prevents an endless loop with a
 * platform that never answers.
 */
async function scheduleResend(delivery: DeliveryContext, part: LeasedPart): Promise<DeliveryStep> {
  const ms = getRetryDelayMs(delivery.post.attempts, delivery.chance(), null);
  if (ms === null) return await failPost(delivery, part, "gave_up", null);
  const detail = { reason: "network", message: "The platform didn't answer, and it isn't there." };
  const off = { ms, part: part.number, partState: "waiting", kind: "attempt_failed", detail, isResend: true } as const;
  return toEndedOrLost(await delivery.store.postpone(delivery.post, off));
}

/**
 * Converts the images of a part to the form of the account's platform. A practice channel takes stored images unchanged,
 * and refuses the animations that the platform refuses.
 * @returns why one can't be sent, or `unreadable`; null if all can
 */
async function fitPartImages(
  { post, connector, channel, fitStored, log }: DeliveryContext,
  part: LeasedPart,
): Promise<{ message: string } | "unreadable" | null> {
  const images = post.placedImages.items[part.number - 1] ?? [];
  const form = connector.imageForm?.(channel.account) ?? null;
  const rules = form ?? getPlatformRules(channel.platform)?.images;
  for (const [index, image] of rules ? images.entries() : []) {
    const problem = rules && findAnimationProblem(image, rules);
    if (problem) return { message: `Image ${index + 1} ${problem}.` };
  }
  if (form === null) return null;
  try {
    // Sequential: each conversion waits for its turn, and a part has few images.
    for (const [index, image] of images.entries()) images[index] = await fitStored(image, form);
    return null;
  } catch (error) {
    if (error instanceof ImageFitError) return { message: error.message };
    log.warn({ err: error, postId: post.id }, "image could not be converted");
    return "unreadable";
  }
}

/**
 * Resolves a part that is still `sending`: an earlier worker died, lost the lease or got no clear answer, or a backup
 * was restored.
 */
async function resolveUnclearPart(delivery: DeliveryContext, part: LeasedPart): Promise<DeliveryStep | "send"> {
  // The earlier worker may have lost only its database, and its call may still be in progress.
  const { deduplicated } = delivery.connector.getRepeats(delivery.channel.account);
  const inProgressMs = deduplicated ? 0 : getCallTimeoutMs(delivery, part);
  const step = await lookUpPart(delivery, part, inProgressMs, part.refused);
  if (step !== "send") return step;
  if (!(await delivery.store.absent(delivery.post, part))) return "lost";
  // Parts leave in order: those after an absent part were not sent either.
  for (const one of delivery.post.parts.slice(part.number - 1)) {
    one.state = "waiting";
    if (one.startedAt) one.sentBefore = [...one.sentBefore, one.startedAt];
  }
  if (part.restoredAt === null) part.resends += 1;
  else if (part.number === 1) return toEndedOrLost(await delivery.store.planAgain(delivery.post));
  return "send";
}

/**
 * Looks a part up and applies the outcome. A part counts as absent as `RepeatPolicy` says: a first lookup that finds
 * nothing only starts the clock, because it may have overtaken the request.
 * @param inProgressMs time from sending until when a request of ours may be in progress
 * @param refused why the platform refused the part as a duplicate of what may be its own earlier request, just now or
 * when a lookup was postponed
 * @returns `send` if the part is certainly absent
 */
async function lookUpPart(
  delivery: DeliveryContext,
  part: LeasedPart,
  inProgressMs: number,
  refused: PublishError | null = null,
): Promise<DeliveryStep | "send"> {
  const agoMs = part.startedAgoMs ?? 0;
  // One item belongs to only one of two posts with the same text.
  const query = {
    ...toOutgoingPart(delivery, part),
    others: await delivery.store.others(delivery.post, part.sentBefore[0] ?? part.startedAt),
  };
  const found = await callLookup(delivery.connector, query, createConnectorCallParameters(delivery, part));
  if (found?.type === "found") return await savePublishedPart(delivery, part, found.sent);
  const isBlind = found === null || found.type === "never_tells";
  if (isBlind && agoMs >= inProgressMs) return await failPost(delivery, part, "unconfirmed", refused);
  if (!isBlind && found.type === "cannot_tell") {
    const ms = getRetryDelayMs(delivery.post.attempts, delivery.chance(), null);
    return ms === null
      ? await failPost(delivery, part, "unconfirmed", refused)
      : await postponeLookup(delivery, part, ms, { refused });
  }
  if (agoMs < inProgressMs) return await postponeLookup(delivery, part, inProgressMs - agoMs, { refused });
  const { absentAfterMs, resends } = delivery.connector.getRepeats(delivery.channel.account);
  const isRestored = part.restoredAt !== null;
  const pauseMs = !isRestored && resends === null ? getResendPauseMs(part.resends) - agoMs : 0;
  const absentForMs = part.absentForMs ?? 0;
  const believedMs = Math.max(absentAfterMs, absentForMs + pauseMs);
  if (absentForMs < believedMs)
    return await postponeLookup(delivery, part, getLookupDelayMs(absentForMs, believedMs), { refused, isAbsent: true });
  // The part is absent, but has been repeated as often as is safe on a platform that may show an item late.
  if (!isRestored && resends !== null && part.resends >= resends)
    return await failPost(delivery, part, "unconfirmed", refused);
  // The first request and its repeats are as many as the attempts of the retry schedule.
  if (!isRestored && part.resends >= maxAttempts - 1) return await failPost(delivery, part, "gave_up", null);
  return "send";
}
