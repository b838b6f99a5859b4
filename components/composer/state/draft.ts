/** What the author has written and chosen. Plain data: it is kept in the browser and sent to the service. */
export type PartId = string;
export type ImageId = string;

/** `gap`: what a split cut away before it, so that joining is exact. */
export type DraftPart = { id: PartId; text: string; gap?: string | undefined };

/** What is known of an image once the service has it; a service may tell less. */
export type DraftImageMetadata = {
  type?: string;
  sizeBytes?: number;
  width?: number;
  height?: number;
  moves?: boolean;
};

/** An image of the first part. `mediaId` is the service's id once it is there. */
export type DraftImage = {
  id: ImageId;
  name: string;
  sizeBytes: number;
  /** What it shows, for those who can't see it; empty when nothing is written. */
  alt: string;
  facts?: DraftImageMetadata;
  state: /** `perSecond` in bytes, once it can be told; `isLost` while it waits for the connection to come back. */
    | { is: "uploading"; share: number; perSecond?: number | null; isLost?: boolean }
    | { is: "ready"; mediaId: string; url: string }
    | { is: "failed"; why: string };
};

/** Wall time in a named zone, as the author thinks of it; the instant is made when it is sent. */
export type PublishTime =
  | { is: "now" }
  /** `fold` says which of the two is meant where clocks show that time twice. */
  | { is: "at"; date: string; time: string; zone: string; fold?: "earlier" | "later" };

/** The text being written: null is the one all channels get, else the id of a channel with words of its own. */
export type VariantId = string | null;

export type ComposerDraft = {
  parts: readonly DraftPart[];
  /** Channels that get their own words, by channel id. Kept when a channel is taken off, sent only while it is chosen. */
  own: Readonly<Record<string, readonly DraftPart[]>>;
  images: readonly DraftImage[];
  channelIds: readonly string[];
  when: PublishTime;
  points: number;
};

/** An empty draft with one part. */
export function createEmptyDraft(partId: PartId, points: number): ComposerDraft {
  return { parts: [{ id: partId, text: "" }], own: {}, images: [], channelIds: [], when: { is: "now" }, points };
}

/** True when nothing would be lost by throwing it away. */
export function isDraftBlank(draft: ComposerDraft): boolean {
  const texts = [draft.parts, ...Object.values(draft.own)].flat();
  return draft.images.length === 0 && texts.every((part) => part.text.trim() === "");
}

/** The parts of one sheet; the common ones for a channel without words of its own. */
export function getVariantParts(draft: ComposerDraft, sheet: VariantId): readonly DraftPart[] {
  return (sheet === null ? undefined : draft.own[sheet]) ?? draft.parts;
}

/** The parts that will be sent: blank ones at the end are only places to type. */
export function getPublishableParts(draft: ComposerDraft, sheet: VariantId = null): readonly DraftPart[] {
  const parts = getVariantParts(draft, sheet);
  let end = parts.length;
  while (end > 0 && parts[end - 1]?.text.trim() === "") end -= 1;
  return parts.slice(0, end);
}
