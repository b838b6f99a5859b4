/** Why a platform refused or failed. `message` on an error is ours and safe to show, never a raw answer. */
export type Reason =
  | "invalid"
  | "duplicate"
  | "forbidden"
  | "auth"
  | "quota"
  | "billing"
  | "media"
  | "network"
  | "server"
  | "gone";

export type PublishError = { reason: Reason; message: string };

/** A part that stands on the platform, and how we know. */
export type Sent = { remoteId: string; url: string | null; at: Date; proof: "answer" | "key" | "timeline" };

/** What came of one call. Only `wait` and `temporary` are tried again by themselves. */
export type Outcome =
  | { is: "published"; sent: Sent }
  | { is: "rejected"; error: PublishError }
  | { is: "reconnect"; error: PublishError }
  | { is: "wait"; until: Date }
  /** Nothing was changed on the platform. `retryAfterMs` is what it asked for, if it did. */
  | { is: "temporary"; error: PublishError; retryAfterMs?: number }
  /** The request may have left and no readable answer came: look it up before anything else. */
  | { is: "unknown" };

export type OutgoingImage = { fileName: string; mime: string; width: number; height: number; alt: string };

/** One element of the stored plan on its way out. */
export type OutgoingPart = {
  /** Stable over all attempts; the platform's own idempotency key is derived from it where it takes one. */
  key: string;
  /** 1 for the first. */
  number: number;
  text: string;
  images: readonly OutgoingImage[];
  /** Remote ids of the first part and of the one before; null for the first. */
  root: string | null;
  parent: string | null;
  /** When its first request left, by the database's clock: a look-up starts there. */
  startedAt: Date;
};

export type Account = { channelId: string; username: string };

/**
 * What came of a look. `cannot_tell` when the look itself failed and may be repeated, `never_tells` when the platform
 * shows this part to nobody.
 */
export type Found = { is: "found"; sent: Sent } | { is: "absent" } | { is: "cannot_tell" } | { is: "never_tells" };

/** A method a platform may lack: then the reason stands in its place. */
export type Able<F> = { can: true; run: F } | { can: false; why: string };

/** What a platform does with a part that is sent a second time, and how soon it shows what it has. */
export type Repeats = {
  /** True where the part's key makes a repeat harmless: the platform answers with the first item. */
  deduplicated: boolean;
  /** A part not found is believed to be absent this long after it was sent, ms: some platforms index late. */
  absentAfterMs: number;
};

/** The code for one platform. Never throws; every method is there; what can't be done is a value. */
export type Connector = {
  readonly slug: string;
  readonly repeats: Repeats;
  readonly publishPart: (part: OutgoingPart, account: Account, signal: AbortSignal) => Promise<Outcome>;
  /** Looks for a part that may have arrived. */
  readonly findPart: Able<(part: OutgoingPart, account: Account, signal: AbortSignal) => Promise<Found>>;
  readonly remove: Able<
    (remoteId: string, account: Account, signal: AbortSignal) => Promise<"removed" | "absent" | "cannot">
  >;
};

/** Picks the connector of a channel: practice channels have their own whatever platform they imitate. */
export type ConnectorFor = (channel: { platform: string; practice: boolean }) => Connector | null;
