import type {
  Connector,
  ConnectorIoFactory,
  ConnectorJson,
  OutgoingPart,
  PublishError,
  PublishedPart,
} from "#lib/service/channels/core/connector.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Log } from "#lib/service/core/log.ts";
import type { FitStoredImage } from "#lib/service/media/processing/fitted-images.ts";
import type { LeasedChannel } from "./channel-lease.ts";
import type { DeliveryFailureCause, DeliveryStore } from "./delivery-store.ts";
import { formatFailureMessage } from "./failure-message.ts";
import type { LeasedPart, LeasedPost } from "./leased-post.ts";
import type { PublishingTiming } from "./timing.ts";

/** Points at which tests may kill a process, in the order in which a part passes them. */
export type CrashPoint = "taken" | "prepared" | "sending" | "answered" | "saved";

/** `ended`: published, failed or postponed. `lost`: another worker has the post. `stopped`: returned to the queue. */
export type DeliveryResult = "ended" | "lost" | "stopped";

/** The parts of a worker process that do not change from post to post. */
export type WorkerDeps = {
  ioFor: ConnectorIoFactory;
  fitStored: FitStoredImage;
  store: DeliveryStore;
  timing: PublishingTiming;
  missedAfterMs: number;
  reconnectWithinMs: number;
  clock: Clock;
  log: Log;
  isStopping: () => boolean;
  /** From 0 to 1: the share of the longest pause between attempts. */
  chance: () => number;
  /** For tests: called at the points where a crash matters. */
  crashAt?: ((point: CrashPoint, part: number) => void) | undefined;
};

/** One post on its way. */
export type DeliveryContext = WorkerDeps & {
  post: LeasedPost;
  channel: LeasedChannel;
  connector: Connector;
  lost: AbortSignal;
  /** See `startLeaseRenewal`. */
  leftMs: () => number;
};

/** `next`: this part is published, and the next one follows. */
export type DeliveryStep = "next" | DeliveryResult;

/** Postpones the lookup: the outcome stays unclear, and the part stays `sending`. */
export async function postponeLookup(
  delivery: DeliveryContext,
  part: LeasedPart,
  ms: number,
  refused: PublishError | null = null,
): Promise<DeliveryStep> {
  const off = { part: part.number, partState: "sending", kind: "looked_up", detail: {}, refused } as const;
  return toEndedOrLost(await delivery.store.postpone(delivery.post, { ...off, ms: Math.ceil(ms) + 1 }));
}

/** Commits a part that is published. */
export async function savePublishedPart(
  delivery: DeliveryContext,
  part: LeasedPart,
  sent: PublishedPart,
): Promise<DeliveryStep> {
  const isLast = part.number === delivery.post.parts.length;
  const saved = await delivery.store.sent(delivery.post, part, sent, isLast).catch((error: { code?: string }) => {
    // Another part of ours has this remote id: the answer did not belong to this request.
    if (error.code === "23505") return "not ours" as const;
    throw error;
  });
  if (saved === "not ours") return await postponeLookup(delivery, part, getCallTimeoutMs(delivery, part));
  if (!saved) return "lost";
  part.state = "sent";
  part.remoteId = sent.remoteId;
  delivery.crashAt?.("saved", part.number);
  return isLast ? "ended" : "next";
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

/** Tells if the part was sent before with an unknown outcome. */
export const wasResent = (parts: readonly Pick<LeasedPart, "number" | "resends">[], number: number): boolean =>
  parts.some((part) => part.number === number && part.resends > 0);

export const toEndedOrLost = (isOurs: boolean): DeliveryResult => (isOurs ? "ended" : "lost");

export function getCallTimeoutMs(delivery: DeliveryContext, part: LeasedPart): number {
  return part.number === 1 && delivery.post.images.length > 0 ? delivery.timing.imageCallMs : delivery.timing.callMs;
}

/**
 * Returns the database's time, like all times of a part: this machine's clock may be wrong, and a published item would
 * then look too old.
 */
export const getDatabaseNow = (delivery: Pick<DeliveryContext, "clock" | "post">): Date =>
  new Date(delivery.clock.now().getTime() + delivery.post.clockOffMs);

/** Creates the parameters of each connector call for this part. */
export function createConnectorCall(
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
    now: () => getDatabaseNow(delivery),
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
    images: part.number === 1 ? delivery.post.images : [],
    wire: part.wire,
    prepared: part.prepared,
    root: ahead[0] ?? null,
    parent,
    startedAt: part.startedAt ?? getDatabaseNow(delivery),
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
