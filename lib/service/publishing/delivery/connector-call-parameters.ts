import type { OutgoingPart } from "#lib/service/channels/core/connector.ts";
import { type DeliveryContext, estimateDatabaseNow, getCallTimeoutMs } from "./delivery-context.ts";
import type { LeasedPart, LeasedPost } from "./leased-post.ts";
import { savePreparedPart } from "./record-delivery-step.ts";

/** Creates the parameters of each connector call for this part. */
export function createConnectorCallParameters(
  delivery: DeliveryContext,
  part: LeasedPart,
  timeoutMs = getCallTimeoutMs(delivery, part),
) {
  const { platform, practice, account } = delivery.channel;
  const io = (signal: AbortSignal) => ({
    ...delivery.ioFor({
      platform,
      practice,
      account,
      signal,
      savePrepared: (prepared) => savePreparedPart(delivery, part, prepared),
    }),
    now: () => estimateDatabaseNow(delivery),
  });
  return { account, io, timeoutMs, lost: delivery.lost, log: delivery.log };
}

export function toOutgoingPart(delivery: DeliveryContext, part: LeasedPart): OutgoingPart {
  // A part that counts as published on its author's word has no known id: the reply then goes to the part before it.
  const ahead = delivery.post.parts.slice(0, part.number - 1).flatMap(({ remoteId }) => remoteId ?? []);
  const parent = ahead.at(-1) ?? null;
  return {
    key: part.key,
    number: part.number,
    text: part.text,
    images: delivery.post.placedImages.items[part.number - 1] ?? [],
    wire: part.wire,
    prepared: part.prepared,
    root: ahead[0] ?? null,
    parent,
    startedAt: part.startedAt ?? estimateDatabaseNow(delivery),
    sentBefore: part.sentBefore,
    resends: part.resends,
    ...(part.restoredAt && { restoredAt: part.restoredAt, about: getPublishWindow(delivery.post, part, parent) }),
  };
}

/**
 * Tolerance around the due time: most posts are published within a second, and a platform's wait or a few attempts
 * still fit.
 */
const aboutMs = { before: 2 * 60_000, after: 30 * 60_000 };

/**
 * Returns the period in which a part of a restored post was due, within the time that the backup does not know. A reply
 * to the previous part is this part at any time.
 */
function getPublishWindow(post: LeasedPost, part: LeasedPart, parent: string | null): { from: Date; until: Date } {
  const [knownMs, restoredMs] = [part.startedAt?.getTime() ?? 0, part.restoredAt?.getTime() ?? 0];
  const plannedMs = Math.max(post.plannedFor.getTime(), knownMs);
  const [fromMs, untilMs] =
    parent === null ? [plannedMs - aboutMs.before, plannedMs + aboutMs.after] : [knownMs, restoredMs];
  return { from: new Date(fromMs), until: new Date(Math.min(untilMs, restoredMs)) };
}
