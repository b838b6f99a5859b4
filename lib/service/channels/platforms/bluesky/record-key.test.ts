import fc from "fast-check";
import { expect, test } from "vitest";
import { systemClock } from "#lib/service/core/clock.ts";
import { createRecordKey, getPartRecordKey } from "./record-key.ts";

const instants = fc.date({ min: new Date("2020-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });

test("a key has the form of a TID and is the same for every attempt", () => {
  fc.assert(
    fc.property(instants, fc.string(), (at, key) => {
      const made = createRecordKey(at, key);
      expect(made).toMatch(/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/);
      expect(createRecordKey(new Date(at), key)).toBe(made);
    }),
  );
});

test("keys sort by their times, whatever the parts are", () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 100_000 }), fc.string(), fc.string(), (at, ms, one, other) => {
      expect(createRecordKey(at, one) < createRecordKey(new Date(at.getTime() + ms), other)).toBe(true);
    }),
  );
});

test("parts planned in the same millisecond have different keys", () => {
  const at = new Date("2026-11-21T12:00:00.000Z");
  expect(new Set(Array.from({ length: 200 }, (_, index) => createRecordKey(at, `post-${index}.1`))).size).toBe(200);
});

test("the time can be read back from a key", () => {
  const letters = "234567abcdefghijklmnopqrstuvwxyz";
  const at = new Date(1_700_000_000_000);
  let bits = 0n;
  for (const letter of createRecordKey(at, "p.1")) bits = bits * 32n + BigInt(letters.indexOf(letter));
  expect((bits >> 10n) / 1_000n).toBe(BigInt(at.getTime()));
});

test("a part's key derives from the post id, which every backup has; keys of parts are in order", () => {
  const id = systemClock.newId();
  const keyAt = (number: number, plannedAt: Date) => getPartRecordKey({ key: `${id}.${number}`, number, plannedAt });
  const keys = Array.from({ length: 40 }, (_, at) => keyAt(at + 1, new Date("2026-11-21T12:00:00Z")));
  expect(keys.map((_, at) => keyAt(at + 1, new Date("2031-01-01T00:00:00Z")))).toEqual(keys);
  expect(keys.toSorted()).toEqual(keys);
  expect(getPartRecordKey({ key: `${systemClock.newId()}.1`, number: 1, plannedAt: new Date(0) })).not.toBe(keys[0]);
});

test("an id without a time uses the time of the plan", () => {
  const at = new Date("2026-11-21T12:00:00Z");
  const key = "c1f2a8a0-7a2b-4c1d-9e3f-000000000001.2";
  expect(getPartRecordKey({ key, number: 2, plannedAt: at })).toBe(createRecordKey(new Date(at.getTime() + 1), key));
});
