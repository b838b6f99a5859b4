import { isDeepStrictEqual } from "node:util";
import type {
  ConnectorJson,
  OutgoingPart,
  PartPlanInput,
  PlatformAccount,
} from "#lib/service/channels/core/connector.ts";
import {
  getLinkCardProgress,
  type LinkCardProgress,
  type PreparedLinkCard,
  planLinkCard,
} from "#lib/service/channels/core/link-card.ts";
import { detectLanguage } from "#lib/text/platforms/detect-language.ts";
import { addMentionFacets, type Facet, findFacets, type Mention } from "./facets.ts";
import { getPartRecordKey } from "./record-key.ts";

export const postCollection = "app.bsky.feed.post";

/** An uploaded file as the server names it (atproto.com/specs/data-model#blob-type). */
export type BlueskyBlob = { $type: "blob"; ref: { $link: string }; mimeType: string; size: number };
export type RecordRef = { uri: string; cid: string };

/** The result of `plan`: all of the record that needs no request. */
export type PlannedRecord = {
  rkey: string;
  createdAt: string;
  text: string;
  facets: Facet[];
  mentions: Mention[];
  /** The text's language; absent if it is not clear. */
  langs?: string[];
};
/** The result of `prepare`: accounts by handle (null: the handle has none), and uploads by file name. */
export type PreparedRecord = {
  dids: Record<string, string | null>;
  blobs: Record<string, BlueskyBlob>;
} & LinkCardProgress<BlueskyBlob>;

export type PostRecord = {
  $type: typeof postCollection;
  text: string;
  createdAt: string;
  facets?: Facet[];
  /** Lexicon app.bsky.feed.post: languages of the text, by which feeds are filtered. */
  langs?: string[];
  reply?: { root: RecordRef; parent: RecordRef };
  embed?: { $type: "app.bsky.embed.images"; images: EmbeddedImage[] } | ExternalEmbed;
};
/** The card of a link (lexicon app.bsky.embed.external). */
type ExternalEmbed = {
  $type: "app.bsky.embed.external";
  external: { uri: string; title: string; description: string; thumb?: BlueskyBlob };
};
type EmbeddedImage = { image: BlueskyBlob; alt: string; aspectRatio: { width: number; height: number } };

/**
 * Plans the record. Each part is a millisecond later than the previous one: equal times sort at random and hide the
 * thread.
 */
export function planRecord(part: PartPlanInput): PlannedRecord {
  const { key, number, text, plannedAt, before } = part;
  const at = new Date(plannedAt.getTime() + number - 1);
  const storedKey = before?.["rkey"];
  const rkey = typeof storedKey === "string" ? storedKey : getPartRecordKey({ key, number, plannedAt });
  const language = detectLanguage(text);
  return {
    rkey,
    createdAt: at.toISOString(),
    text,
    ...findFacets(text),
    ...planLinkCard(part),
    ...(language !== null && { langs: [language] }),
  };
}

export const getPlannedRecord = (part: OutgoingPart): PlannedRecord => part.wire as unknown as PlannedRecord;

export function getPreparedRecord(prepared: ConnectorJson | null): PreparedRecord {
  const stored = (prepared ?? {}) as Partial<PreparedRecord>;
  return { dids: { ...stored.dids }, blobs: { ...stored.blobs }, ...getLinkCardProgress<BlueskyBlob>(prepared) };
}

export function toRecordUri(account: PlatformAccount, rkey: string): string {
  return `at://${account.remoteId}/${postCollection}/${rkey}`;
}

/** Parses the address of a record; null if it is none. */
export function parseRecordUri(uri: string): { repo: string; collection: string; rkey: string } | null {
  const [, repo, name, rkey] = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/u.exec(uri) ?? [];
  return repo && name && rkey ? { repo, collection: name, rkey } : null;
}

/** Returns the address of the post's public page. */
export function toPostUrl(uri: string): string | null {
  const read = parseRecordUri(uri);
  return read && `https://bsky.app/profile/${read.repo}/post/${read.rkey}`;
}

/** Creates the record to send, equal for every attempt. @returns null if an image has not been uploaded */
export function createPostRecord(part: OutgoingPart, reply: PostRecord["reply"] | null): PostRecord | null {
  const wire = getPlannedRecord(part);
  const { dids, blobs, card } = getPreparedRecord(part.prepared);
  const known = Object.fromEntries(
    Object.entries(dids).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const facets = addMentionFacets(wire.facets, wire.mentions, known);
  const images: EmbeddedImage[] = [];
  for (const { fileName, alt, width, height } of part.images) {
    const image = blobs[fileName];
    if (!image) return null;
    images.push({ image, alt, aspectRatio: { width, height } });
  }
  return {
    $type: postCollection,
    text: wire.text,
    createdAt: wire.createdAt,
    ...(facets.length > 0 && { facets }),
    ...(wire.langs && { langs: wire.langs }),
    ...(reply && { reply }),
    ...(images.length > 0 && { embed: { $type: "app.bsky.embed.images", images } }),
    ...(images.length === 0 && card && { embed: createExternalEmbed(card) }),
  };
}

function createExternalEmbed({ url, title, description, thumb }: PreparedLinkCard<BlueskyBlob>): ExternalEmbed {
  return { $type: "app.bsky.embed.external", external: { uri: url, title, description, ...(thumb && { thumb }) } };
}

/**
 * Tells if the record under our key is the part that we sent. Replies are compared by address: the server chooses their
 * content ids. If images were never uploaded, no record of ours can exist.
 */
export function isSameRecord(part: OutgoingPart, live: unknown): boolean {
  const record = createPostRecord(part, null);
  if (record === null || typeof live !== "object" || live === null) return false;
  const { reply, ...rest } = live as PostRecord;
  if (!isDeepStrictEqual(rest, JSON.parse(JSON.stringify(record)))) return false;
  return (reply?.root?.uri ?? null) === part.root && (reply?.parent?.uri ?? null) === part.parent;
}

/**
 * Returns the publishing time of the record under our key if it has our part's text, image descriptions and reply;
 * otherwise null. After a restored backup its time, uploads and mentioned accounts may differ from our plan.
 */
export function getMatchingRecordTime(part: OutgoingPart, live: unknown): Date | null {
  if (typeof live !== "object" || live === null) return null;
  const { text, createdAt, reply, embed } = live as Partial<PostRecord>;
  const images = embed && "images" in embed ? embed.images : [];
  const alts = images.map(({ alt }) => alt);
  const at = new Date(createdAt ?? Number.NaN);
  const isSame =
    text === getPlannedRecord(part).text &&
    isDeepStrictEqual(
      alts,
      part.images.map(({ alt }) => alt),
    ) &&
    (reply?.root?.uri ?? null) === part.root &&
    (reply?.parent?.uri ?? null) === part.parent;
  return isSame && !Number.isNaN(at.getTime()) ? at : null;
}
