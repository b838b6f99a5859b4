import type {
  ComposerDraft,
  DraftImage,
  DraftImageMetadata,
  DraftPart,
  PublishTime,
} from "#components/composer/state/draft.ts";
import { limits } from "#lib/contract/limits.ts";
import type { DraftContent, LinkCardChoice } from "#lib/contract/types.ts";
import type { EditedPostVersion } from "./to-draft-content.ts";

/**
 * A draft in the browser's storage with the time of the write and the tab that wrote it. `post` is the edited post. `base` is the draft's version on the service, 0 before the first save; `isSaved` is true if the service has
 * everything.
 */
export type StoredDraft = {
  draft: ComposerDraft;
  keptAtMs: number;
  by: string;
  post: EditedPostVersion;
  base: number;
  isSaved: boolean;
  /** The time of the last save, by the service's clock. */
  savedAt: string | null;
  /** The subject that the draft started from; null for a new post. */
  slot: string | null;
};

export function getDraftKey(memberId: string, draftId: string): string {
  return `postwright:draft:${memberId}:${draftId}`;
}

/** Returns the session storage key of the contents that were sent to the service without an answer yet. */
export function getUnansweredSavesKey(draftId: string): string {
  return `postwright:sent:${draftId}`;
}

/** Parses the stored contents and leaves out every entry of an unknown shape. */
export function parseUnansweredSaves(text: string | null): DraftContent[] {
  return listOf(parseJson(text)).filter(isContent);
}

const isContent = (value: unknown): value is DraftContent =>
  isRecord(value) && Array.isArray(value["parts"]) && isRecord(value["own"]) && Array.isArray(value["images"]);

/** Returns the storage key of the current draft's id. There is one key for a new post and one for each edited post. */
export function getCurrentDraftIdKey(memberId: string, place: string | null): string {
  return `postwright:writing:${memberId}${place === null ? "" : `:${place}`}`;
}

/** Returns the storage key of a submission that waits for the connection. */
export function getQueuedSubmitKey(memberId: string, draftId: string): string {
  return `postwright:wait:${memberId}:${draftId}`;
}

/** Formats hex digits as the UUID under which the service stores the draft. The browser chooses the id. */
export function hexToUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Serializes a draft for the browser's storage. Images that are not uploaded yet are stored separately with their
 * bytes, in `media/upload/pending-upload-store.ts`.
 */
export function serializeStoredDraft(stored: StoredDraft): string {
  const images = stored.draft.images.filter((image) => image.state.type === "ready");
  return JSON.stringify({ ...stored, draft: { ...stored.draft, images } });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isText = (value: unknown): value is string => typeof value === "string";

/** Parses a stored draft. @returns null if an older version, or a person by hand, stored another shape */
export function parseStoredDraft(text: string | null): StoredDraft | null {
  const value = parseJson(text);
  if (!isRecord(value) || !isRecord(value["draft"])) return null;
  const { keptAtMs, by, base, draft } = value;
  const parts = listOf(draft["parts"]).filter(isPart).slice(0, limits.parts);
  if (parts.length === 0 || typeof keptAtMs !== "number" || !isText(by)) return null;
  const { points, linkCard } = draft;
  const threads = parseThreadChoices(draft["threads"]);
  return {
    keptAtMs,
    by,
    post: parseEditedPost(value),
    base: typeof base === "number" ? base : 0,
    isSaved: value["isSaved"] === true,
    savedAt: isText(value["savedAt"]) ? value["savedAt"] : null,
    slot: isText(value["slot"]) ? value["slot"] : null,
    draft: {
      parts: parts.map(toPart),
      own: parseVariants(draft["own"]),
      images: listOf(draft["images"]).filter(isReadyImage).map(withDefaults),
      channelIds: listOf(draft["channelIds"]).filter(isText),
      when: parsePublishTime(draft["when"]),
      ...(isLinkCard(linkCard) && { linkCard }),
      ...(threads && { threads }),
      points: typeof points === "number" ? points : limits.pointsDefault,
    },
  };
}

const isLinkCard = (value: unknown): value is LinkCardChoice =>
  isRecord(value) && (value["url"] === null || isText(value["url"]));

function parseThreadChoices(value: unknown): ComposerDraft["threads"] {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([id, choice]) => (choice === "chain" || choice === "join" ? [[id, choice]] : [])),
  );
}

/** Earlier versions stored the version of the post alone; the slot is its id. */
function parseEditedPost({ post, version, slot }: Record<string, unknown>): EditedPostVersion {
  if (typeof version === "number" && isText(slot)) return { id: slot, version };
  return isRecord(post) && isEditedPost(post) ? post : null;
}

const isEditedPost = (value: Record<string, unknown>): value is NonNullable<EditedPostVersion> =>
  isText(value["id"]) && typeof value["version"] === "number";

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const isPart = (value: unknown): value is DraftPart => isRecord(value) && isText(value["id"]) && isText(value["text"]);

/** Copies only the known fields, so that other stored fields are dropped. */
const toPart = ({ id, text, gap, images }: DraftPart): DraftPart => ({
  id,
  text,
  ...(isText(gap) && { gap }),
  ...(Array.isArray(images) && images.length > 0 && { images: images.filter(isText) }),
});

/** Earlier versions stored the discriminant as `is`. */
const getStoredType = (value: Record<string, unknown>) => value["type"] ?? value["is"];

type ReadyImage = DraftImage & { state: { mediaId: string; url: string } };

function isReadyImage(value: unknown): value is ReadyImage {
  if (!isRecord(value) || !isText(value["id"]) || !isText(value["name"])) return false;
  const state = value["state"];
  return isRecord(state) && getStoredType(state) === "ready" && isText(state["mediaId"]) && isText(state["url"]);
}

/** Images that an earlier version stored have no alt text and no metadata. */
const withDefaults = ({ facts, state, ...image }: ReadyImage): DraftImage => ({
  ...image,
  state: { type: "ready", mediaId: state.mediaId, url: state.url },
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
  if (!isRecord(value) || getStoredType(value) !== "at") return { type: "now" };
  const { date, time, zone, fold } = value;
  if (!isText(date) || !isText(time) || !isText(zone)) return { type: "now" };
  return { type: "at", date, time, zone, ...((fold === "earlier" || fold === "later") && { fold }) };
}
