import type { LinkCardChoice, ThreadChoice } from "#lib/contract/types.ts";

/** Ids, content and choices of a draft. Plain data: stored in the browser and sent to the service. */
export type PartId = string;
export type ImageId = string;

/**
 * One part. `gap` holds the characters that a split cut before the part, so that joining is exact. `images` has the ids
 * of its images; see `part-images.ts`.
 */
export type DraftPart = { id: PartId; text: string; gap?: string | undefined; images?: readonly ImageId[] | undefined };

/** Metadata of an uploaded image. A service may report only some of it. */
export type DraftImageMetadata = {
  type?: string;
  sizeBytes?: number;
  width?: number;
  height?: number;
  moves?: boolean;
};

/** An image of the draft. `mediaId` is the service's id once the image is uploaded. */
export type DraftImage = {
  id: ImageId;
  name: string;
  sizeBytes: number;
  /** Alt text for people who can't see the image; empty if there is none. */
  alt: string;
  facts?: DraftImageMetadata;
  state: /** `perSecond` is in bytes, null until known. `isLost` is true while the upload waits for the connection. */
    | { type: "uploading"; share: number; perSecond?: number | null; isLost?: boolean }
    | { type: "ready"; mediaId: string; url: string }
    | { type: "failed"; why: string };
};

/**
 * Wall time in a named zone, as the author chose it. The submission computes the instant. `fold` chooses one of the two
 * instants if clocks show the time twice.
 */
export type ScheduledTime = { type: "at"; date: string; time: string; zone: string; fold?: "earlier" | "later" };

export type PublishTime = { type: "now" } | ScheduledTime;

/**
 * The variant in the editor: null for the text for all channels, otherwise the id of a channel with a text of its own.
 */
export type VariantId = string | null;

export type ComposerDraft = {
  parts: readonly DraftPart[];
  /**
   * Channels' own texts by channel id. A removed channel's text is stored, but only chosen channels' texts are sent.
   */
  own: Readonly<Record<string, readonly DraftPart[]>>;
  images: readonly DraftImage[];
  channelIds: readonly string[];
  when: PublishTime;
  /** The author's choice about link cards; null returns to the first link of each part. */
  linkCard?: LinkCardChoice | null;
  /** The author's choice about several parts by channel id; a channel without one has the member's last choice for it. */
  threads?: Readonly<Record<string, ThreadChoice>>;
  points: number;
};

export function createEmptyDraft(partId: PartId, points: number): ComposerDraft {
  return { parts: [{ id: partId, text: "" }], own: {}, images: [], channelIds: [], when: { type: "now" }, points };
}

/** True if discarding the draft would lose nothing. */
export function isDraftBlank(draft: ComposerDraft): boolean {
  const texts = [draft.parts, ...Object.values(draft.own)].flat();
  return draft.images.length === 0 && texts.every((part) => part.text.trim() === "");
}

/** Returns the parts of one variant, or the text for all channels if the channel has no variant. */
export function getVariantParts(draft: ComposerDraft, sheet: VariantId): readonly DraftPart[] {
  return (sheet === null ? undefined : draft.own[sheet]) ?? draft.parts;
}

/**
 * Returns the parts to publish. Blank parts at the end are left out, because they are only places to type; one with
 * images is not.
 */
export function getPublishableParts(draft: ComposerDraft, sheet: VariantId = null): readonly DraftPart[] {
  const parts = getVariantParts(draft, sheet);
  let end = parts.length;
  while (end > 0 && parts[end - 1]?.text.trim() === "" && !parts[end - 1]?.images?.length) end -= 1;
  return parts.slice(0, end);
}
