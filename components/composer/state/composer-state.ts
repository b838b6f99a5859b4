import type { Failure } from "#lib/contract/errors.ts";
import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import type { LinkCardChoice, ThreadChoice } from "#lib/contract/types.ts";
import type {
  ComposerDraft,
  DraftImage,
  DraftImageMetadata,
  ImageId,
  PartId,
  PublishTime,
  VariantId,
} from "./draft.ts";

/** A part that is published or, with `isSure` false, may be published. */
export type PublishedThreadPart = { text: string; url: string | null; isSure: boolean; mediaIds?: readonly string[] };

/**
 * The subject of the composer: a new post, possibly with the content of the post `again`, or an existing post. The post
 * `replaces` is deleted once the new one is created: this is how a post changes where the service can't change one.
 * `isMoved` is true if the page was opened with another time for it. In an interrupted thread the draft is the rest after
 * the `fixed` parts.
 */
export type ComposerSubject = { type: "new"; again?: string; replaces?: string; isMoved?: boolean } | EditedSubject;

/** An existing post; with `whole` all posts of its submission that can change. */
export type EditedSubject = {
  type: "post";
  postId: string;
  /** The submission of a post that is edited alone. */
  submissionId?: string | undefined;
  version: number;
  fixed?: readonly PublishedThreadPart[];
  /** Why the rest after the fixed parts failed. */
  failure?: string | null | undefined;
  whole?: EditedSubmission;
};

/**
 * The submission that an edit changes as a whole. `fixed` are its posts that stay as they are. `kept` has the draft's
 * first images and card, and the first time and points where those differ between the posts: unless the author changes them, each
 * post keeps its own.
 */
export type EditedSubmission = {
  id: string;
  /** `at` is the post's time when the edit began. */
  posts: readonly { id: string; version: number; channelId: string; at: string | null }[];
  fixed: readonly { id: string; channelId: string; platform: string; status: PostStatus }[];
  kept: { when?: PublishTime; media: readonly (readonly string[])[]; linkCard?: LinkCardChoice; points?: number };
  haveDifferentImages: boolean;
  /** True for an edit of the posts that failed; the others stay out of it. */
  isOfFailed?: true;
};

/** The author's command: publish (or schedule), or save as a draft. */
export type SubmitIntent = "send" | "draft";

/**
 * One request to the service: the channels that get the same text. A new submission has one request for each different
 * text.
 */
export type SubmitRequest = {
  channelIds: readonly string[];
  sheet: VariantId;
  /** The request's idempotency key; a repeat under the same key creates nothing twice. */
  repeatKey: string;
  /**
   * The submission that the request joins; null for the first request. The id is part of the body, so a repeat sends
   * the same one.
   */
  submissionId: string | null;
  /** The request's content as text, so that an undone edit gives the same request again. */
  print: string;
  state:
    | { type: "waiting" | "asked" | "accepted" }
    /** `unsure` means that no answer says if the request arrived. */
    | { type: "refused" | "unsure"; failure: Failure };
};

/** The submitted channels while others are left. They count as submitted whatever the author edits. */
export type PartialSubmission = {
  submissionId: string | null;
  channelIds: readonly string[];
  postIds: readonly string[];
  /** Requests that may have arrived. A repeat with the same content keeps its key. */
  unsure: readonly SubmitRequest[];
};

/** The phases of a submission. In flight is a phase of its own, so that a second submission is impossible by type. */
export type ComposerPhase =
  /** `takenBack` is set if an edit canceled a waiting submission or save. */
  | { status: "editing"; takenBack?: SubmitIntent }
  /** Waits for the last upload, then submits. */
  | { status: "waiting"; intent: SubmitIntent; repeatKey: string; platforms?: ChannelPlatforms | undefined }
  /** Offline: submits once the connection returns, because the author chose that. */
  | { status: "held"; intent: SubmitIntent; repeatKey: string }
  /** Requests run one after another, because the second joins the submission that the first creates. */
  | { status: "sending"; intent: SubmitIntent; calls: readonly SubmitRequest[] }
  | { status: "sent"; intent: SubmitIntent; postIds: readonly string[] }
  /** `failure` is the first failure; `calls` has the result of each request. */
  | { status: "refused"; intent: SubmitIntent; failure: Failure; calls: readonly SubmitRequest[] };

/** The typing that the next letter may join: its field, its direction (write or erase) and its time. */
export type TypingRun = { where: string; writes: boolean; atMs: number };

/**
 * One undo history of whole drafts: text, images, channels, time and points. Upload progress is no step; `reached`
 * holds the latest upload state and metadata of each image, for images that an undo restores.
 */
export type UndoHistory = {
  past: readonly ComposerDraft[];
  future: readonly ComposerDraft[];
  run: TypingRun | null;
  reached: Readonly<Record<ImageId, Pick<DraftImage, "state" | "facts">>>;
};

/**
 * A step in the history between two submissions, such as emptying the draft. `submissionNumber` is the submission on
 * the other side, `at` the number of undo steps at that time.
 */
export type SubmissionSwitch = { submissionNumber: number; at: number };

/** The platform of each channel, by channel id. */
export type ChannelPlatforms = Readonly<Record<string, string>>;

export type ComposerState = {
  subject: ComposerSubject;
  draft: ComposerDraft;
  phase: ComposerPhase;
  out: PartialSubmission;
  /**
   * The submission that the draft belongs to. Text typed into a blank draft begins a new one. `outs` holds the progress
   * of the other submissions.
   */
  submissionNumber: number;
  outs: ReadonlyMap<number, PartialSubmission>;
  history: UndoHistory;
  switches: readonly SubmissionSwitch[];
};

