import type { ImageRequirements } from "#lib/contract/platforms/image-requirements.ts";
import type { LinkCardChoice } from "#lib/contract/types.ts";
import type { Conversation } from "#lib/service/egress/guarded-conversation.ts";

/**
 * Why a platform refused or failed. The `message` of an error is ours and safe to show; it contains the platform's text
 * only through `quotePlatformReason`.
 */
export type PublishErrorReason =
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

export type PublishError = { reason: PublishErrorReason; message: string };

/** A part that exists on the platform, with the proof of it. */
export type PublishedPart = {
  remoteId: string;
  url: string | null;
  at: Date;
  proof: "answer" | "key" | "timeline" | "duplicate";
  /** A sentence for the member if the published part differs from the one that was sent. */
  note?: string;
};

/** Data that a connector stores in a JSON column. */
export type ConnectorJson = Readonly<Record<string, unknown>>;

/** The outcome of one call. Only `wait` and `temporary` are retried automatically. */
export type PublishOutcome =
  /**
   * `restUntil`: until then, says the platform in its headers, the account has no requests left; with `restOf: "app"`,
   * the whole application has none.
   */
  | { type: "published"; sent: PublishedPart; restUntil?: Date; restOf?: "account" | "app" }
  | { type: "rejected"; error: PublishError }
  | { type: "reconnect"; error: PublishError }
  /**
   * `of: "app"`: all accounts that use our application on this platform have to wait, not this one alone. `problem`: a
   * person has to correct something about that application. Posts then wait as long as the maximum delay allows, and
   * fail with this error.
   */
  | { type: "wait"; until: Date; of?: "account" | "app"; problem?: PublishError }
  /** Nothing changed on the platform. `retryAfterMs` is the delay that the platform asked for, if it did. */
  | { type: "temporary"; error: PublishError; retryAfterMs?: number }
  /** The request may have left and no readable answer came: look the part up before anything else. */
  | UnclearOutcome;

/**
 * An outcome that nobody knows. `refused`: the platform refused the part as a duplicate of what may be an earlier
 * request for this very part, so the part most likely exists.
 */
export type UnclearOutcome = { type: "unknown"; refused?: PublishError };

/** The outcome of preparing a part. Nothing of it is public yet, so all of it may be repeated. */
export type PrepareOutcome =
  | { type: "ready"; prepared: ConnectorJson }
  | Exclude<PublishOutcome, { type: "published" } | { type: "unknown" }>;

/** An image in the form that its platform accepts: already scaled and stored, with the same bytes on every attempt. */
export type OutgoingImage = { fileName: string; mime: string; width: number; height: number; alt: string };

/** The input of a connector's `plan`. The same input gives the same plan. */
export type PartPlanInput = {
  key: string;
  number: number;
  /** Number of all parts of the post. */
  count: number;
  text: string;
  /** Number of images of the part. */
  images: number;
  /**
   * When the post was first planned, by the database's clock; equal for every attempt, but not after a restored backup.
   */
  plannedAt: Date;
  /** The author's choice about the card of the part's link; null or absent without one. */
  linkCard?: LinkCardChoice | null;
  /** The result of an earlier plan for this part: a key that may have been sent must not change. */
  before?: ConnectorJson | null;
};

/** The metadata of a link's page, with its image in the form of the platform. */
export type LinkCardContent = {
  title: string;
  /** Empty if the page has none. */
  description: string;
  image: { bytes: Uint8Array; mime: string; width: number; height: number } | null;
};

