import type { ConnectorJson, PublishError, PublishedPart } from "#lib/service/channels/core/connector.ts";
import { formatImagesLeftOut } from "#lib/text/delivery-plan.ts";
import { type DeliveryContext, type DeliveryResult, type DeliveryStep, getCallTimeoutMs } from "./delivery-context.ts";
import type { DeliveryFailureCause, DeliveryPostponement } from "./delivery-store.ts";
import { formatFailureMessage } from "./failure-message.ts";
import { type LeasedPart, wasResent } from "./leased-post.ts";

/** Postpones the lookup: the outcome stays unclear, and the part stays `sending`. */
export async function postponeLookup(
  delivery: DeliveryContext,
  part: LeasedPart,
  ms: number,
  { refused = null, isAbsent = false }: Pick<DeliveryPostponement, "refused" | "isAbsent"> = {},
): Promise<DeliveryStep> {
  const off = { part: part.number, partState: "sending", kind: "looked_up", detail: {}, refused, isAbsent } as const;
  return toEndedOrLost(await delivery.store.postpone(delivery.post, { ...off, ms: Math.ceil(ms) + 1 }));
}

/**
 * Commits a part that is published.
 * @param keepsChannel true if the channel has to wait afterwards: no worker may lease it before that is stored
 */
export async function savePublishedPart(
  delivery: DeliveryContext,
  part: LeasedPart,
  sent: PublishedPart,
  keepsChannel = false,
): Promise<DeliveryStep> {
  const isLast = part.number === delivery.post.parts.length;
  const { leftOut } = delivery.post.placedImages;
  const notes = [...(sent.note ? [sent.note] : []), ...(leftOut > 0 ? [formatImagesLeftOut(leftOut)] : [])];
  const noted = notes.length > 0 ? { ...sent, note: notes.join(" ") } : sent;
  const { post, store, reconnectWithinMs } = delivery;
  const idle = keepsChannel ? null : { channelFence: delivery.channel.fence, reconnectWithinMs };
  const saving: Promise<DeliveryStep> = isLast
    ? store.sentLast(post, part, noted, idle)
    : store.sent(post, part, noted).then((isOurs) => (isOurs ? "next" : "lost"));
  const step = await saving.catch((error: { code?: string }) => {
    // Another part of ours has this remote id: the answer did not belong to this request.
    if (error.code === "23505") return "not ours" as const;
    throw error;
  });
  if (step === "not ours") return await postponeLookup(delivery, part, getCallTimeoutMs(delivery, part));
  if (step === "lost") return step;
  part.state = "sent";
  part.remoteId = sent.remoteId;
  delivery.crashAt?.("saved", part.number);
  return step;
}

export async function failPost(
  delivery: DeliveryContext,
  part: Pick<LeasedPart, "number"> & { restoredAt?: Date | null },
  cause: DeliveryFailureCause,
  error: PublishError | null,
): Promise<DeliveryStep> {
  const publishedCount = delivery.post.parts.filter((one) => one.state === "sent").length;
  const message = formatFailureMessage({
    cause,
    platform: delivery.channel.platform,
    part: part.number,
    parts: delivery.post.parts.length,
    publishedCount,
    connectorMessage: error?.message ?? null,
    lateMs: delivery.post.lateMs,
    isWaitingForFix: error !== null && error === delivery.post.problemToFix,
    isRestored: Boolean(part.restoredAt),
    isSentAgain: wasResent(delivery.post.parts, part.number) && !delivery.connector.findPart.can,
  });
  delivery.log.warn({ postId: delivery.post.id, part: part.number, cause, reason: error?.reason }, "post failed");
  const partState = cause === "unconfirmed" ? "unknown" : "waiting";
  const why = { reason: error?.reason ?? null, connectorMessage: error?.message ?? null };
  return toEndedOrLost(
    await delivery.store.failed(delivery.post, { cause, message, part: part.number, ...why, partState }),
  );
}

export const toEndedOrLost = (isOurs: boolean): DeliveryResult => (isOurs ? "ended" : "lost");

/**
 * Stores the result of `prepare`. If the post is no longer ours, the `sending` mark that follows fails, and nothing is
 * sent.
 */
export async function savePreparedPart(
  delivery: DeliveryContext,
  part: LeasedPart,
  prepared: ConnectorJson,
): Promise<void> {
  part.prepared = prepared;
  await delivery.store.prepared(delivery.post, part.number, prepared);
}
