import { createCipheriv, createECDH, createHmac, type ECDH, randomBytes } from "node:crypto";
import { type JWK, SignJWT } from "jose";
import type { VapidKeys } from "./vapid-keys.ts";

/** Bytes of one record; a push service accepts 4,096 in all. */
const recordBytes = 4_096;

/**
 * Encrypts a message for one browser: Web Push (RFC 8291) over `aes128gcm` (RFC 8188), in one record.
 * @param keys values that are random for each message; tests set them to compare with the RFC's own example
 * @throws when the browser's keys are invalid
 */
export function encryptPushMessage(
  message: Buffer,
  browser: { p256dh: string; auth: string },
  keys: { salt: Buffer; own: ECDH } = { salt: randomBytes(16), own: generateEcdhKeys() },
): Buffer {
  const theirs = Buffer.from(browser.p256dh, "base64url");
  const ours = keys.own.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const input = deriveKey(Buffer.from(browser.auth, "base64url"), keys.own.computeSecret(theirs), info, 32);
  const key = deriveKey(keys.salt, input, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = deriveKey(keys.salt, input, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // The byte 2 ends the last record.
  const sealed = Buffer.concat([
    cipher.update(message),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordBytes);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([keys.salt, head, ours, sealed]);
}

/** HKDF-SHA256 (RFC 5869) for at most 32 bytes: one round of its second step. */
function deriveKey(salt: Buffer, input: Buffer, info: Buffer, bytes: number): Buffer {
  const first = createHmac("sha256", salt).update(input).digest();
  return createHmac("sha256", first)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, bytes);
}

function generateEcdhKeys(): ECDH {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  return keys;
}

/**
 * Creates the header that identifies the sender (VAPID, RFC 8292): a token with a limited life for the push service's
 * origin only.
 * @param contact address of the operator for the push service: `mailto:` or `https:`
 */
export async function createVapidAuthorization(
  endpoint: string,
  keys: VapidKeys,
  contact: string,
  now: Date,
): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(new Date(now.getTime() + tokenMs))
    .setSubject(contact)
    .sign(keys.privateKey as JWK);
  return `vapid t=${token}, k=${keys.publicKey}`;
}

/** A token may be valid for a day at most; services whose clocks differ need a margin. */
const tokenMs = 12 * 60 * 60_000;
