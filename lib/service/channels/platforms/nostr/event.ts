import { createHash } from "node:crypto";
import { schnorr } from "@noble/curves/secp256k1.js";
import { getJsonList, getJsonText, getJsonValue } from "#lib/service/channels/core/platform-response.ts";

/** Kinds of events: NIP-01, NIP-09, NIP-42, BUD-11. */
export const eventKinds = { profile: 0, note: 1, deletion: 5, relayAuth: 22_242, uploadAuth: 24_242 } as const;

/** An event without the fields that need a key (nostr-protocol/nips 01.md, "Events and signatures"). */
export type UnsignedEvent = {
  kind: number;
  created_at: number;
  tags: string[][];
  content: string;
  pubkey: string;
};
export type NostrEvent = UnsignedEvent & { id: string; sig: string };

/** Returns the event's id: the hash of all its fields but the signature, so that everyone computes the same one. */
export function getEventId({ pubkey, created_at, kind, tags, content }: UnsignedEvent): string {
  return createHash("sha256")
    .update(JSON.stringify([0, pubkey, created_at, kind, tags, content]))
    .digest("hex");
}

export function signEvent(event: Omit<UnsignedEvent, "pubkey">, secretKey: Uint8Array): NostrEvent {
  const { kind, created_at, tags, content } = event;
  const unsigned = { kind, created_at, tags, content, pubkey: getPublicKey(secretKey) };
  const id = getEventId(unsigned);
  const sig = Buffer.from(schnorr.sign(Buffer.from(id, "hex"), secretKey)).toString("hex");
  return { ...unsigned, id, sig };
}

/** Returns the public key of a secret key, in hex. @throws for bytes that are no key */
export const getPublicKey = (secretKey: Uint8Array): string =>
  Buffer.from(schnorr.getPublicKey(secretKey)).toString("hex");

/** Tells if a text is an id or a public key in hex. */
export const isHexKey = (text: string): boolean => /^[0-9a-f]{64}$/u.test(text);

/** Parses an event that a relay sent. @returns null if it is none, or its id or signature is wrong */
export function parseEvent(json: unknown): NostrEvent | null {
  const [id, pubkey, sig] = [getJsonText(json, "id"), getJsonText(json, "pubkey"), getJsonText(json, "sig")];
  const [kind, createdAt, content] = ["kind", "created_at", "content"].map((name) => getJsonValue(json, name));
  const tags = getJsonList(json, "tags");
  if (id === null || pubkey === null || sig === null || !isHexKey(pubkey) || !/^[0-9a-f]{128}$/u.test(sig)) return null;
  if (!Number.isSafeInteger(kind) || !Number.isSafeInteger(createdAt) || typeof content !== "string") return null;
  if (!tags?.every((tag) => Array.isArray(tag) && tag.every((value) => typeof value === "string"))) return null;
  const unsigned = {
    kind: kind as number,
    created_at: createdAt as number,
    tags: tags as string[][],
    content,
    pubkey,
  };
  if (getEventId(unsigned) !== id) return null;
  return isSignedBy(sig, id, pubkey) ? { ...unsigned, id, sig } : null;
}

function isSignedBy(sig: string, id: string, pubkey: string): boolean {
  try {
    const [signature, message, key] = [sig, id, pubkey].map((hex) => Buffer.from(hex, "hex"));
    return signature && message && key ? schnorr.verify(signature, message, key) : false;
  } catch {
    // A key that is no point of the curve.
    return false;
  }
}
