/** What the author has written and chosen. Plain data: it is kept in the browser and sent to the service. */
export type PartId = string;
export type ImageId = string;

export type Part = { id: PartId; text: string };

/** An image of the first part. `mediaId` is the service's id once it is there. */
export type Image = {
  id: ImageId;
  name: string;
  sizeBytes: number;
  state:
    | { is: "uploading"; share: number }
    | { is: "ready"; mediaId: string; url: string }
    | { is: "failed"; why: string };
};

/** Wall time in a named zone, as the author thinks of it; the instant is made when it is sent. */
export type When =
  | { is: "now" }
  /** `fold` says which of the two is meant where clocks show that time twice. */
  | { is: "at"; date: string; time: string; zone: string; fold?: "earlier" | "later" };

export type Draft = {
  parts: readonly Part[];
  images: readonly Image[];
  channelIds: readonly string[];
  when: When;
  points: number;
};

/** An empty draft with one part. */
export function emptyDraft(partId: PartId, points: number): Draft {
  return { parts: [{ id: partId, text: "" }], images: [], channelIds: [], when: { is: "now" }, points };
}

/** True when nothing would be lost by throwing it away. */
export function isBlank(draft: Draft): boolean {
  return draft.images.length === 0 && draft.parts.every((part) => part.text.trim() === "");
}

/** The parts that will be sent: blank ones at the end are only places to type. */
export function writtenParts(draft: Draft): readonly Part[] {
  let end = draft.parts.length;
  while (end > 0 && draft.parts[end - 1]?.text.trim() === "") end -= 1;
  return draft.parts.slice(0, end);
}
