import { expect, test } from "vitest";
import type { Post } from "#lib/contract/types";
import { eventsOf } from "./post-events.ts";
import { failureWords, isRetryable, isUnconfirmed, titleOf, whenWords } from "./post-words.ts";

const now = new Date("2026-11-21T10:00:00Z");
const post = (fields: Partial<Post> = {}): Post => ({
  id: "1",
  status: "draft",
  channel: "x",
  posts: [{ text: "Hello" }],
  scheduled_for: null,
  published_urls: [],
  error: null,
  created_at: "2026-11-20T09:00:00Z",
  updated_at: "2026-11-21T09:00:00Z",
  ...fields,
});

test("a title is the first line that says something, cut at a word", () => {
  expect(titleOf(post({ posts: [{ text: "\n \n  First line \nsecond" }] }))).toBe("First line");
  const long = titleOf(post({ posts: [{ text: "word ".repeat(60) }] }));
  expect(long.length).toBeLessThanOrEqual(91);
  expect(long).toMatch(/word…$/);
  expect(titleOf(post({ posts: [{ text: " " }] }))).toBe("No words yet");
  expect(titleOf(post({ posts: [] }))).toBe("No words yet");
});

test("a time is written in the zone it is asked for, with how far away it is", () => {
  const at = "2026-11-24T08:00:00Z";
  const scheduled = post({ status: "scheduled", scheduled_for: at });
  expect(whenWords(scheduled, "Europe/Berlin", now)).toMatchObject({ at: "Tue 24 Nov, 09:00", note: "in 2 d 22 h" });
  expect(whenWords(scheduled, "UTC", new Date("2025-11-24T08:00:00Z")).at).toBe("Tue 24 Nov 2026, 08:00");
});

test("what was never confirmed is never offered a plain retry", () => {
  const unconfirmed = post({ status: "failed", failure: { cause: "unconfirmed", part: 2 } });
  expect([isUnconfirmed(unconfirmed), isRetryable(unconfirmed)]).toEqual([true, false]);
  const rejected = post({ status: "failed", failure: { cause: "rejected", part: 1 } });
  expect([isUnconfirmed(rejected), isRetryable(rejected)]).toEqual([false, true]);
});

test("a status, cause or platform that only a newer service knows is still put into words", () => {
  const odd = { ...post({ channel: "pigeon", error: "The pigeon is tired." }), status: "resting" } as unknown as Post;
  expect(whenWords(odd, "UTC", now).at).toBe("Sat 21 Nov, 09:00");
  expect(eventsOf(odd).map((event) => event.words)).toEqual(["Last changed", "Written"]);
  const failed = { ...odd, status: "failed", failure: { cause: "tired", part: null } } as unknown as Post;
  expect(failureWords(failed)).toBe("The pigeon is tired.");
  expect(failureWords({ ...failed, failure: { cause: "constructor" } } as unknown as Post)).toBe(
    "The pigeon is tired.",
  );
});

test("what happened is told newest first, the later step of one moment before the earlier", () => {
  const at = "2026-11-21T09:00:00Z";
  const published = post({
    status: "published",
    created_at: at,
    published_at: at,
    progress: [
      { part: 1, state: "sent", url: null, at },
      { part: 2, state: "sent", url: null, at },
    ],
  });
  expect(eventsOf(published).map((event) => event.words)).toEqual([
    "Published",
    "Part 2 of 2 is out",
    "Part 1 of 2 is out",
    "Written",
  ]);
});
