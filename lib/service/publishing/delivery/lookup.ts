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

/** A part found `sending`: an earlier worker died, was lost or could not tell; or a backup was restored. */
export async function resolveUnclearPart(at: DeliveryContext, part: LeasedPart): Promise<DeliveryStep | "send"> {
  // The earlier worker may have lost only its database, and its call may still be under way.
  const underWayMs = at.connector.repeats.deduplicated ? 0 : getCallTimeoutMs(at, part);
  const step = await lookUpPart(at, part, underWayMs, part.refused);
  if (step !== "send") return step;
  if (!(await at.record.absent(at.post, part))) return "lost";
  // A part goes out after the one before it: what follows one that is absent was not sent either.
  for (const one of at.post.parts.slice(part.number - 1)) {
    one.state = "waiting";
    if (one.startedAt) one.sentBefore = [...one.sentBefore, one.startedAt];
  }
  if (part.restoredAt === null) part.resends += 1;
  else if (part.number === 1) return toDeliveryResult(await at.record.planAgain(at.post));
  return "send";
}

/**
 * @param refused why it was refused as a repeat of what may be its own earlier send, just now or when a look was put off.
 * @returns `send` when the part is absent beyond doubt.
 */
export async function lookUpPart(
  at: DeliveryContext,
  part: LeasedPart,
  underWayMs: number,
  refused: PublishError | null = null,
): Promise<DeliveryStep | "send"> {
  const agoMs = part.startedAgoMs ?? 0;
  // Of two posts with the same words, one item is one of them only.
  const sought = {
    ...toOutgoingPart(at, part),
    others: await at.record.others(at.post, part.sentBefore[0] ?? part.startedAt),
  };
  const found = await callLookup(at.connector, sought, createConnectorCall(at, part));
  if (found?.is === "found") return await savePublishedPart(at, part, found.sent);
  const isBlind = found === null || found.is === "never_tells";
  if (isBlind && agoMs >= underWayMs) return await failPost(at, part, "unconfirmed", refused);
  if (!isBlind && found.is === "cannot_tell") {
    const ms = getRetryDelayMs(at.post.attempts, at.chance(), null);
    return ms === null ? await failPost(at, part, "unconfirmed", refused) : await postponeLookup(at, part, ms, refused);
  }
  const { absentAfterMs, resends } = at.connector.repeats;
  const believedMs = underWayMs + (isBlind ? 0 : absentAfterMs);
  if (agoMs < believedMs) return await postponeLookup(at, part, getLookupDelayMs(agoMs, believedMs), refused);
  // Not there, and sent again as often as is safe where the platform might show it only later.
  if (resends !== null && part.resends >= resends && part.restoredAt === null)
    return await failPost(at, part, "unconfirmed", refused);
  return "send";
}
