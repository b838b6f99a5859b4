import type { ConnectorJson, PublishError } from "#lib/service/channels/core/connector.ts";
import type { FittableImage } from "#lib/service/media/processing/fitted-images.ts";

export type LeasedPart = {
  number: number;
  text: string;
  key: string;
  state: "waiting" | "sending" | "sent" | "unknown";
  /**
   * Ms since its latest request left, or since the restore of a backup that may not know the request; by the database's
   * clock.
   */
  startedAgoMs: number | null;
  startedAt: Date | null;
  /**
   * Ms since the first answered lookup that found nothing, at the time of the lease; null if there was none since the
   * latest request ended and since the last failed lookup.
   */
  absentForMs: number | null;
  /** When earlier requests with an unknown outcome left. */
  sentBefore: readonly Date[];
  /** The platform's reason for refusing the latest request as a duplicate. */
  refused: PublishError | null;
  remoteId: string | null;
  /** `wire`: the connector's plan from before the first call. `prepared`: the progress of `prepare` since. */
  wire: ConnectorJson;
  prepared: ConnectorJson | null;
  plannedAt: Date;
  /** Number of repeats after a request without a clear answer. */
  resends: number;
  /** When a backup was restored that does not know the part's outcome after `startedAt`; null if we know it. */
  restoredAt: Date | null;
};

/** An image of the post, with the data for its conversion. `part`: the number of the author's part that has it. */
export type LeasedImage = FittableImage & { alt: string; animated: boolean; part: number };

/**
 * A post under this worker's fence: each later write names the fence, and an update of no row means that another worker
 * has the post.
 */
export type LeasedPost = {
  id: string;
  channelId: string;
  fence: number;
  /** Includes the current attempt. */
  attempts: number;
  lateMs: number;
  /** The row's due time; a restored post may be looked up earlier. */
  plannedFor: Date;
  /** How far the database's clock is ahead of this process's, ms. */
  clockOffMs: number;
  /** Ms since the post could have been published; waits that the platform asked for do not count. */
  idleMs: number;
  /**
   * A problem of our application on the platform that a person must correct, if it blocked the post within the last
   * day.
   */
  problemToFix: PublishError | null;
  /** For a post from a restored backup: since when it may have been published. */
  lookFrom: Date | null;
  /** The author's texts, joined. */
  authorText: string;
  parts: LeasedPart[];
  images: LeasedImage[];
  /** The images of each planned part, in order, and the number of those that a joined item can't have. */
  placedImages: { items: LeasedImage[][]; leftOut: number };
};

/** Tells if the part was sent before with an unknown outcome. */
export const wasResent = (parts: readonly Pick<LeasedPart, "number" | "resends">[], number: number): boolean =>
  parts.some((part) => part.number === number && part.resends > 0);
