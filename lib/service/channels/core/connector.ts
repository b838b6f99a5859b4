/** Why a platform refused or failed. `message` on an error is ours and safe to show; the platform's words only as `quoteReason` gives them. */
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

/** A part that stands on the platform, and how we know. */
export type PublishedPart = {
  remoteId: string;
  url: string | null;
  at: Date;
  proof: "answer" | "key" | "timeline" | "duplicate";
  /** A sentence for the member where it is there, but not as it was sent. */
  note?: string;
};

/** What a connector has stored of its own, as it goes into a JSON column. */
export type ConnectorJson = Readonly<Record<string, unknown>>;

/** What came of one call. Only `wait` and `temporary` are tried again by themselves. */
export type PublishOutcome =
  /** `restUntil`: the platform's headers say that the account, or `restOf` the whole app, has nothing left before then. */
  | { is: "published"; sent: PublishedPart; restUntil?: Date; restOf?: "account" | "app" }
  | { is: "rejected"; error: PublishError }
  | { is: "reconnect"; error: PublishError }
  /**
   * `of: "app"` where all accounts that use our app there have to wait, not this one alone. `mend` where a person has to mend
   * something about that app: then posts wait for it as long as they may be late, and fail with this.
   */
  | { is: "wait"; until: Date; of?: "account" | "app"; mend?: PublishError }
  /** Nothing was changed on the platform. `retryAfterMs` is what it asked for, if it did. */
  | { is: "temporary"; error: PublishError; retryAfterMs?: number }
  /** The request may have left and no readable answer came: look it up before anything else. */
  | UnclearOutcome;

/** `refused`: as a repeat of what may be an earlier request for this very part, so something of it most likely stands there. */
export type UnclearOutcome = { is: "unknown"; refused?: PublishError };

/** What came of getting a part ready: nothing of it can be seen there yet, so all of it may be done again. */
export type PrepareOutcome =
  | { is: "ready"; prepared: ConnectorJson }
  | Exclude<PublishOutcome, { is: "published" } | { is: "unknown" }>;

/** An image in the form that its platform takes: already fitted, stored, and the same bytes on every try. */
export type OutgoingImage = { fileName: string; mime: string; width: number; height: number; alt: string };

/** What a plan is made of. The same input gives the same plan. */
export type PartPlanInput = {
  key: string;
  number: number;
  /** Of all parts of the post. */
  count: number;
  text: string;
  /** How many images go with it. */
  images: number;
  /** When the post was first planned, by the database's clock; of every try the same, but not of a restored backup. */
  plannedAt: Date;
  /** What an earlier plan made of this part: a key that may have been sent stays. */
  before?: ConnectorJson | null;
};

/** One element of the stored plan on its way out. */
export type OutgoingPart = {
  /** Stable over all attempts; the platform's own idempotency key is derived from it where it takes one. */
  key: string;
  /** 1 for the first. */
  number: number;
  text: string;
  images: readonly OutgoingImage[];
  /** What `plan` made of it, stored before the first call. */
  wire: ConnectorJson;
  /** What `prepare` made of it, or what it has kept of that so far; null before. */
  prepared: ConnectorJson | null;
  /** Remote ids of the first part and of the one before; null for the first. */
  root: string | null;
  parent: string | null;
  /** When its latest request left, by the database's clock: a look starts there, and covers `sentBefore` too. */
  startedAt: Date;
  /** When earlier requests left of which nobody knows what became, the first one first: it may be one of them that stands there. */
  sentBefore?: readonly Date[];
  /**
   * How often it went out again after a request without a clear answer: by itself, when a look did not find it, or on its
   * member's word. 0 at first: only then a refusal as a repeat is surely of something else.
   */
  resends: number;
  /** For a look: ids that other parts of ours have on this account. What stands under one of them is not this part. */
  others?: readonly string[];
  /**
   * For a look, after a backup was restored: the part may have gone out at any time from `startedAt` until then, and what
   * was kept of that (uploads, containers, when it was planned) is lost.
   */
  restoredAt?: Date;
  /**
   * For such a look: when it was to go out. What the account itself posted then in other words may be this part, edited after
   * the backup: only its author knows, so it is `never_tells`.
   */
  about?: { from: Date; until: Date };
};

