import type { ImageRequirements } from "#lib/contract/platforms/image-requirements.ts";
import type {
  Connector,
  ConnectorIo,
  LookupOutcome,
  OutgoingPart,
  PlatformAccount,
  PlatformRequest,
  PrepareOutcome,
  PublishedPart,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { addLinkCardNote, dropLinkCard, prepareLinkCard } from "#lib/service/channels/core/link-card.ts";
import { toNoResponseOutcome, toUnpreparedOutcome } from "#lib/service/channels/core/no-response.ts";
import { getJsonCount } from "#lib/service/channels/core/platform-response.ts";
import {
  type BlueskyBlob,
  createPostRecord,
  getMatchingRecordTime,
  getPlannedRecord,
  getPreparedRecord,
  isSameRecord,
  type PostRecord,
  parseRecordUri,
  planRecord,
  postCollection,
  type RecordRef,
  toPostUrl,
  toRecordUri,
} from "./post-record.ts";
import { createPublishError, getErrorName, getRateLimitReset, toRefusedOutcome } from "./responses.ts";

const query = (account: PlatformAccount, name: string, values: Record<string, string>): PlatformRequest => ({
  url: `${account.host}/xrpc/${name}?${new URLSearchParams(values)}`,
  method: "GET",
  effect: "read",
});

const procedure = (account: PlatformAccount, name: string, json: unknown): PlatformRequest => ({
  url: `${account.host}/xrpc/${name}`,
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(json),
  effect: "write",
});

const readRecord = (account: PlatformAccount, record: { repo: string; collection: string; rkey: string }) =>
  query(account, "com.atproto.repo.getRecord", record);

/**
 * Lexicon app.bsky.embed.external: 1,000,000 bytes for the image of a card, on every server, of any type; a GIF would
 * lose its animation.
 */
const cardImageForm: ImageRequirements = {
  types: ["image/jpeg", "image/png"],
  maxBytes: 1_000_000,
  maxEdge: 2_000,
  maxPixels: null,
};

/**
 * Returns the limits of an account's server. Lexicon app.bsky.embed.images: "May be up to 2 MB, formerly limited to 1
 * MB" (2026). Bluesky's own servers have the new one; another server may still check by the old one.
 */
export function getServerLimits(host: string): { maxBytes?: number } {
  const { hostname } = new URL(host);
  return /(?:^|\.)(?:bsky\.social|host\.bsky\.network)$/u.test(hostname) ? { maxBytes: 2_000_000 } : {};
}

/**
 * Connector for Bluesky and every server of its protocol. Each record has a key that we choose, so a repeat can't
 * create a second record, and a lookup by the key resolves every unclear outcome. Sources:
 * docs.bsky.app/docs/api/com-atproto-repo-create-record and …/com-atproto-repo-get-record,
 * docs.bsky.app/docs/advanced-guides/posts.
 */
export const blueskyConnector: Connector = {
  slug: "bluesky",
  // The server refuses an existing key with an error; the lookup that follows answers with the first item.
  // The record's key: a second record under it is refused.
  getRepeats: () => ({ deduplicated: true, absentAfterMs: 0, resends: null }),
  imageForm: ({ reportedLimits }) => ({
    ...cardImageForm,
    maxBytes: getJsonCount(reportedLimits, "maxBytes") ?? cardImageForm.maxBytes,
  }),
  plan: (part) => ({ ...planRecord(part) }),

  prepare: { can: true, run: prepare },

  async publishPart(part, account, io): Promise<PublishOutcome> {
    const reply = part.parent === null ? null : await readReply(part, account, io);
    if (reply && "type" in reply) return reply;
    const record = createPostRecord(part, reply);
    if (record === null)
      return { type: "temporary", error: createPublishError("media", "An image hasn't been uploaded yet.") };
    const { rkey } = getPlannedRecord(part);
    const answer = await io.call(
      procedure(account, "com.atproto.repo.createRecord", {
        repo: account.remoteId,
        collection: postCollection,
        rkey,
        record,
      }),
    );
    if (answer.type !== "answer") return toNoResponseOutcome(answer);
    const uri = (answer.json as { uri?: unknown } | null | undefined)?.uri;
    if (answer.status === 200 && uri === toRecordUri(account, rkey)) {
      const rest = getRateLimitReset(answer);
      return {
        type: "published",
        sent: addLinkCardNote(sentOf(uri, io.now(), "answer"), part),
        ...(rest && { restUntil: rest }),
      };
    }
    // The server answers 500 also for an existing key; a 2xx without a record address still means that the record was
    // written.
    if (answer.status >= 500 || answer.status === 408 || answer.status < 300) {
      const found = await find(part, account, io);
      return found.type === "found" ? { type: "published", sent: found.sent } : { type: "unknown" };
    }
    if (getErrorName(answer) === "BlobNotFound") {
      // The server deletes uploads that no record uses after a while: the next attempt uploads the image again.
      // The same holds for the image of a card.
      await io.savePrepared({ dids: getPreparedRecord(part.prepared).dids, blobs: {} });
      return {
        type: "temporary",
        error: createPublishError("media", "Bluesky no longer has an image that was uploaded."),
      };
    }
    const outcome = toRefusedOutcome(answer, io.now());
    const without = outcome.type === "rejected" ? dropLinkCard(part.prepared, "Bluesky") : null;
    if (without === null || outcome.type !== "rejected") return outcome;
    await io.savePrepared(without);
    return { type: "temporary", error: outcome.error, retryAfterMs: 1_000 };
  },

  findPart: { can: true, run: find },

  remove: {
    can: true,
    async run(remoteId, account, io) {
      const at = parseRecordUri(remoteId);
      if (at === null) return "cannot";
      // The server gives the same answer for removing an absent record and an existing one.
      const seen = await io.call(readRecord(account, at));
      if (getErrorName(seen) === "RecordNotFound") return "absent";
      const answer = await io.call(procedure(account, "com.atproto.repo.deleteRecord", at));
      return answer.type === "answer" && answer.status === 200 ? "removed" : "cannot";
    },
  },
};

const sentOf = (uri: string, at: Date, proof: PublishedPart["proof"]): PublishedPart => ({
  remoteId: uri,
  url: toPostUrl(uri),
  at,
  proof,
});

/**
 * Resolves the handles in the text through the account's own server and uploads the images; stores each result at once.
 */
async function prepare(part: OutgoingPart, account: PlatformAccount, io: ConnectorIo): Promise<PrepareOutcome> {
  const { dids, blobs, ...progress } = getPreparedRecord(part.prepared);
  for (const { handle } of getPlannedRecord(part).mentions) {
    if (handle in dids) continue;
    const answer = await io.call(query(account, "com.atproto.identity.resolveHandle", { handle }));
    if (answer.type !== "answer") return toUnpreparedOutcome(answer);
    const did = (answer.json as { did?: unknown } | null | undefined)?.did;
    // The server answers 400 for a handle without an account; the handle stays plain text.
    if (answer.status === 400) dids[handle] = null;
    else if (answer.status === 200 && typeof did === "string") dids[handle] = did;
    else return toRefusedOutcome(answer, io.now());
    await io.savePrepared({ dids, blobs, ...progress });
  }
  for (const image of part.images) {
    if (blobs[image.fileName]) continue;
    const body = await io.readImage(image).catch(() => null);
    if (body === null) return { type: "temporary", error: createPublishError("media", "An image couldn't be read.") };
    const blob = await uploadBlob(image.mime, body, account, io);
    if ("type" in blob) return blob;
    blobs[image.fileName] = blob;
    await io.savePrepared({ dids, blobs, ...progress });
  }
  const card = await prepareLinkCard<BlueskyBlob>(part, io, cardImageForm, async (image) => {
    const blob = await uploadBlob(image.mime, image.bytes, account, io);
    return "type" in blob ? null : blob;
  });
  return { type: "ready", prepared: { dids, blobs, ...card } };
}

async function uploadBlob(
  mime: string,
  body: Uint8Array,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<BlueskyBlob | Exclude<PrepareOutcome, { type: "ready" }>> {
  const answer = await io.call({
    url: `${account.host}/xrpc/com.atproto.repo.uploadBlob`,
    method: "POST",
    headers: { "content-type": mime },
    body,
    effect: "read",
  });
  if (answer.type !== "answer") return toUnpreparedOutcome(answer);
  const blob = (answer.json as { blob?: BlueskyBlob } | null | undefined)?.blob;
  if (answer.status !== 200) return toRefusedOutcome(answer, io.now());
  if (typeof blob?.ref?.$link === "string") return blob;
  return {
    type: "temporary",
    error: createPublishError("server", "The Bluesky server accepted an image but returned no reference to it."),
  };
}

/** Reads the records that the part replies to, for their content ids; the server would accept a reply to nothing. */
async function readReply(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<NonNullable<PostRecord["reply"]> | Exclude<PublishOutcome, { type: "published" }>> {
  const refs: RecordRef[] = [];
  for (const uri of new Set([part.root, part.parent])) {
    const at = parseRecordUri(uri ?? "");
    if (at === null) return { type: "rejected", error: gone };
    const answer = await io.call(readRecord(account, at));
    if (answer.type !== "answer") return toUnpreparedOutcome(answer);
    if (getErrorName(answer) === "RecordNotFound") return { type: "rejected", error: gone };
    const cid = (answer.json as { cid?: unknown } | null | undefined)?.cid;
    if (answer.status !== 200 || typeof cid !== "string") return toRefusedOutcome(answer, io.now());
    refs.push({ uri: `at://${at.repo}/${at.collection}/${at.rkey}`, cid });
  }
  const [root, parent = root] = refs;
  return root && parent ? { root, parent } : { type: "rejected", error: gone };
}

const gone = createPublishError("gone", "The previous part no longer exists.");

/**
 * Looks the part up by its key alone, which needs no list that could be late. A different record under that key is
 * never overwritten.
 */
async function find(part: OutgoingPart, account: PlatformAccount, io: ConnectorIo): Promise<LookupOutcome> {
  const { rkey } = getPlannedRecord(part);
  const answer = await io.call(readRecord(account, { repo: account.remoteId, collection: postCollection, rkey }));
  if (getErrorName(answer) === "RecordNotFound") return { type: "absent" };
  if (answer.type !== "answer" || answer.status !== 200) return { type: "cannot_tell" };
  const value = (answer.json as { value?: unknown } | null | undefined)?.value;
  if (value === undefined) return { type: "cannot_tell" };
  const ownAt = isSameRecord(part, value) ? new Date(getPlannedRecord(part).createdAt) : null;
  const at = part.restoredAt ? getMatchingRecordTime(part, value) : ownAt;
  return at
    ? { type: "found", sent: addLinkCardNote(sentOf(toRecordUri(account, rkey), at, "key"), part) }
    : { type: "never_tells" };
}
