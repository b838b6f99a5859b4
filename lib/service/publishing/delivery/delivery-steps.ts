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

export type DeliveryContext = {
  post: LeasedPost;
  channel: LeasedChannel;
  connector: Connector;
  ioFor: ConnectorIoFactory;
  fitStored: FitStoredImage;
  record: DeliveryStore;
  timing: PublishingTiming;
  missedAfterMs: number;
  reconnectWithinMs: number;
  clock: Clock;
  log: Log;
  lost: AbortSignal;
  /** See `startLeaseRenewal`. */
  leftMs: () => number;
  isStopping: () => boolean;
  /** From 0 to 1. */
  chance: () => number;
  crashAt?: ((point: CrashPoint, part: number) => void) | undefined;
};

/** `next`: this part is published, and the next one follows. */
export type DeliveryStep = "next" | DeliveryResult;

/** Postpones the lookup: the outcome stays unclear, and the part stays `sending`. */
export async function postponeLookup(
  at: DeliveryContext,
  part: LeasedPart,
  ms: number,
  refused: PublishError | null = null,
): Promise<DeliveryStep> {
  const off = { part: part.number, partState: "sending", kind: "looked_up", detail: {}, refused } as const;
  return toDeliveryResult(await at.record.putOff(at.post, { ...off, ms: Math.ceil(ms) + 1 }));
}

/** Commits a part that is published. */
export async function savePublishedPart(
  at: DeliveryContext,
  part: LeasedPart,
  sent: PublishedPart,
): Promise<DeliveryStep> {
  const isLast = part.number === at.post.parts.length;
  const saved = await at.record.sent(at.post, part, sent, isLast).catch((error: { code?: string }) => {
    // Another part of ours has this remote id: the answer did not belong to this request.
    if (error.code === "23505") return "not ours" as const;
    throw error;
  });
  if (saved === "not ours") return await postponeLookup(at, part, getCallTimeoutMs(at, part));
  if (!saved) return "lost";
  part.state = "sent";
  part.remoteId = sent.remoteId;
  at.crashAt?.("saved", part.number);
  return isLast ? "ended" : "next";
}

export async function failPost(
  at: DeliveryContext,
  part: Pick<LeasedPart, "number"> & { restoredAt?: Date | null },
  cause: DeliveryFailureCause,
  error: PublishError | null,
): Promise<DeliveryStep> {
  const out = at.post.parts.filter((one) => one.state === "sent").length;
  const message = formatFailureMessage({
    cause,
    platform: at.channel.platform,
    part: part.number,
    parts: at.post.parts.length,
    out,
    said: error?.message ?? null,
    lateMs: at.post.lateMs,
    isToMend: error !== null && error === at.post.toMend,
    isRestored: Boolean(part.restoredAt),
    isSentAgain: wasResent(at.post.parts, part.number) && !at.connector.findPart.can,
  });
  at.log.warn({ postId: at.post.id, part: part.number, cause, reason: error?.reason }, "post failed");
  const partState = cause === "unconfirmed" ? "unknown" : "waiting";
  const why = { reason: error?.reason ?? null, said: error?.message ?? null };
  return toDeliveryResult(await at.record.failed(at.post, { cause, message, part: part.number, ...why, partState }));
}

/** Tells if the part was sent before with an unknown outcome. */
export const wasResent = (parts: readonly Pick<LeasedPart, "number" | "resends">[], number: number): boolean =>
  parts.some((part) => part.number === number && part.resends > 0);

export const toDeliveryResult = (isOurs: boolean): DeliveryResult => (isOurs ? "ended" : "lost");

export function getCallTimeoutMs(at: DeliveryContext, part: LeasedPart): number {
  return part.number === 1 && at.post.images.length > 0 ? at.timing.imageCallMs : at.timing.callMs;
}

/**
 * Returns the database's time, like all times of a part: this machine's clock may be wrong, and a published item would
 * then look too old.
 */
export const getDatabaseNow = (at: Pick<DeliveryContext, "clock" | "post">): Date =>
  new Date(at.clock.now().getTime() + at.post.clockOffMs);

/** Creates the parameters of each connector call for this part. */
export function createConnectorCall(at: DeliveryContext, part: LeasedPart, timeoutMs = getCallTimeoutMs(at, part)) {
  const { platform, practice, account } = at.channel;
  const io = (signal: AbortSignal) => ({
    ...at.ioFor({
      platform,
      practice,
      account,
      signal,
      keep: (prepared) => savePreparedPart(at, part, prepared),
    }),
    now: () => getDatabaseNow(at),
  });
  return { account, io, timeoutMs, lost: at.lost, log: at.log };
}

export function toOutgoingPart(at: DeliveryContext, part: LeasedPart): OutgoingPart {
  // A part that counts as published on its author's word has no known id: the reply then goes to the part before it.
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
    startedAt: part.startedAt ?? getDatabaseNow(at),
    sentBefore: part.sentBefore,
    resends: part.resends,
    ...(part.restoredAt && { restoredAt: part.restoredAt, about: getPublishWindow(at.post, part, parent) }),
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
export async function savePreparedPart(at: DeliveryContext, part: LeasedPart, prepared: ConnectorJson): Promise<void> {
  part.prepared = prepared;
  await at.record.prepared(at.post, part.number, prepared);
}
