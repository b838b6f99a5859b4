import type { PublishError } from "#lib/service/channels/core/connector.ts";
import { callLookup } from "./call-connector.ts";
import {
  createConnectorCall,
  type DeliveryContext,
  type DeliveryStep,
  failPost,
  getCallTimeoutMs,
  postponeLookup,
  savePublishedPart,
  toDeliveryResult,
  toOutgoingPart,
} from "./delivery-steps.ts";
import type { LeasedPart } from "./leased-post.ts";
import { getLookupDelayMs, getRetryDelayMs } from "./retry-schedule.ts";

/**
 * Resolves a part that is still `sending`: an earlier worker died, lost the lease or got no clear answer, or a backup
 * was restored.
 */
export async function resolveUnclearPart(at: DeliveryContext, part: LeasedPart): Promise<DeliveryStep | "send"> {
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
export async function lookUpPart(
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
