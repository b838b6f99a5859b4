import { expect, test } from "vitest";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Post, PostHold } from "#lib/contract/types.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import { formatDelay, formatDelayedWhen } from "./delayed-when.tsx";
import { derivePostEvents, describePostStatus } from "./detail/derive-post-events.ts";
import { formatExactInstant } from "./detail/format-exact-instant.ts";
import { formatFailedChannels, formatFailureReason, formatWhen, isDelayed, isUnconfirmed } from "./post-labels.ts";
import { isPublishable, isRetryable, needsEdit, needsReconnect } from "./post-next-steps.ts";

const now = new Date("2026-11-21T10:00:00Z");
const utc = { zone: "UTC", clock: "24" } as const;
const berlin = { zone: "Europe/Berlin", clock: "24" } as const;
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

const onHold: PostHold = {
  reason: "channel_needs_reconnect",
  since: "2026-11-21T09:00:00Z",
  resolve: { action: "reconnect", target_id: "c", roles: ["owner", "admin"] },
};

test("a post on hold is called so wherever it is shown, and is not offered to be sent at once", () => {
  const held = post({ status: "scheduled", scheduled_for: "2026-11-22T10:00:00Z", hold: onHold });
  expect(getShownStatus(held)).toBe("on_hold");
  expect([isPublishable(held), isPublishable({ ...held, hold: null })]).toEqual([false, true]);
});

test("a title is the first nonempty line, cut at a word", () => {
  expect(getPostTitle(post({ posts: [{ text: "\n \n  First line \nsecond" }] }))).toBe("First line");
  const long = getPostTitle(post({ posts: [{ text: "word ".repeat(60) }] }));
  expect(long.length).toBeLessThanOrEqual(91);
  expect(long).toMatch(/word…$/);
  const name = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(4);
  expect(getPostTitle(post({ posts: [{ text: `News: ${name}` }] }))).toBe(`News: ${name.slice(0, 84)}…`);
  expect(getPostTitle(post({ posts: [{ text: " " }] }))).toBe("No text yet");
  expect(getPostTitle(post({ posts: [] }))).toBe("No text yet");
});

test("a time is shown in the requested zone with its distance", () => {
  const at = "2026-11-24T08:00:00Z";
  const scheduled = post({ status: "scheduled", scheduled_for: at });
  expect(formatWhen(scheduled, berlin, now)).toMatchObject({ at: "Tue 24 Nov, 09:00", note: "in 2 days" });
  expect(formatWhen(scheduled, utc, new Date("2025-11-24T08:00:00Z")).at).toBe("Tue 24 Nov 2026, 08:00");
});

test("a waiting post is not called in progress, and a rejected post needs an edit first", () => {
  const late = { until: null, attempt: null, attempts_max: null, detail: null };
  const waits = post({ status: "publishing", delay: { ...late, reason: "channel_waits" } });
  expect([describePostStatus(waits), needsReconnect(waits)]).toEqual(["It won't be published twice.", false]);
  const held = post({ status: "publishing", delay: null, hold: onHold });
  expect([describePostStatus(held), getShownStatus(held)]).toEqual(["It won't be published twice.", "on_hold"]);
  const sending = post({ status: "publishing", delay: { ...late, reason: "sending" } });
  expect([describePostStatus(sending), needsReconnect(sending)]).toEqual([
    "Publishing; it won't be published twice.",
    false,
  ]);
  const refused = post({ status: "failed", failure: { cause: "rejected", part: 1 } });
  expect([needsEdit(refused), needsReconnect(refused)]).toEqual([true, false]);
  const signedOut = post({ status: "failed", failure: { cause: "reconnect", part: 1 } });
  expect([needsEdit(signedOut), needsReconnect(signedOut)]).toEqual([false, true]);
});

test("nothing is promised about a post in progress at a service of the documented endpoints", () => {
  expect(describePostStatus(post({ status: "publishing" }))).toBeNull();
  expect(describePostStatus(post({ status: "publishing", delay: null }))).toContain("won't be published twice");
});

test("a post that its author confirmed as published does not say that it will be published", () => {
  const grace = {
    reason: "grace",
    until: "2026-11-21T10:00:07Z",
    attempt: null,
    attempts_max: null,
    detail: null,
  } as const;
  const sent = { part: 1, state: "sent", url: null, at: null } as const;
  const there = post({ status: "publishing", delay: grace, progress: [sent] });
  expect([formatDelay(there, utc, now), describePostStatus(there)]).toEqual([null, "All parts are published."]);
  expect([isDelayed(there), isDelayed(post({ status: "failed", delay: grace }))]).toEqual([false, false]);
  const again = post({ status: "publishing", delay: grace, progress: [{ ...sent, state: "waiting" }] });
  expect(describePostStatus(again)).toBe("It won't be published twice.");
  expect(formatDelay(again, utc, now)).toContain("Publishes in 7 s");
});

