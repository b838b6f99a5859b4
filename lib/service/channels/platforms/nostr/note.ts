import { createHash } from "node:crypto";
import type { OutgoingPart, PartPlanInput, PlatformAccount } from "#lib/service/channels/core/connector.ts";
import { getJsonList, getJsonText, getJsonValue } from "#lib/service/channels/core/platform-response.ts";
import { eventKinds, type NostrEvent, type UnsignedEvent } from "./event.ts";
import { parseNpub } from "./keys.ts";

/** The result of `plan`: what the id depends on besides the text, the images and the parts before. */
type PlannedNote = { createdAt: number; hint: string; tags: string[][] };

/** An image on the servers that took it; the first address is in the text, the others stand by. */
export type UploadedImage = { sha256: string; urls: string[] };
export type UploadedImages = Record<string, UploadedImage>;

/** strfry refuses longer values of tags (`maxTagValSize` of its strfry.conf, read 2026-11-26). */
const tagBytesMax = 1_024;

/** Returns the relays of an account, in the order in which they were entered. */
export const getRelays = ({ reportedLimits }: PlatformAccount): string[] =>
  (getJsonList(reportedLimits, "relays") ?? []).filter((relay) => typeof relay === "string");

/** Returns the image servers of an account, without a slash at the end. */
export const getImageServers = ({ reportedLimits }: PlatformAccount): string[] =>
  (getJsonList(reportedLimits, "servers") ?? []).filter((server) => typeof server === "string");

/**
 * Plans the note. Each part is a second later than the previous one, and none is in the future, because relays refuse
 * events from there.
 */
export function planNote(part: PartPlanInput, account: PlatformAccount): PlannedNote {
  const { key, number, count, text, plannedAt, before } = part;
  const stored = getJsonValue(before, "createdAt");
  return {
    createdAt: typeof stored === "number" ? stored : Math.floor(plannedAt.getTime() / 1_000) - (count - number),
    hint: getJsonText(before, "hint") ?? getRelays(account)[0] ?? "",
    tags: [
      ["d", getPartName(key)],
      ...findMentions(text).map((pubkey) => ["p", pubkey]),
      ...findHashtags(text).map((tag) => ["t", tag]),
    ],
  };
}

/**
 * Returns the name of a part among its author's notes, from data that every backup with the post contains. Relays find
 * notes by it, because they index all tags of one letter (NIP-01). It keeps two notes with one text in one second apart.
 */
export const getPartName = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, 32);

/** NIP-24: the value of a `t` tag is lower case. */
function findHashtags(text: string): string[] {
  const found = [...text.matchAll(/(?<![\p{L}\p{N}_/&#])#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu)];
  return [...new Set(found.map(([, tag = ""]) => tag.toLowerCase()))];
}

/** NIP-27: people mentioned as `nostr:npub1…`, who are notified by a `p` tag. */
function findMentions(text: string): string[] {
  const found = [...text.matchAll(/\bnostr:(npub1[02-9ac-hj-np-z]{58})\b/gu)];
  return [...new Set(found.flatMap(([, npub = ""]) => parseNpub(npub) ?? []))];
}

/** Creates the event of a part, the same one for all attempts. @returns null if an image has not been uploaded */
export function createNote(part: OutgoingPart, account: PlatformAccount): UnsignedEvent | null {
  const { createdAt, hint, tags } = part.wire as unknown as PlannedNote;
  const uploads = getUploads(part);
  const images: { url: string; tag: string[] }[] = [];
  for (const image of part.images) {
    const { sha256, urls } = uploads[image.fileName] ?? { sha256: "", urls: [] };
    const [url, ...fallbacks] = urls;
    if (url === undefined) return null;
    const { mime, width, height, alt } = image;
    // NIP-92 with the fields of NIP-94.
    const values = [`url ${url}`, `m ${mime}`, `x ${sha256}`, `dim ${width}x${height}`];
    const described = alt === "" ? [] : [cutToBytes(`alt ${alt}`, tagBytesMax)];
    images.push({ url, tag: ["imeta", ...values, ...described, ...fallbacks.map((other) => `fallback ${other}`)] });
  }
  const addresses = images.map(({ url }) => url).join("\n");
  return {
    kind: eventKinds.note,
    created_at: createdAt,
    tags: [...createReplyTags(part, account, hint), ...tags, ...images.map(({ tag }) => tag)],
    content: [part.text, addresses].filter((piece) => piece !== "").join("\n\n"),
    pubkey: account.remoteId,
  };
}

export function getUploads({ prepared }: Pick<OutgoingPart, "prepared">): UploadedImages {
  return { ...(getJsonValue(prepared, "uploads") as UploadedImages | undefined) };
}

/** NIP-10: a reply to the root has the root's tag alone; any other reply names its parent too. */
function createReplyTags({ root, parent }: OutgoingPart, { remoteId: pubkey }: PlatformAccount, hint: string) {
  if (root === null || parent === null) return [];
  const reply = parent === root ? [] : [["e", parent, hint, "reply", pubkey]];
  return [["e", root, hint, "root", pubkey], ...reply, ["p", pubkey]];
}

/** Tells if the event under a part's name has its text, image descriptions and place, whenever it was planned. */
export function isSameNote(part: OutgoingPart, event: NostrEvent): boolean {
  const imeta = event.tags.filter(([name]) => name === "imeta");
  const alts = imeta.map((tag) => tag.find((value) => value.startsWith("alt "))?.slice(4) ?? "");
  const refs = event.tags.filter(([name]) => name === "e");
  const root = refs.find((tag) => tag[3] === "root")?.[1] ?? null;
  const parent = refs.find((tag) => tag[3] === "reply")?.[1] ?? root;
  const text = imeta.length === 0 ? event.content : event.content.split("\n\n").slice(0, -1).join("\n\n");
  return (
    text === part.text &&
    root === part.root &&
    parent === part.parent &&
    alts.length === part.images.length &&
    part.images.every(({ alt }, index) => cutToBytes(`alt ${alt}`, tagBytesMax) === `alt ${alts[index]}`)
  );
}

/** Cuts a text to this many bytes of UTF-8, at a whole character. */
function cutToBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  const decoder = new TextDecoder("utf-8");
  // A cut character becomes U+FFFD at the end.
  return `${decoder.decode(bytes.subarray(0, bytesMax - 3)).replace(/\uFFFD+$/u, "")}…`;
}
