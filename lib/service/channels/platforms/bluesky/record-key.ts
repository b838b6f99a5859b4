import { createHash } from "node:crypto";

const alphabet = "234567abcdefghijklmnopqrstuvwxyz";

/**
 * Creates the key of a record, a TID: 13 characters that hold 53 bits of microseconds and 10 bits of clock id, and sort
 * by time (atproto.com/specs/tid). The milliseconds are those of `at`, plus one for each part so that the keys of a
 * thread are in order. The microseconds below and the last 10 bits come from the part's own key, so every attempt has
 * the same key, and two parts of one millisecond share a key once in a million times.
 */
export function createRecordKey(at: Date, partKey: string): string {
  const hash = createHash("sha256").update(partKey).digest().readUInt32BE();
  const microseconds = BigInt(at.getTime()) * 1_000n + BigInt(hash % 1_000);
  const bits = (microseconds << 10n) | BigInt((hash >>> 16) & 1_023);
  let rest = bits;
  let key = "";
  for (let index = 0; index < 13; index += 1) {
    key = `${alphabet[Number(rest & 31n)]}${key}`;
    rest >>= 5n;
  }
  return key;
}

/**
 * Creates the key of a part from data that every backup with the post contains: the time in the post's id, a UUID of
 * version 7 (RFC 9562, 5.7), not the time of planning. A lookup thus finds what was sent after the backup.
 * @param part.plannedAt the time for ids of another kind.
 */
export function getPartRecordKey(part: { key: string; number: number; plannedAt: Date }): string {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/u.exec(part.key) ?? [];
  const createdAtMs = high && low ? Number.parseInt(`${high}${low}`, 16) : part.plannedAt.getTime();
  return createRecordKey(new Date(createdAtMs + part.number - 1), part.key);
}