test("where a request that arrives late can become a second post, the page promises nothing else", () => {
  const delay = { reason: "looking_up", until: null, attempt: null, attempts_max: null, detail: null } as const;
  const lost = post({ status: "publishing", delay });
  expect(describePostStatus(lost)).toBe("It won't be published twice.");
  expect(describePostStatus(lost, false)).toBe(
    "If it isn't there after 5 minutes, it is sent again, once. If the first request arrives even later, it is there twice.",
  );
  expect(describePostStatus(post({ status: "publishing", delay: null }), false)).toBeNull();
});

test("an unconfirmed post never offers a plain retry", () => {
  const unconfirmed = post({ status: "failed", failure: { cause: "unconfirmed", part: 2 } });
  expect([isUnconfirmed(unconfirmed), isRetryable(unconfirmed)]).toEqual([true, false]);
  const rejected = post({ status: "failed", failure: { cause: "rejected", part: 1 } });
  expect([isUnconfirmed(rejected), isRetryable(rejected)]).toEqual([false, true]);
});

test("a status, cause or platform that only a newer service knows is still described", () => {
  const odd = { ...post({ channel: "pigeon", error: "The pigeon is tired." }), status: "resting" } as unknown as Post;
  expect(formatWhen(odd, utc, now).at).toBe("Sat 21 Nov, 09:00");
  expect(derivePostEvents(odd).map((event) => event.kind)).toEqual(["updated", "created"]);
  const failed = { ...odd, status: "failed", failure: { cause: "tired", part: null } } as unknown as Post;
  expect(formatFailureReason(failed)).toBe("The pigeon is tired.");
  expect(formatFailureReason({ ...failed, failure: { cause: "constructor" } } as unknown as Post)).toBe(
    "The pigeon is tired.",
  );
});

test("events are listed newest first, the later step of one moment before the earlier", () => {
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
  expect(derivePostEvents(published).map(({ kind, detail }) => [kind, detail["part"]])).toEqual([
    ["published", undefined],
    ["part_published", 2],
    ["part_published", 1],
    ["created", undefined],
  ]);
});

test("consecutive events are shown to the second, on either clock", () => {
  const at = new Date("2026-11-21T15:04:05Z");
  expect(formatExactInstant(at, utc, now)).toBe("Sat 21 Nov, 15:04:05");
  expect(formatExactInstant(at, { ...utc, clock: "12" }, now)).toBe("Sat 21 Nov, 3:04:05 pm");
});

test("a post that is held up says why in place of how far away its time is", () => {
  const late = {
    reason: "channel_waits",
    until: "2026-11-21T10:42:00Z",
    attempt: null,
    attempts_max: null,
    detail: null,
  };
  const waiting = post({ status: "publishing", delay: late });
  expect(isDelayed(waiting)).toBe(true);
  expect(formatDelayedWhen(waiting, utc, now)).toMatchObject({
    note: "Waiting for X until 10:42 (it asked us to slow down)",
    tone: "late",
  });
  const tomorrow = { ...late, until: "2026-11-22T10:42:00Z" };
  expect(formatDelayedWhen({ ...waiting, delay: tomorrow }, utc, now).note).toContain("until Sun 22 Nov, 10:42");
});

test("a published post that differs from what was sent says so in the list, until its takedown", () => {
  const at = "2026-11-21T09:30:00Z";
  const note = "fedi.example shows only 1 of the 2 images. Look at the post there.";
  const progress = [{ part: 1, state: "sent" as const, url: null, at, note }];
  const published = post({ status: "published", published_at: at, progress });
  expect(formatWhen(published, utc, now)).toMatchObject({ note, tone: "late" });
  expect(formatWhen({ ...published, taken_down_at: at }, utc, now)).toMatchObject({ tone: "plain" });
});

test("a text that failed on all of its channels names no single one", () => {
  const fail = (cause: string) => ({ status: "failed", failure: { cause } }) as unknown as Post;
  const rejected = fail("rejected");
  expect(formatFailedChannels([rejected, rejected, rejected])).toBe("Rejected on 3 channels");
  expect(formatFailedChannels([rejected, fail("reconnect")])).toBe("2 channels, each with its reason");
  expect(formatFailedChannels([rejected])).toBeNull();
  expect(formatFailedChannels([rejected, fail("unconfirmed")])).toBeNull();
  expect(formatFailedChannels([rejected, { status: "published" } as Post])).toBeNull();
});