/** One element of the stored plan, ready to be sent. */
export type OutgoingPart = {
  /** Equal for all attempts. Platforms with an idempotency key get one derived from it. */
  key: string;
  /** 1 for the first. */
  number: number;
  text: string;
  images: readonly OutgoingImage[];
  /** The result of `plan`, stored before the first call. */
  wire: ConnectorJson;
  /** The result of `prepare`, or its progress so far; null before. */
  prepared: ConnectorJson | null;
  /** Remote ids of the first part and of the previous one; null for the first part. */
  root: string | null;
  parent: string | null;
  /** When the latest request left, by the database's clock. A lookup starts there, and covers `sentBefore` too. */
  startedAt: Date;
  /** When earlier requests with an unknown outcome left, oldest first: one of them may have created the item. */
  sentBefore?: readonly Date[];
  /**
   * Number of repeats after a request without a clear answer: automatic ones after a lookup that found nothing, and
   * repeats that a member ordered. At 0, a refusal as a duplicate surely concerns something else.
   */
  resends: number;
  /** For a lookup: remote ids of our other parts on this account. An item with one of them is not this part. */
  others?: readonly string[];
  /**
   * For a lookup after a restored backup: the part may have been published at any time from `startedAt` until then, and
   * the results of that delivery (uploads, containers, planning time) are lost.
   */
  restoredAt?: Date;
  /**
   * For such a lookup: when the part was due. An item with another text that the account posted in this period may be
   * this part, edited after the backup. Only its author knows, so the lookup ends as `never_tells`.
   */
  about?: { from: Date; until: Date };
};

export type PlatformAccount = {
  channelId: string;
  username: string;
  /** The account's id on the platform, which survives a rename; empty on a practice channel. */
  remoteId: string;
  /** Base address of the account's server, without a trailing slash; empty on a practice channel. */
  host: string;
  /** What the platform reported about this account at the last check: limits, versions. */
  reportedLimits: ConnectorJson;
};

/** A request to a platform, before its token is added. */
export type PlatformRequest = {
  url: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /**
   * A `read` may be repeated at any time; uploads and refreshes count as reads. A `write` may have happened even if no
   * answer came.
   */
  effect: "read" | "write";
  /** The most bytes of an answer that are read; 256 KB by default. */
  answerBytesMax?: number;
  /** Time limit of the request with its answer; a minute by default. */
  timeoutMs?: number;
  /**
   * Set for an address with `wss:`, on which `body` is the first message. The answer's `json` is then the list of the
   * server's messages.
   */
  conversation?: Conversation;
};

/** The result of a request. `json` is undefined if the body is no JSON or was cut. */
export type PlatformResult =
  | { type: "answer"; status: number; headers: Readonly<Record<string, string>>; body: string; json: unknown }
  /** Nothing left this machine, or the request was a read: it may be repeated. */
  | { type: "unsent"; why: string }
  /** A write without a complete answer: it may have arrived. */
  | { type: "lost"; why: string }
  /** An address that the outbound guard refuses. */
  | { type: "refused"; why: string }
  /** No token is valid any more. */
  | { type: "signed_out"; why: string };

/** A connector's only access to the outside. */
export type ConnectorIo = {
  /** Ends the work early: its time is over, or another worker has leased the channel. */
  signal: AbortSignal;
  now: () => Date;
  /** Waits between two looks at something that the platform is still processing. Ends early with the work. */
  delay: (ms: number) => Promise<void>;
  /**
   * Sends the request through the outbound guard with the account's token, and refreshes the token once if the platform
   * says that it has expired. Never throws.
   */
  call: (request: PlatformRequest) => Promise<PlatformResult>;
  /** Returns the bytes of an image in this platform's form. @throws if the store can't be read right now */
  readImage: (image: OutgoingImage) => Promise<Uint8Array>;
  /**
   * Returns the public address of an image, for platforms that fetch images themselves; null without a public address.
   */
  imageUrl: (image: OutgoingImage) => string | null;
  /** Reads the page of a link through the outbound guard. `why` is a sentence, if it gives no card. Never throws. */
  readLinkPage: (url: string, form: ImageRequirements) => Promise<LinkCardContent | { why: string }>;
  /** Commits the progress of `prepare`: a finished upload is not repeated after a crash. */
  savePrepared: (prepared: ConnectorJson) => Promise<void>;
};

/**
 * Reads the page of a link, and its image in the form that `form` asks for. Never throws.
 * @returns `why` is a sentence, if the page gives no card
 */
export type ReadLinkPage = (
  url: string,
  form: ImageRequirements,
  signal?: AbortSignal,
) => Promise<LinkCardContent | { why: string }>;

/** Creates the `ConnectorIo` for one account and one task. */
export type ConnectorIoFactory = (options: {
  platform: string;
  practice: boolean;
  account: PlatformAccount;
  signal: AbortSignal;
  savePrepared: (prepared: ConnectorJson) => Promise<void>;
}) => ConnectorIo;