/** The connected account that a part goes out from. */
export type PlatformAccount = {
  channelId: string;
  username: string;
  /** Its own id on the platform, which stays when it is renamed; empty on a practice channel. */
  remoteId: string;
  /** Base address of the server it lives on, without a slash at the end; empty on a practice channel. */
  host: string;
  /** What the platform told of this account when it was last asked: limits, versions. */
  told: ConnectorJson;
};

/** A request to a platform, before its token is put in. */
export type PlatformRequest = {
  url: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** A `read` may be done again at any time, uploads and refreshes included; a `write` may have happened when no answer came. */
  effect: "read" | "write";
  /** Most bytes of an answer that are read; 256 KB unless told. */
  answerBytesMax?: number;
};

/** What came back. `json` is undefined where the body is no JSON or was cut. */
export type PlatformResult =
  | { is: "answer"; status: number; headers: Readonly<Record<string, string>>; body: string; json: unknown }
  /** Nothing left this machine, or it was a read: it may be done again. */
  | { is: "unsent"; why: string }
  /** A write of which no whole answer came: it may have arrived. */
  | { is: "lost"; why: string }
  /** An address that we don't reach. */
  | { is: "refused"; why: string }
  /** There is no token that counts any more. */
  | { is: "signed_out"; why: string };

/** How a connector reaches the outside. Everything it does there goes through here. */
export type ConnectorIo = {
  /** Ends the work early: the time is over, or somebody else has the channel. */
  signal: AbortSignal;
  now: () => Date;
  /** Guarded, with the account's token, which is refreshed once where the platform says that it has expired. Never throws. */
  call: (request: PlatformRequest) => Promise<PlatformResult>;
  /** Bytes of an image as this platform takes it. @throws when the store can't be read right now */
  readImage: (image: OutgoingImage) => Promise<Uint8Array>;
  /** Where anybody can fetch an image from, for platforms that come for it themselves; null without a public address. */
  imageUrl: (image: OutgoingImage) => string | null;
  /** Commits what `prepare` has so far: an upload that is done is not done again after a crash. */
  keep: (prepared: ConnectorJson) => Promise<void>;
};

/** Makes what a connector reaches its platform through, for one account and one piece of work. */
export type ConnectorIoFactory = (at: {
  platform: string;
  practice: boolean;
  account: PlatformAccount;
  signal: AbortSignal;
  keep: (prepared: ConnectorJson) => Promise<void>;
}) => ConnectorIo;

/** What images must be like to go out on a platform; ours are made so, once, and stored. */
export type PlatformImageRequirements = {
  types: readonly ("image/jpeg" | "image/png" | "image/webp" | "image/gif")[];
  maxBytes: number;
  /** Longest edge, pixels. */
  maxEdge: number;
  /** Width times height; null: no such rule. */
  maxPixels: number | null;
};

/**
 * What came of a look. `cannot_tell` when the look itself failed and may be repeated, `never_tells` when the platform
 * shows this part to nobody.
 */
export type LookupOutcome =
  | { is: "found"; sent: PublishedPart }
  | { is: "absent" }
  | { is: "cannot_tell" }
  | { is: "never_tells" };

/** A method a platform may lack: then the reason stands in its place. `only`: of which accounts, where not of all. */
export type Capability<F> = { can: true; run: F; only?: string } | { can: false; why: string };

/** What a platform does with a part that is sent a second time, and how soon it shows what it has. */
export type RepeatPolicy = {
  /** True where the part's key makes a repeat harmless: the platform answers with the first item. */
  deduplicated: boolean;
  /** A part not found is believed to be absent this long after it was sent, ms: some platforms index late. */
  absentAfterMs: number;
  /**
   * How often a part that was looked for and not found is sent again by itself; then the member decides. Null: as often
   * as the schedule allows.
   */
  resends: number | null;
};

/** The code for one platform. Never throws; every method is there; what can't be done is a value. */
export type Connector = {
  readonly slug: string;
  readonly repeats: RepeatPolicy;
  /** By account, since servers differ; null where our stored images go as they are. */
  readonly imageForm: ((account: PlatformAccount) => PlatformImageRequirements) | null;
  /** Pure: the record, its key, its facets, whatever can be made without asking anybody. */
  readonly plan: (part: PartPlanInput, account: PlatformAccount) => ConnectorJson;
  /** Uploads and whatever else is done before the one call that makes the part public; may be done again. */
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

/** Picks the connector of a channel: practice channels have their own whatever platform they imitate. */
export type ConnectorLookup = (channel: { platform: string; practice: boolean }) => Connector | null;
