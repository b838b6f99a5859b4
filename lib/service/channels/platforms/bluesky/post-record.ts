import { isDeepStrictEqual } from "node:util";
import type {
  ConnectorJson,
  OutgoingPart,
  PartPlanInput,
  PlatformAccount,
} from "#lib/service/channels/core/connector.ts";
import { addMentionFacets, type Facet, findFacets, type Mention } from "./facets.ts";
import { getPartRecordKey } from "./record-key.ts";

export const postCollection = "app.bsky.feed.post";

/** A file on the server, as it named it (atproto.com/specs/data-model#blob-type). */
export type BlueskyBlob = { $type: "blob"; ref: { $link: string }; mimeType: string; size: number };
export type RecordRef = { uri: string; cid: string };

/** What `plan` stores: all of the record that can be known without asking anybody. */
export type PlannedRecord = { rkey: string; createdAt: string; text: string; facets: Facet[]; mentions: Mention[] };
/** What `prepare` stores: accounts by the handles that led to one (null: to none), and the uploads by file name. */
export type PreparedRecord = { dids: Record<string, string | null>; blobs: Record<string, BlueskyBlob> };

export type PostRecord = {
  $type: typeof postCollection;
  text: string;
  createdAt: string;
  facets?: Facet[];
  reply?: { root: RecordRef; parent: RecordRef };
  embed?: { $type: "app.bsky.embed.images"; images: EmbeddedImage[] };
};
type EmbeddedImage = { image: BlueskyBlob; alt: string; aspectRatio: { width: number; height: number } };

/** Each part is a millisecond later than the one before: equal times sort at random and hide the thread. */
export function planRecord({ key, number, text, plannedAt, before }: PartPlanInput): PlannedRecord {
  const at = new Date(plannedAt.getTime() + number - 1);
  const kept = before?.["rkey"];
  const rkey = typeof kept === "string" ? kept : getPartRecordKey({ key, number, plannedAt });
  return { rkey, createdAt: at.toISOString(), text, ...findFacets(text) };
}

export const getPlannedRecord = (part: OutgoingPart): PlannedRecord => part.wire as unknown as PlannedRecord;

export function getPreparedRecord(prepared: ConnectorJson | null): PreparedRecord {
  const kept = (prepared ?? {}) as Partial<PreparedRecord>;
  return { dids: { ...kept.dids }, blobs: { ...kept.blobs } };
}

export function toRecordUri(account: PlatformAccount, rkey: string): string {
  return `at://${account.remoteId}/${postCollection}/${rkey}`;
}

/** Null for what is no address of a record. */
export function parseRecordUri(uri: string): { repo: string; collection: string; rkey: string } | null {
  const [, repo, name, rkey] = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/u.exec(uri) ?? [];
  return repo && name && rkey ? { repo, collection: name, rkey } : null;
}

/** Where people see it. */
export function toPostUrl(uri: string): string | null {
  const read = parseRecordUri(uri);
  return read && `https://bsky.app/profile/${read.repo}/post/${read.rkey}`;
}

/** The record as it is sent; of every try the same. `null` where an image has not been uploaded. */
export function createPostRecord(part: OutgoingPart, reply: PostRecord["reply"] | null): PostRecord | null {
  const wire = getPlannedRecord(part);
  const { dids, blobs } = getPreparedRecord(part.prepared);
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
    ...{ text: wire.text, createdAt: wire.createdAt },
    ...(facets.length > 0 && { facets }),
    ...(reply && { reply }),
    ...(images.length > 0 && { embed: { $type: "app.bsky.embed.images", images } }),
  };
}

/**
 * Whether the record that stands under our key is the part we sent. What it answers is compared by address: the content
 * ids that go with them are the server's. Where images were never uploaded nothing of ours can stand there.
 */
export function isSameRecord(part: OutgoingPart, standing: unknown): boolean {
  const record = createPostRecord(part, null);
  if (record === null || typeof standing !== "object" || standing === null) return false;
  const { reply, ...rest } = standing as PostRecord;
  if (!isDeepStrictEqual(rest, JSON.parse(JSON.stringify(record)))) return false;
  return (reply?.root?.uri ?? null) === part.root && (reply?.parent?.uri ?? null) === part.parent;
}

/**
 * When the record that stands under our key went out, if it says what our part says in answer to the same; else null. After
 * a backup was restored its time, uploads and the accounts behind its mentions may not be those of our plan.
 */
export function getMatchingRecordTime(part: OutgoingPart, standing: unknown): Date | null {
  if (typeof standing !== "object" || standing === null) return null;
  const { text, createdAt, reply, embed } = standing as Partial<PostRecord>;
  const alts = (embed?.images ?? []).map(({ alt }) => alt);
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
