import { createHash } from "node:crypto";

const letters = "234567abcdefghijklmnopqrstuvwxyz";

/**
 * The key of a record, a TID: 13 letters that hold 53 bits of microseconds and 10 bits that tell clocks apart, and sort by
 * time (atproto.com/specs/tid). Here the milliseconds are those of `at`, one more for each part so that the keys of a
 * thread are in order; what is below a millisecond and the last 10 bits come from the part's own key. So it is of every
 * try the same, and two parts of one millisecond have the same key once in a million times.
 */
export function createRecordKey(at: Date, partKey: string): string {
  const hash = createHash("sha256").update(partKey).digest().readUInt32BE();
  const microseconds = BigInt(at.getTime()) * 1_000n + BigInt(hash % 1_000);
  const bits = (microseconds << 10n) | BigInt((hash >>> 16) & 1_023);
  let rest = bits;
  let key = "";
  for (let place = 0; place < 13; place += 1) {
    key = `${letters[Number(rest & 31n)]}${key}`;
    rest >>= 5n;
  }
  return key;
}

/**
 * The key of a part, of what any backup that has the post knows: the time in the post's id, a UUID of version 7 (RFC 9562,
 * 5.7), not the time of planning. So what was sent after the backup is found under it.
 * @param at.plannedAt for ids of another kind.
 */
export function getPartRecordKey(at: { key: string; number: number; plannedAt: Date }): string {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/u.exec(at.key) ?? [];
  const madeAt = high && low ? Number.parseInt(`${high}${low}`, 16) : at.plannedAt.getTime();
  return createRecordKey(new Date(madeAt + at.number - 1), at.key);
}
