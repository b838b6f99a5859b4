import { expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { failedAdvice, movingNote, outcomeTitle } from "./result-labels.ts";

const posts = (...statuses: Post["status"][]) => statuses.map((status) => ({ status }) as Post);

test("a partial outcome is told as what it is", () => {
  expect(outcomeTitle(posts("published", "published"))).toBe("Published on 2 channels");
  expect(outcomeTitle(posts("published", "failed"))).toBe("Published on 1 channel, failed on 1 channel");
  expect(outcomeTitle(posts("failed"))).toBe("Failed on 1 channel");
  expect(outcomeTitle(posts("published", "publishing"))).toBe("Publishing: 1 of 2 still on the way");
  expect(outcomeTitle(posts("scheduled", "scheduled"))).toBe("Scheduled on 2 channels");
});

test("a scheduled post without a time is on its way, whatever its service calls it", () => {
  const dueNow = { status: "scheduled", scheduled_for: null } as Post;
  expect(outcomeTitle([dueNow, dueNow])).toBe("Publishing…");
  expect(outcomeTitle([dueNow, ...posts("failed")])).toBe("Publishing: 1 of 2 still on the way");
});

test("a post that is tried again says so, and one under way how far it is", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const post = (fields: Partial<Post>) => ({ status: "publishing", ...fields }) as Post;
  expect(movingNote(post({}), now, String)).toBeNull();
  expect(movingNote(post({ next_attempt_at: "2026-11-21T12:02:00Z" }), now, String)).toBe(
    "The last try did not go through. It is tried again by itself in 2 min.",
  );
  expect(movingNote(post({ next_attempt_at: "2026-11-21T12:00:09Z" }), now, String)).toMatch(/by itself\.$/);
  expect(movingNote(post({ status: "failed", next_attempt_at: "2026-11-21T12:02:00Z" }), now, String)).toBeNull();
});

test("what waits for a person or for its platform is told so, and not to be on its way", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const late = { until: null, attempt: null, attempts_max: null, reason: null };
  const waits = (why: string) => ({ status: "publishing", channel: "x", late: { ...late, why } }) as Post;
  expect(movingNote(waits("signed_out"), now, String)).toBe(
    "Goes out by itself once X is connected again; it waits a day for that.",
  );
  expect(movingNote(waits("sending"), now, String)).toBeNull();
  expect(outcomeTitle([waits("signed_out")])).toBe("Not out yet");
  expect(outcomeTitle([waits("channel_waits"), ...posts("published")])).toBe("1 of 2 not out yet");
  expect(outcomeTitle([waits("channel_waits"), waits("sending")])).toBe("Publishing…");
});

test("only a service that tells causes is said to have a way to send again", () => {
  expect(failedAdvice({ status: "failed" } as Post)).not.toMatch(/send it again/);
  expect(failedAdvice({ status: "published" } as Post)).toBeNull();
});
