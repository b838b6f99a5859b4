import fc from "fast-check";
import { expect, test } from "vitest";
import { getQueuedSubmitKey } from "#components/composer/drafts/draft-storage-format.ts";
import { getConfirmReason, maxQueuedMs, parseQueuedSubmit, type QueuedSubmit } from "./queued-submit.ts";

const now = new Date("2027-03-01T12:00:00Z");
const wait: QueuedSubmit = { intent: "send", repeatKey: "k", atMs: now.getTime() - 60_000 };
const at = (time: string) => ({ type: "at" as const, date: "2027-03-01", time, zone: "UTC" });

test("a queued submission is read back unchanged, and any other stored value is no error", () => {
  expect(parseQueuedSubmit(JSON.stringify(wait))).toEqual(wait);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(() => parseQueuedSubmit(text)).not.toThrow();
    }),
  );
  for (const other of [null, "", "null", '{"intent":"send"}', JSON.stringify({ ...wait, intent: "now" })]) {
    expect(parseQueuedSubmit(other)).toBeNull();
  }
});

test("members and drafts do not share queued submissions", () => {
  expect(new Set([getQueuedSubmitKey("a", "d"), getQueuedSubmitKey("b", "d"), getQueuedSubmitKey("a", "e")]).size).toBe(
    3,
  );
});

test("a queued post is sent automatically unless its time has passed or repeats have expired", () => {
  expect(getConfirmReason(wait, { type: "now" }, now)).toBeNull();
  expect(getConfirmReason(wait, at("12:30"), now)).toBeNull();
  expect(getConfirmReason(wait, at("11:30"), now)).toMatch(/passed while you were offline/);
  // A draft has no publish time that could pass.
  expect(getConfirmReason({ ...wait, intent: "draft" }, at("11:30"), now)).toBeNull();
  expect(getConfirmReason({ ...wait, atMs: now.getTime() - maxQueuedMs - 1 }, { type: "now" }, now)).toMatch(
    /more than a day/,
  );
});
