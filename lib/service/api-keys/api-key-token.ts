import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 62^43 is above 2^256: every key of 32 random bytes fits. */
const randomCharacters = 43;
/** 62^6 is above 2^32: every CRC-32 fits. */
const checkCharacters = 6;
const prefix = "pw_";

/**
 * A new API key: `pw_`, 256 random bits in 43 base62 characters, and 6 more that check the rest, so that a scanner knows a
 * key that leaked from a word that looks like one. Shown once, never stored.
 * @param bytes 32 bytes that nobody can guess
 */
export function generateApiKey(bytes: Buffer = randomBytes(32)): string {
  const body = `${prefix}${toBase62(BigInt(`0x${bytes.toString("hex")}`), randomCharacters)}`;
  return `${body}${computeChecksum(body)}`;
}

/** The CRC-32 (as in zip and PNG) of all that stands before it. It guards against nothing but mistakes and false alarms. */
function computeChecksum(body: string): string {
  return toBase62(BigInt(crc32(body)), checkCharacters);
}

function toBase62(number: bigint, length: number): string {
  let value = number;
  let text = "";
  for (let index = 0; index < length; index += 1) {
    text = digits.charAt(Number(value % 62n)) + text;
    value /= 62n;
  }
  return text;
}

/** SHA-256 of a key, as it is stored. A key has 256 bits of chance, so a slow password hash would add nothing. */
export function hashToken(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

/** SHA-256 of a key in hex: the name it is cached under, so that no key stays in memory. */
export function hashTokenHex(key: string): string {
  return hash("sha256", key, "hex");
}

const apiKeyFormat = /^pw_[A-Za-z0-9]{32,200}$/;
const checkedLength = prefix.length + randomCharacters + checkCharacters;

/**
 * True for what may be a key at all; anything else is refused without asking the database. Keys from before the check, and
 * those a self-hoster chose, have other lengths than those that carry one.
 */
export function isApiKeyFormat(text: string): boolean {
  if (!apiKeyFormat.test(text)) return false;
  return (
    text.length !== checkedLength || computeChecksum(text.slice(0, -checkCharacters)) === text.slice(-checkCharacters)
  );
}
