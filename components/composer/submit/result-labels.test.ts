import { expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { getFailureAdvice, getProgressNote, getResultTitle } from "./result-labels.ts";

const posts = (...statuses: Post["status"][]) => statuses.map((status) => ({ status }) as Post);

test("a partial outcome is told as what it is", () => {
  expect(getResultTitle(posts("published", "published"))).toBe("Published on 2 channels");
  expect(getResultTitle(posts("published", "failed"))).toBe("Published on 1 channel, failed on 1 channel");
  expect(getResultTitle(posts("failed"))).toBe("Failed on 1 channel");
  expect(getResultTitle(posts("published", "publishing"))).toBe("Publishing: 1 of 2 left");
  expect(getResultTitle(posts("scheduled", "scheduled"))).toBe("Scheduled on 2 channels");
});

test("a scheduled post without a time is on its way, whatever its service calls it", () => {
  const dueNow = { status: "scheduled", scheduled_for: null } as Post;
  expect(getResultTitle([dueNow, dueNow])).toBe("Publishing…");
  expect(getResultTitle([dueNow, ...posts("failed")])).toBe("Publishing: 1 of 2 left");
});

test("a post that is tried again says so, and one under way how far it is", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const post = (fields: Partial<Post>) => ({ status: "publishing", ...fields }) as Post;
  expect(getProgressNote(post({}), now, String)).toBeNull();
  expect(getProgressNote(post({ next_attempt_at: "2026-11-21T12:02:00Z" }), now, String)).toBe(
    "The last try did not go through. It is tried again by itself in 2 min.",
  );
  expect(getProgressNote(post({ next_attempt_at: "2026-11-21T12:00:09Z" }), now, String)).toMatch(/by itself\.$/);
  expect(getProgressNote(post({ status: "failed", next_attempt_at: "2026-11-21T12:02:00Z" }), now, String)).toBeNull();
});

test("what waits for a person or for its platform is told so, and not to be on its way", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const late = { until: null, attempt: null, attempts_max: null, detail: null };
  const waits = (why: string) => ({ status: "publishing", channel: "x", delay: { ...late, reason: why } }) as Post;
  expect(getProgressNote(waits("signed_out"), now, String)).toBe(
    "Goes out by itself once X is connected again; it waits a day for that.",
  );
  expect(getProgressNote(waits("sending"), now, String)).toBeNull();
  expect(getResultTitle([waits("signed_out")])).toBe("Not out yet");
  expect(getResultTitle([waits("channel_waits"), ...posts("published")])).toBe("1 of 2 not out yet");
  expect(getResultTitle([waits("channel_waits"), waits("sending")])).toBe("Publishing…");
});

test("only a service that tells causes is said to have a way to send again", () => {
  expect(getFailureAdvice({ status: "failed" } as Post)).not.toMatch(/send it again/);
  expect(getFailureAdvice({ status: "published" } as Post)).toBeNull();
});
