import { expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { getFailureAdvice, getPublishingNote, getResultTitle } from "./result-labels.ts";

const posts = (...statuses: Post["status"][]) => statuses.map((status) => ({ status }) as Post);

test("a partial outcome is described exactly", () => {
  expect(getResultTitle(posts("published", "published"))).toBe("Published on 2 channels");
  expect(getResultTitle(posts("published", "failed"))).toBe("Published on 1 channel, failed on 1 channel");
  expect(getResultTitle(posts("failed"))).toBe("Failed on 1 channel");
  expect(getResultTitle(posts("published", "publishing"))).toBe("Publishing: 1 of 2 left");
  expect(getResultTitle(posts("scheduled", "scheduled"))).toBe("Scheduled on 2 channels");
});

test("a scheduled post without a time is shown as on its way, whatever the service calls it", () => {
  const dueNow = { status: "scheduled", scheduled_for: null } as Post;
  expect(getResultTitle([dueNow, dueNow])).toBe("Publishing…");
  expect(getResultTitle([dueNow, ...posts("failed")])).toBe("Publishing: 1 of 2 left");
});

test("a retried post says when it is retried, and a post in progress how many parts are published", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const post = (fields: Partial<Post>) => ({ status: "publishing", ...fields }) as Post;
  expect(getPublishingNote(post({}), now, String)).toBeNull();
  expect(getPublishingNote(post({ next_attempt_at: "2026-11-21T12:02:00Z" }), now, String)).toBe(
    "The last attempt failed. Retrying in 2 min.",
  );
  expect(getPublishingNote(post({ next_attempt_at: "2026-11-21T12:00:09Z" }), now, String)).toMatch(/Retrying\.$/);
  expect(
    getPublishingNote(post({ status: "failed", next_attempt_at: "2026-11-21T12:02:00Z" }), now, String),
  ).toBeNull();
});

test("a post that waits for a person or its platform says so, and is not called publishing", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const late = { until: null, attempt: null, attempts_max: null, detail: null };
  const waits = (why: string) => ({ status: "publishing", channel: "x", delay: { ...late, reason: why } }) as Post;
  expect(getPublishingNote(waits("signed_out"), now, String)).toBe(
    "Publishes once X is reconnected; waits up to a day.",
  );
  expect(getPublishingNote(waits("sending"), now, String)).toBeNull();
  expect(getResultTitle([waits("signed_out")])).toBe("Not published yet");
  expect(getResultTitle([waits("channel_waits"), ...posts("published")])).toBe("1 of 2 not published yet");
  expect(getResultTitle([waits("channel_waits"), waits("sending")])).toBe("Publishing…");
});

test("only a service that reports causes is said to have a retry", () => {
  expect(getFailureAdvice({ status: "failed" } as Post)).not.toMatch(/retry/);
  expect(getFailureAdvice({ status: "published" } as Post)).toBeNull();
});
