import { expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import {
  formatRelativeDay,
  getOnboardingSteps,
  groupPostsBySubmission,
  groupPublishingPosts,
} from "./home-overview.ts";

const post = (id: string, more: Partial<Post> = {}): Post => ({
  id,
  status: "scheduled",
  channel: "x",
  posts: [{ text: "a" }],
  scheduled_for: "2027-01-14T08:30:00.000Z",
  published_urls: [],
  error: null,
  created_at: "2027-01-01T00:00:00.000Z",
  updated_at: "2027-01-01T00:00:00.000Z",
  ...more,
});
const ids = (plans: { posts: readonly Post[] }[]) => plans.map(({ posts }) => posts.map(({ id }) => id));

test("posts of one submission at one time are one entry, and a moved one is another", () => {
  const later = "2027-01-15T08:30:00.000Z";
  expect(
    ids(
      groupPostsBySubmission([
        post("a", { submission_id: "s" }),
        post("b", { submission_id: "s" }),
        post("c", { submission_id: "s", scheduled_for: later }),
        post("d"),
      ]),
    ),
  ).toEqual([["a", "b"], ["c"], ["d"]]);
});

test("a submission is on its way while one of its posts is", () => {
  const done = { submission_id: "done", status: "published" as const };
  const half = { submission_id: "half" };
  expect(
    ids(
      groupPublishingPosts([
        post("b", { ...half, status: "publishing" }),
        post("a", { ...half, status: "published" }),
        post("c", done),
      ]),
    ),
  ).toEqual([["a", "b"]]);
});

test("days near today are words, in the reader's zone", () => {
  const now = new Date("2026-11-21T10:00Z");
  expect(formatRelativeDay(new Date("2026-11-21T22:30Z"), "Europe/Berlin", now)).toBe("today");
  expect(formatRelativeDay(new Date("2026-11-21T23:30Z"), "Europe/Berlin", now)).toBe("tomorrow");
  expect(formatRelativeDay(new Date("2026-11-20T10:00Z"), "Europe/Berlin", now)).toBe("yesterday");
  expect(formatRelativeDay(new Date("2026-11-24T10:00Z"), "Europe/Berlin", now)).toBe("Tue 24 Nov");
});

test("each first step is done once posts and settings show it", () => {
  const facts = {
    publishedEver: false,
    scheduledEver: false,
    settings: { zone: null },
    zone: "Europe/Berlin",
    slotCount: 0,
    hasSignInMethod: null,
    practice: "/practice/practice_x",
    hasRealAccount: null,
  };
  expect(getOnboardingSteps(facts).map(({ done }) => done)).toEqual([false, false, false, false]);
  const all = getOnboardingSteps({
    ...facts,
    publishedEver: true,
    scheduledEver: true,
    settings: { zone: "Asia/Tokyo" },
    slotCount: 1,
  });
  expect(all.every(({ done }) => done)).toBe(true);
  expect(getOnboardingSteps({ ...facts, slotCount: null }).map(({ id }) => id)).not.toContain("slot");
  const connectStep = (hasRealAccount: boolean | null) =>
    getOnboardingSteps({ ...facts, hasRealAccount }).find(({ id }) => id === "connect")?.done;
  expect([connectStep(null), connectStep(false), connectStep(true)]).toEqual([undefined, false, true]);
  const signInStep = (hasSignInMethod: boolean | null) =>
    getOnboardingSteps({ ...facts, hasSignInMethod }).find(({ id }) => id === "way")?.done;
  expect([signInStep(null), signInStep(false), signInStep(true)]).toEqual([undefined, false, true]);
});
