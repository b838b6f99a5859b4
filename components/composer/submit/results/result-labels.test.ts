import { expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import {
  areAllGone,
  getPublishingNote,
  getResultTitle,
  groupResults,
  isWaitingToPublish,
  listFailureSteps,
} from "./result-labels.ts";

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

test("posts wait to be sent until they are due or return to a later time", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const isWaiting = (post: Post) => isWaitingToPublish(post, now);
  const post = (at: string | null) => ({ status: "scheduled", scheduled_for: at }) as Post;
  const waiting = [post("2026-11-21T12:00:30Z"), post(null)];
  const returned = [post("2027-06-01T09:00:00Z"), post("2027-06-01T09:00:00Z")];
  expect(getResultTitle(waiting, { isWaiting })).toBe("Publishing…");
  expect(getResultTitle(returned, { isWaiting })).toBe("Scheduled on 2 channels");
});

test("posts are gone once the service knows none of them; a submission without known posts is not called deleted", () => {
  const gone = { code: "not_found", message: "No such post.", status: 404 };
  expect(areAllGone([gone, gone])).toBe(true);
  expect(areAllGone([gone, null])).toBe(false);
  expect(areAllGone([gone, { ...gone, code: "unreachable" }])).toBe(false);
  expect(areAllGone([])).toBe(false);
  expect(getResultTitle([])).toBe("Sent");
});

test("a retried post says when it is retried, and an attempt in progress is no failure even by an old clock", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const until = "2026-11-21T12:02:00Z";
  const delay = { reason: "retry", until, attempt: 1, attempts_max: 8, detail: "server" };
  const post = (fields: Partial<Post>) => ({ status: "publishing", attempts: 1, ...fields }) as Post;
  const note = (fields: Partial<Post>) => getPublishingNote(post(fields), now, String);
  expect(note({ delay })).toBe("The last attempt failed. Retrying in 2 min.");
  expect(note({ delay: { ...delay, until: "2026-11-21T12:00:09Z" } })).toMatch(/Retrying\.$/);
  expect(note({ status: "failed", delay })).toBeNull();
  const sending = { ...delay, reason: "sending", until: null, detail: null };
  expect(note({ delay: sending, next_attempt_at: until })).toBeNull();
  expect(note({ delay: { ...delay, reason: "looking_up" }, next_attempt_at: until })).toBeNull();
  expect(note({ next_attempt_at: until })).toBeNull();
});

test("a post that waits for a person or its platform says so, and is not called publishing", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const late = { until: null, attempt: null, attempts_max: null, detail: null };
  const waits = (why: string) => ({ status: "publishing", channel: "x", delay: { ...late, reason: why } }) as Post;
  expect(getPublishingNote(waits("channel_waits"), now, String)).toBe("Waiting for X (it asked us to slow down).");
  const held = { ...waits("channel_waits"), delay: null, hold: {} } as Post;
  expect(getPublishingNote(held, now, String)).toBeNull();
  expect(getPublishingNote(waits("sending"), now, String)).toBeNull();
  expect(getResultTitle([held])).toBe("Not published yet");
  expect(getResultTitle([{ ...held, status: "scheduled" }])).toBe("Planned on 1 channel, on hold");
  expect(isWaitingToPublish({ ...held, status: "scheduled" }, now)).toBe(false);
  expect(getResultTitle([waits("channel_waits"), ...posts("published")])).toBe("1 of 2 not published yet");
  expect(getResultTitle([waits("channel_waits"), waits("sending")])).toBe("Publishing…");
});

test("a post that may be live is not called failed", () => {
  const lost = { status: "failed", failure: { cause: "unconfirmed" } } as Post;
  expect(getResultTitle([lost])).toBe("Not confirmed on 1 channel");
  expect(getResultTitle([lost, ...posts("published", "failed", "failed")])).toBe(
    "Published on 1 channel, failed on 2 channels, not confirmed on 1 channel",
  );
});

test("a failed post has the step that resolves it, and none without a cause", () => {
  const failed = (cause: string, more: Partial<Post> = {}) =>
    ({
      id: "p",
      status: "failed",
      failure: { cause },
      published_urls: [],
      channel_id: "c",
      ...more,
    }) as unknown as Post;
  const labels = (post: Post) => listFailureSteps(post).map(({ label }) => label);
  expect(labels(failed("rejected"))).toEqual(["Edit and resend"]);
  expect(labels(failed("rejected", { published_urls: ["https://x.example/1"] }))).toEqual(["Edit the rest"]);
  expect(labels(failed("unconfirmed"))).toEqual(["It's there", "Send again"]);
  expect(labels(failed("reconnect"))).toEqual(["Reconnect", "Retry"]);
  expect(labels(failed("gave_up"))).toEqual(["Retry"]);
  expect(labels({ status: "failed" } as Post)).toEqual([]);
  expect(labels({ status: "published" } as Post)).toEqual([]);
});

test("channels on which a text failed alike are one result with one step; others stay apart", () => {
  const failed = (id: string, cause: string, fields: Partial<Post> = {}) =>
    ({ id, status: "failed", failure: { cause, part: 1 }, published_urls: [], ...fields }) as unknown as Post;
  const ids = (...posts: Post[]) => groupResults(posts).map((group) => group.map(({ id }) => id));
  const published = { id: "p", status: "published", published_urls: [] } as unknown as Post;
  expect(ids(failed("a", "rejected"), published, failed("b", "rejected"), failed("c", "gave_up"))).toEqual([
    ["a", "b"],
    ["p"],
    ["c"],
  ]);
  expect(ids(failed("a", "gave_up"), failed("b", "gave_up"))).toEqual([["a", "b"]]);
  // Each of these needs a look at its own channel, or its own rest.
  expect(ids(failed("a", "unconfirmed"), failed("b", "unconfirmed"))).toEqual([["a"], ["b"]]);
  expect(ids(failed("a", "reconnect"), failed("b", "reconnect"))).toEqual([["a"], ["b"]]);
  expect(listFailureSteps(failed("a", "rejected"), false)).toMatchObject([{ href: "/compose?post=a" }]);
  const partly = failed("b", "rejected", { published_urls: ["https://x.example/1"] });
  expect(ids(failed("a", "rejected"), partly)).toEqual([["a"], ["b"]]);
});
