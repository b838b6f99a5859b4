import { hash, randomBytes } from "node:crypto";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 62^43 is above 2^256: every key of 32 random bytes fits. */
const keyCharacters = 43;

/** A new API key: `pw_` and 256 random bits in 43 base62 characters. Shown once, never stored. */
export function makeKey(): string {
  let value = BigInt(`0x${randomBytes(32).toString("hex")}`);
  let text = "";
  for (let place = 0; place < keyCharacters; place += 1) {
    text = digits.charAt(Number(value % 62n)) + text;
    value /= 62n;
  }
  return `pw_${text}`;
}

/** SHA-256 of a key, as it is stored. A key has 256 bits of chance, so a slow password hash would add nothing. */
export function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

/** SHA-256 of a key in hex: the name it is cached under, so that no key stays in memory. */
export function nameKey(key: string): string {
  return hash("sha256", key, "hex");
}

const keyForm = /^pw_[A-Za-z0-9]{32,200}$/;

/** True for what may be a key at all; anything else is refused without asking the database. */
export function isKeyForm(text: string): boolean {
  return keyForm.test(text);
}
