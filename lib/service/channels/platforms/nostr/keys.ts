import { bech32 } from "@scure/base";
import { getPublicKey, isHexKey } from "./event.ts";

/** The texts that people see and type in place of keys and ids (nostr-protocol/nips 19.md). */

export type SecretKeyResult = { secretKey: Uint8Array } | { problem: string };

/** Parses a secret key: `nsec1…` or 64 characters of hex. @returns a sentence if it is none */
export function parseSecretKey(typed: string): SecretKeyResult {
  const text = typed.trim();
  if (/^npub1/iu.test(text)) {
    return { problem: "That is the public key. Enter the secret key, which begins with nsec1. Nothing was sent." };
  }
  if (/^ncryptsec1/iu.test(text)) {
    return { problem: "That key is protected with a password. Enter the key itself, which begins with nsec1." };
  }
  const bytes = isHexKey(text.toLowerCase()) ? Buffer.from(text, "hex") : decodeKey(text, "nsec");
  const problem = "That isn't a secret key. It begins with nsec1 and has 63 characters. Nothing was sent.";
  if (bytes === null) return { problem };
  try {
    getPublicKey(bytes);
    return { secretKey: bytes };
  } catch {
    return { problem };
  }
}

/** Decodes `npub1…` or `nsec1…`; null for anything else. */
function decodeKey(text: string, prefix: "npub" | "nsec"): Uint8Array | null {
  try {
    const decoded = bech32.decodeToBytes(text);
    return decoded.prefix === prefix && decoded.bytes.length === 32 ? decoded.bytes : null;
  } catch {
    return null;
  }
}

/** Returns the public key of `npub1…` in hex; null for anything else. */
export function parseNpub(text: string): string | null {
  const bytes = decodeKey(text, "npub");
  return bytes && Buffer.from(bytes).toString("hex");
}

export const formatNpub = (pubkey: string): string => encode("npub", Buffer.from(pubkey, "hex"));

/** Formats a reference to an event, with a relay that has it and its author. */
export function formatNevent({ id, relay, pubkey }: { id: string; relay: string; pubkey: string }): string {
  const entry = (type: number, value: Buffer) => Buffer.concat([Buffer.from([type, value.length]), value]);
  const hint = Buffer.from(relay, "ascii");
  return encode(
    "nevent",
    Buffer.concat([
      entry(0, Buffer.from(id, "hex")),
      ...(hint.length > 0 && hint.length < 256 ? [entry(1, hint)] : []),
      entry(2, Buffer.from(pubkey, "hex")),
    ]),
  );
}

/** NIP-19 sets no limit of length, and BIP-173's 90 characters are too few for a reference with a relay. */
const encode = (prefix: string, bytes: Uint8Array): string => bech32.encode(prefix, bech32.toWords(bytes), false);
