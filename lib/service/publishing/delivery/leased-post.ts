import type { ConnectorJson, PublishError } from "#lib/service/channels/core/connector.ts";
import type { FittableImage } from "#lib/service/media/processing/fitted-images.ts";

export type LeasedPart = {
  number: number;
  text: string;
  key: string;
  state: "waiting" | "sending" | "sent" | "unknown";
  /** Since its latest request left, or since a backup was restored that may not know of it; ms by the database's clock. */
  startedAgoMs: number | null;
  startedAt: Date | null;
  /** When earlier requests left of which nobody knows what became. */
  sentBefore: readonly Date[];
  /** What the platform said when it refused the latest request as a repeat. */
  refused: PublishError | null;
  remoteId: string | null;
  /** What the connector made of it before the first call, and what it has got ready since. */
  wire: ConnectorJson;
  prepared: ConnectorJson | null;
  plannedAt: Date;
  /** How often it was sent again after a request without a clear answer. */
  resends: number;
  /** When a backup was restored that does not know what became of it after `startedAt`; null where we know. */
  restoredAt: Date | null;
};

/** An image of the post, with what fitting it needs. */
export type LeasedImage = FittableImage & { alt: string };

/** A post under this worker's fence: each later write names it, and no row written means that somebody else has it. */
export type LeasedPost = {
  id: string;
  channelId: string;
  fence: number;
  /** This one included. */
  attempts: number;
  lateMs: number;
  /** When it was to go out, as its row has it: a restored one may be looked for before. */
  plannedFor: Date;
  /** How far the database's clock is ahead of this process's, ms. */
  clockOffMs: number;
  /** Since it could have gone out: what the platform itself asked us to wait is not held against it. */
  idleMs: number;
  /** What a person has to mend about our application there, as far as it was in the way within the last day. */
  toMend: PublishError | null;
  parts: LeasedPart[];
  /** All of them go with the first part. */
  images: LeasedImage[];
};