/** A change of one variant's parts; without `on` the variant for all channels. */
export type PartsEvent = {
  on?: VariantId;
} /** `composition` is the number of the word that an input method composes. */ & (
  | { type: "typed"; partId: PartId; text: string; composition?: number }
  | { type: "part-added"; after: PartId; id: PartId; text?: string }
  /** Splits a part into `texts`. `ids` names the parts after the first, `gaps` holds the characters cut before each. */
  | {
      type: "part-split";
      partId: PartId;
      texts: readonly string[];
      ids: readonly PartId[];
      gaps?: readonly string[] | undefined;
    }
  | { type: "part-removed"; partId: PartId }
  | { type: "part-moved"; partId: PartId; by: number }
  /** Appends the part to the one before it. */
  | { type: "part-merged"; partId: PartId }
  /** Joins all parts to one with this text. */
  | { type: "parts-joined"; text: string }
  /**
   * Replaces the texts of the whole variant. `ids` has a new id for every possible new part, `gaps` the characters cut
   * before each part.
   */
  | {
      type: "sheet-written";
      texts: readonly string[];
      ids: readonly PartId[];
      gaps?: readonly (string | undefined)[] | undefined;
    }
);

export type ImagesEvent =
  /** Without `partId` the images belong to the first part. */
  | {
      type: "images-added";
      images: readonly { id: ImageId; name: string; sizeBytes: number }[];
      partId?: PartId | undefined;
    }
  | { type: "upload-retried"; imageId: ImageId }
  /** The image can't be shown any more: the service deletes an upload that is not used in time. */
  | { type: "image-lost"; imageId: ImageId; why: string }
  | { type: "image-removed"; imageId: ImageId }
  | { type: "alt-written"; imageId: ImageId; alt: string };

/**
 * An event of the composer. Ids, idempotency keys and file names arrive in the event, because the reducer has no
 * randomness and no clock.
 */
export type ComposerEvent =
  | PartsEvent
  | ImagesEvent
  | UploadEvent
  /** Gives the channel a variant of its own that starts as a copy; `ids` names its parts. */
  | { type: "own-begun"; channelId: string; ids: readonly PartId[] }
  /** Removes the channel's variant, so that it gets the text for all channels again. */
  | { type: "own-dropped"; channelId: string }
  | { type: "channel-toggled"; channelId: string }
  | { type: "channels-set"; channelIds: readonly string[] }
  | { type: "when-set"; when: PublishTime }
  | { type: "link-card-set"; linkCard: LinkCardChoice }
  | { type: "thread-chosen"; channelId: string; choice: ThreadChoice }
  | { type: "points-set"; points: number }
  /**
   * With `platforms`, no request has two channels of one platform: the service answers with a post's platform alone, and
   * the author has to know the account. `threads` has the choice that the page shows for each channel: the draft has
   * it from then on, so that a repeat is the same request.
   */
  | {
      type: "submitted";
      intent: SubmitIntent;
      repeatKey: string;
      platforms?: ChannelPlatforms | undefined;
      threads?: ComposerDraft["threads"];
    }
  | { type: "held"; intent: SubmitIntent; repeatKey: string }
  /** The answer to the request in flight. */
  | { type: "accepted"; postIds: readonly string[]; submissionId?: string | null }
  | { type: "refused"; failure: Failure }
  | { type: "wait-canceled" }
  /** An earlier page of this draft sent these requests and was left before the answer. */
  | { type: "doubted"; calls: readonly SubmitRequest[] }
  /** These channels of an unconfirmed request have their post. `postIds` is empty if the author said so. */
  | { type: "arrived"; repeatKey: string; channelIds: readonly string[]; postIds: readonly string[] }
  /** The author says that no unconfirmed request arrived, so they may be sent again. */
  | { type: "not-arrived" }
  /** The draft that the page opened with is in place; undo goes back no further. */
  | { type: "opened" }
  | { type: "undone" }
  | { type: "redone" }
  | { type: "new-post-started"; id: PartId; points: number }
  /** Restores a draft; with `submissionNumber` also its submission and progress. */
  | { type: "restored"; draft: ComposerDraft; submissionNumber?: number }
  /** The post changed elsewhere; editing continues on its new version with the content of `draft`. */
  | { type: "rebased"; subject: EditedSubject; draft: ComposerDraft };

/** A side effect for the hook to run. The hook sends the result back as events. */
export type ComposerEffect =
  | { type: "save"; draft: ComposerDraft }
  | { type: "upload"; imageId: ImageId }
  | { type: "abort-upload"; imageId: ImageId }
  /** `isLast` if each other request of the text has arrived. */
  | {
      type: "send";
      subject: ComposerSubject;
      draft: ComposerDraft;
      intent: SubmitIntent;
      call: SubmitRequest;
      isLast: boolean;
    }
  | { type: "forget" };

export type UploadEvent =
  | { type: "upload-moved"; imageId: ImageId; share: number; perSecond?: number | null; isLost?: boolean }
  | { type: "upload-done"; imageId: ImageId; mediaId: string; url: string; facts?: DraftImageMetadata }
  | { type: "upload-failed"; imageId: ImageId; why: string };

/** A change by the author. */
export type EditEvent = Exclude<
  ComposerEvent,
  | UploadEvent
  | {
      type:
        | "submitted"
        | "held"
        | "accepted"
        | "refused"
        | "wait-canceled"
        | "doubted"
        | "arrived"
        | "not-arrived"
        | "new-post-started"
        | "rebased"
        | "opened"
        | "undone"
        | "redone";
    }
>;
