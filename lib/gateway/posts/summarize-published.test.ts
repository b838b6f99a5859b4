import { expect, test, vi } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { summarizePublished } from "./summarize-published.ts";

vi.mock("server-only", () => ({}));

const nowMs = Date.parse("2027-01-01T00:00:00.000Z");
const post = (id: string, more: Partial<Post> = {}): Post => ({
  id,
  status: "published",
  channel: "x",
  posts: [{ text: "a" }],
  scheduled_for: null,
  published_urls: [],
  error: null,
  created_at: "2027-01-01T00:00:00.000Z",
  updated_at: "2027-01-01T00:00:00.000Z",
  ...more,
});
const claim = (status: string, points = 20) => ({ claim: { status, points } });

test("only undecided claims are counted, and the two latest approved posts are kept", () => {
  const approved = ["b", "d", "e"].map((id) => post(id, claim("approved")));
  const pending = [post("a", claim("pending")), post("c", claim("pending", 30))];
  const summary = summarizePublished([...pending, ...approved], [], nowMs);
  expect(summary.pendingClaims).toEqual({ claims: 2, points: 50 });
  expect(summary.credited.map(({ id }) => id)).toEqual(["b", "d"]);
});

test("a credited post whose first part is only an image is named by its first text", () => {
  const parts = [[{ text: "" }, { text: " \n" }, { text: "Second part" }], [{ text: "" }]];
  const { credited } = summarizePublished(
    parts.map((posts, at) => post(`${at}`, { posts, ...claim("approved") })),
    [],
    nowMs,
  );
  expect(credited.map(({ text }) => text)).toEqual(["Second part", ""]);
});

const hasScheduled = (published: Post[], next: Post[] = []) => summarizePublished(published, next, nowMs).hasScheduled;
const scheduled = { scheduled_for: "2027-01-14T08:30:00.000Z" };

test("one scheduled post is noticed, among the published ones or the next ones", () => {
  expect(hasScheduled([post("a")])).toBe(false);
  expect(hasScheduled([post("a"), post("b", scheduled)])).toBe(true);
  expect(hasScheduled([], [post("b", { ...scheduled, status: "scheduled" })])).toBe(true);
  const toTheSecond = post("b", { status: "scheduled", scheduled_for: "2027-01-14T08:30:12.345Z" });
  expect(hasScheduled([], [toTheSecond])).toBe(true);
});

test("a post that was published at once, after the time to undo it, was not scheduled, however old its draft is", () => {
  const waited = { created_at: "2026-12-01T08:00:00.000Z", scheduled_for: "2027-01-01T00:00:05.123Z" };
  expect(hasScheduled([post("a", waited)], [post("b", { ...waited, status: "scheduled" })])).toBe(false);
});
