import type { Connector, ConnectorIoFactory } from "#lib/service/channels/core/connector.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Log } from "#lib/service/core/log.ts";
import type { FitStoredImage } from "#lib/service/media/processing/fitted-images.ts";
import type { LeasedChannel } from "./channel-lease.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { LeasedPart, LeasedPost } from "./leased-post.ts";
import type { PublishingTiming } from "./timing.ts";

/** Points at which tests may kill a process, in the order in which a part passes them. */
export type CrashPoint = "taken" | "prepared" | "sending" | "answered" | "saved";

/**
 * `ended`: published, failed or postponed. `released`: published, and the channel is released. `lost`: another worker has
 * the post. `stopped`: returned to the queue.
 */
export type DeliveryResult = "ended" | "released" | "lost" | "stopped";

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

export function getCallTimeoutMs(delivery: DeliveryContext, part: LeasedPart): number {
  const images = delivery.post.placedImages.items[part.number - 1] ?? [];
  return images.length > 0 ? delivery.timing.imageCallMs : delivery.timing.callMs;
}

/**
 * Returns the database's time, like all times of a part: this machine's clock may be wrong, and a published item would
 * then look too old.
 */
export const estimateDatabaseNow = (delivery: Pick<DeliveryContext, "clock" | "post">): Date =>
  new Date(delivery.clock.now().getTime() + delivery.post.clockOffMs);
