import type { Failure } from "#lib/contract/errors.ts";
import type {
  ComposerDraft,
  DraftImage,
  DraftImageMetadata,
  ImageId,
  PartId,
  PublishTime,
  VariantId,
} from "./draft.ts";

/** A part that is out, or, unless `isSure`, may be. */
export type PublishedThreadPart = { text: string; url: string | null; isSure: boolean };

/**
 * What is being written: a new submission, perhaps with the words of the post `again`, or one post that exists. Of a thread
 * that stopped on its way the draft is what comes after the `fixed` parts.
 */
export type ComposerSubject =
  | { is: "new"; again?: string }
  | { is: "post"; postId: string; version: number; fixed?: readonly PublishedThreadPart[] };

/** How it leaves the desk. */
export type SubmitIntent = "send" | "draft";

/** One request: the channels that get the same words. A new submission is as many as there are different texts. */
export type SubmitRequest = {
  channelIds: readonly string[];
  sheet: VariantId;
  /** A repeat under the same key makes nothing twice. */
  repeatKey: string;
  /** The submission it joins; null for the first of one. Part of what it asks, so a repeat asks for the same. */
  submissionId: string | null;
  /** All that it asks for, as text: the same again after an edit that was taken back. */
  print: string;
  state:
    | { is: "waiting" | "asked" | "accepted" }
    /** `unsure`: no answer that says whether it arrived. */
    | { is: "refused" | "unsure"; failure: Failure };
};

/** What has left the desk while other channels have not: it stays out whatever is edited. */
export type SubmissionProgress = {
  submissionId: string | null;
  channelIds: readonly string[];
  postIds: readonly string[];
  /** Calls that may have arrived. Asked again with the same words, they keep their keys. */
  unsure: readonly SubmitRequest[];
};

/** Sending is a state, so that sending twice can't be written down. */
export type ComposerPhase =
  /** `takenBack`: it waited to be sent or saved, and was changed meanwhile. */
  | { at: "editing"; takenBack?: SubmitIntent }
  /** Sent as soon as the last upload ends. */
  | { at: "waiting"; intent: SubmitIntent; repeatKey: string }
  /** Offline: sent when the connection is back, because the author asked for that. */
  | { at: "held"; intent: SubmitIntent; repeatKey: string }
  /** One call after the other: the second joins the submission that the first one made. */
  | { at: "sending"; intent: SubmitIntent; calls: readonly SubmitRequest[] }
  | { at: "sent"; intent: SubmitIntent; postIds: readonly string[] }
  /** `failure` is the first; `calls` tells each channel's. */
  | { at: "refused"; intent: SubmitIntent; failure: Failure; calls: readonly SubmitRequest[] };

/** The typing that the next letter may join: `where` it went on, whether it wrote or erased, and when. */
export type TypingRun = { where: string; writes: boolean; atMs: number };

/**
 * Every draft that was, as one history over text, images, targets, time and points. How far an upload has come is no step
 * of it: an image that comes back has the state it has `reached` since, and what is known of it.
 */
export type UndoHistory = {
  past: readonly ComposerDraft[];
  future: readonly ComposerDraft[];
  run: TypingRun | null;
  reached: Readonly<Record<ImageId, Pick<DraftImage, "state" | "facts">>>;
};

/**
 * A step from one thought to another, as by emptying the sheet: `thought` is that on its other side, `at` how many steps
 * could be taken back then.
 */
export type SubmissionScopeChange = { thought: number; at: number };

export type ComposerState = {
  subject: ComposerSubject;
  draft: ComposerDraft;
  phase: ComposerPhase;
  out: SubmissionProgress;
  /** Counts the thoughts: what is written on an empty sheet is another one. `outs` has what is out of those before. */
  thought: number;
  outs: ReadonlyMap<number, SubmissionProgress>;
  history: UndoHistory;
  cleared: readonly SubmissionScopeChange[];
};