/**
 * The outcome of a lookup. `cannot_tell`: the lookup itself failed and may be repeated. `never_tells`: the platform
 * shows this part to nobody.
 */
export type LookupOutcome =
  | { type: "found"; sent: PublishedPart }
  | { type: "absent" }
  | { type: "cannot_tell" }
  | { type: "never_tells" };

/** An account, as far as its abilities depend on what its server or its owner's consent reported. */
export type ReportingAccount = Pick<PlatformAccount, "reportedLimits">;

/**
 * A method that a platform may lack; then `why` gives the reason. `only` names the accounts that have it, if not all
 * do. `getLack` returns, for an account that is known, the reason why it lacks the method, in a sentence; null if it has
 * it.
 */
export type Capability<F> =
  | { can: true; run: F; only?: string; getLack?: (account: ReportingAccount) => string | null }
  | { can: false; why: string };

/**
 * How an account's platform treats a part that is sent a second time, and how soon it shows new items.
 *
 * A lookup can overtake a request: a server that stood still, or a proxy on the way, may hold the request and answer
 * later requests first. So a part counts as absent only if lookups found nothing for `absentAfterMs`, counted from the
 * first lookup that the platform answered after the request's end and after the last lookup that failed.
 */
export type RepeatPolicy = {
  /** True if the part's key makes a repeat harmless at any time: the platform answers with the first item. */
  deduplicated: boolean;
  /** Ms for which answered lookups have to find nothing: some platforms index late, and a request may still be held. */
  absentAfterMs: number;
  /**
   * How often a part that counts as absent is sent again automatically; then the member decides. Null: as often as the
   * retry schedule allows, because the platform recognizes a repeat of a request that it held. Without that a repeat
   * may publish the part twice: at most one, after at least `lateResendMs`.
   */
  resends: number | null;
};

/** The least `absentAfterMs` where a repeat of a request that arrives after all would be a second item. */
export const lateResendMs = 300_000;

/** Tells if a lost answer can't lead to a second item: the platform recognizes a repeat, or nothing is repeated. */
export const isRepeatSafe = ({ resends }: RepeatPolicy): boolean => resends === null || resends === 0;

/** The code for one platform. Never throws; every method exists; `can: false` marks what the platform can't do. */
export type Connector = {
  readonly slug: string;
  /** Pure. By account, since servers of one platform differ. */
  readonly getRepeats: (account: ReportingAccount) => RepeatPolicy;
  /** Image requirements by account, since servers differ; null if the platform takes our stored images unchanged. */
  readonly imageForm: ((account: PlatformAccount) => ImageRequirements) | null;
  /** Pure. Makes all that needs no request: the record, its key, its facets. */
  readonly plan: (part: PartPlanInput, account: PlatformAccount) => ConnectorJson;
  /** Uploads images and does whatever else precedes the one call that makes the part public. May be repeated. */
  readonly prepare: Capability<
    (part: OutgoingPart, account: PlatformAccount, io: ConnectorIo) => Promise<PrepareOutcome>
  >;
  readonly publishPart: (part: OutgoingPart, account: PlatformAccount, io: ConnectorIo) => Promise<PublishOutcome>;
  /** Looks for a part that may have arrived. */
  readonly findPart: Capability<
    (part: OutgoingPart, account: PlatformAccount, io: ConnectorIo) => Promise<LookupOutcome>
  >;
  readonly remove: Capability<
    (remoteId: string, account: PlatformAccount, io: ConnectorIo) => Promise<"removed" | "absent" | "cannot">
  >;
};

/** Returns how an account's items are removed: as its platform allows, unless the account lacks it. */
export function getRemoval({ remove }: Pick<Connector, "remove">, account: ReportingAccount): Connector["remove"] {
  const why = remove.can ? (remove.getLack?.(account) ?? null) : null;
  return why === null ? remove : { can: false, why };
}

/** Picks the connector of a channel. Practice channels have their own connector, whichever platform they imitate. */
export type ConnectorLookup = (channel: { platform: string; practice: boolean }) => Connector | null;
