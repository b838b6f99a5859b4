import { createHash } from "node:crypto";

const letters = "234567abcdefghijklmnopqrstuvwxyz";

/**
 * The key of a record, a TID: 13 letters that hold 53 bits of microseconds and 10 bits that tell clocks apart, and sort by
 * time (atproto.com/specs/tid). Here the milliseconds are those of the plan, one more for each part so that the keys of a
 * thread are in order; what is below a millisecond and the last 10 bits come from the part's own key. So it is of every
 * try the same, and two parts planned in one millisecond have the same key once in a million times.
 */
export function recordKey(at: Date, partKey: string): string {
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