/** A change of one sheet's parts; `on` left out means the common one. */
export type PartsEvent = {
  on?: VariantId;
} /** `composition`: the number of the word that an input method is putting together. */ & (
  | { type: "typed"; partId: PartId; text: string; composition?: number }
  | { type: "part-added"; after: PartId; id: PartId; text?: string }
  /** The part becomes as many as there are texts; `ids` names those after the first, `gaps` is what was cut before each. */
  | {
      type: "part-split";
      partId: PartId;
      texts: readonly string[];
      ids: readonly PartId[];
      gaps?: readonly string[] | undefined;
    }
  | { type: "part-removed"; partId: PartId }
  | { type: "part-moved"; partId: PartId; by: number }
  /** It becomes the end of the part before it. */
  | { type: "part-merged"; partId: PartId }
  /** All become one with this text. */
  | { type: "parts-joined"; text: string }
  /** The whole sheet is these texts now; `ids` has fresh ones for as many parts as may be new, `gaps` what is cut before each. */
  | {
      type: "sheet-written";
      texts: readonly string[];
      ids: readonly PartId[];
      gaps?: readonly (string | undefined)[] | undefined;
    }
);

/** A change of the images. */
export type ImagesEvent =
  | { type: "images-added"; images: readonly { id: ImageId; name: string; sizeBytes: number }[] }
  | { type: "upload-retried"; imageId: ImageId }
  /** It was there and can't be shown any more: an upload that was not used in time is removed by the service. */
  | { type: "image-lost"; imageId: ImageId; why: string }
  | { type: "image-removed"; imageId: ImageId }
  | { type: "image-moved"; imageId: ImageId; by: number }
  | { type: "alt-written"; imageId: ImageId; alt: string };

/** Ids, the repeat key and files' names arrive in the event: `step` has no chance and no clock of its own. */
export type ComposerEvent =
  | PartsEvent
  | ImagesEvent
  | UploadEvent
  /** The channel gets words of its own, begun with the common ones; `ids` names its parts. */
  | { type: "own-begun"; channelId: string; ids: readonly PartId[] }
  /** The channel gets the common words again. */
  | { type: "own-dropped"; channelId: string }
  | { type: "channel-toggled"; channelId: string }
  | { type: "channels-set"; channelIds: readonly string[] }
  | { type: "when-set"; when: PublishTime }
  | { type: "points-set"; points: number }
  | { type: "submitted"; intent: SubmitIntent; repeatKey: string }
  | { type: "held"; intent: SubmitIntent; repeatKey: string }
  /** The answer to the call that was asked. */
  | { type: "accepted"; postIds: readonly string[]; submissionId?: string | null }
  | { type: "refused"; failure: Failure }
  | { type: "wait-canceled" }
  /** An earlier page of this draft sent these calls and was left before the answer. */
  | { type: "doubted"; calls: readonly SubmitRequest[] }
  /** These channels of an unsure call have their post; `postIds` is empty where the author says so. */
  | { type: "arrived"; repeatKey: string; channelIds: readonly string[]; postIds: readonly string[] }
  /** The author says that none of the unsure calls arrived: they may be sent again. */
  | { type: "not-arrived" }
  /** What came with the page stands: undo goes back no further. */
  | { type: "opened" }
  | { type: "undone" }
  | { type: "redone" }
  | { type: "started-anew"; id: PartId; points: number }
  /** With `thought`, the words of that one are back, and what is out of it. */
  | { type: "restored"; draft: ComposerDraft; thought?: number }
  /** The post was changed elsewhere: written on with its new version, in the words of `draft`. */
  | { type: "rebased"; version: number; draft: ComposerDraft };

/** What the outside has to do; the hook that runs it sends the result back as events. */
export type ComposerEffect =
  | { do: "save"; draft: ComposerDraft }
  | { do: "upload"; imageId: ImageId }
  | { do: "abort-upload"; imageId: ImageId }
  | { do: "send"; subject: ComposerSubject; draft: ComposerDraft; intent: SubmitIntent; call: SubmitRequest }
  | { do: "forget" };

/** News of an upload. */
export type UploadEvent =
  | { type: "upload-moved"; imageId: ImageId; share: number; perSecond?: number | null; isLost?: boolean }
  | { type: "upload-done"; imageId: ImageId; mediaId: string; url: string; facts?: DraftImageMetadata }
  | { type: "upload-failed"; imageId: ImageId; why: string };

/** A change the author makes. */
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
        | "started-anew"
        | "rebased"
        | "opened"
        | "undone"
        | "redone";
    }
>;
