import type {
  ComposerDraft,
  DraftImage,
  DraftImageMetadata,
  DraftPart,
  PublishTime,
} from "#components/composer/state/draft.ts";
import { limits } from "#lib/contract/limits.ts";
import type { DraftContent } from "#lib/contract/types.ts";

/**
 * What stands in the browser: the draft, when it was kept, and which tab wrote it. `version` is that of an edited post.
 * `base` is the draft's own version on the service when it was last there, 0 before; `isSaved` when the service has it all.
 */
export type StoredDraft = {
  draft: ComposerDraft;
  keptAtMs: number;
  by: string;
  version: number | null;
  base: number;
  isSaved: boolean;
  /** When the service saved it last, by its own clock. */
  savedAt: string | null;
};

/** Where a member's draft lies in the browser, by the draft's own id. */
export function getDraftKey(memberId: string, draftId: string): string {
  return `postwright:draft:${memberId}:${draftId}`;
}

/** Where, for its tab alone, lies what was sent of a draft to be saved, and has no answer yet. */
export function getSentSavesKey(draftId: string): string {
  return `postwright:sent:${draftId}`;
}

/** Reads that back; nothing of what is not as this version writes it. */
export function parseSentSaves(text: string | null): DraftContent[] {
  return listOf(parseJson(text)).filter(isContent);
}

const isContent = (value: unknown): value is DraftContent =>
  isRecord(value) && Array.isArray(value["parts"]) && isRecord(value["own"]) && Array.isArray(value["images"]);

/** Where the id lies of the draft that is being written: one for what is new, one for each post being edited. */
export function getCurrentDraftKey(memberId: string, place: string | null): string {
  return `postwright:writing:${memberId}${place === null ? "" : `:${place}`}`;
}

/** Where it lies that a draft is sent once the connection is back. */
export function getQueuedSubmitKey(memberId: string, draftId: string): string {
  return `postwright:wait:${memberId}:${draftId}`;
}

/** A draft's id, chosen here: the UUID that the service keeps it under. */
export function toDraftId(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Where the channels chosen last lie. */
export function getLastChannelsKey(memberId: string): string {
  return `postwright:channels:${memberId}`;
}

/** As text. Images that are not with the service yet are kept apart from it, with their bytes: `images/kept-files.ts`. */
export function serializeStoredDraft(kept: StoredDraft): string {
  const images = kept.draft.images.filter((image) => image.state.is === "ready");
  return JSON.stringify({ ...kept, draft: { ...kept.draft, images } });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isText = (value: unknown): value is string => typeof value === "string";

/** Reads it back; null for what an older version, or somebody by hand, has left there. */
export function parseStoredDraft(text: string | null): StoredDraft | null {
  const value = parseJson(text);
  if (!isRecord(value) || !isRecord(value["draft"])) return null;
  const { keptAtMs, by, version, base, draft } = value;
  const parts = listOf(draft["parts"]).filter(isPart).slice(0, limits.parts);
  if (parts.length === 0 || typeof keptAtMs !== "number" || !isText(by)) return null;
  const points = draft["points"];
  return {
    keptAtMs,
    by,
    version: typeof version === "number" ? version : null,
    base: typeof base === "number" ? base : 0,
    isSaved: value["isSaved"] === true,
    savedAt: isText(value["savedAt"]) ? value["savedAt"] : null,
    draft: {
      parts: parts.map(toPart),
      own: parseVariants(draft["own"]),
      images: listOf(draft["images"]).filter(isReadyImage).slice(0, limits.imagesPerPost).map(withDefaults),
      channelIds: listOf(draft["channelIds"]).filter(isText),
      when: parsePublishTime(draft["when"]),
      points: typeof points === "number" ? points : limits.pointsDefault,
    },
  };
}

/** The ids of channels kept as chosen last. */
export function parseLastChannels(text: string | null): string[] {
  return listOf(parseJson(text)).filter(isText);
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const isPart = (value: unknown): value is DraftPart => isRecord(value) && isText(value["id"]) && isText(value["text"]);

/** Nothing else that stood there. */
const toPart = ({ id, text, gap }: DraftPart): DraftPart => (isText(gap) ? { id, text, gap } : { id, text });

function isReadyImage(value: unknown): value is DraftImage {
  if (!isRecord(value) || !isText(value["id"]) || !isText(value["name"])) return false;
  const state = value["state"];
  return isRecord(state) && state["is"] === "ready" && isText(state["mediaId"]) && isText(state["url"]);
}

/** Kept by an earlier version, it has no description and no facts. */
const withDefaults = ({ facts, ...image }: DraftImage): DraftImage => ({
  ...image,
  alt: isText(image.alt) ? image.alt : "",
  ...(isRecord(facts) && { facts: parseImageMetadata(facts) }),
});

function parseImageMetadata({ type, sizeBytes, width, height, moves }: Record<string, unknown>): DraftImageMetadata {
  return {
    ...(isText(type) && { type }),
    ...(typeof sizeBytes === "number" && { sizeBytes }),
    ...(typeof width === "number" && typeof height === "number" && { width, height }),
    ...(typeof moves === "boolean" && { moves }),
  };
}

function parseVariants(value: unknown): ComposerDraft["own"] {
  if (!isRecord(value)) return {};
  const read = Object.entries(value).map(([id, parts]) => [id, listOf(parts).filter(isPart)] as const);
  return Object.fromEntries(
    read.flatMap(([id, parts]) => (parts.length > 0 ? [[id, parts.slice(0, limits.parts).map(toPart)]] : [])),
  );
}

function parsePublishTime(value: unknown): PublishTime {
  if (!isRecord(value) || value["is"] !== "at") return { is: "now" };
  const { date, time, zone, fold } = value;
  if (!isText(date) || !isText(time) || !isText(zone)) return { is: "now" };
  return { is: "at", date, time, zone, ...((fold === "earlier" || fold === "later") && { fold }) };
}
