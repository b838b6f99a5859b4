import { expect, test } from "vitest";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import type { Post } from "#lib/contract/types.ts";
import { getBulkActions, getBulkActionsForAll, getBulkLimitMessage, getOfferPosts } from "./bulk-actions.ts";

const everything: PostAbilities = {
  write: true,
  remove: true,
  drafts: true,
  restore: true,
  retry: true,
  cancel: true,
  change: true,
  bulk: true,
  editSubmissions: true,
  takeDown: true,
  editPublished: true,
  filter: true,
  views: true,
  history: true,
};
const documented: PostAbilities = {
  write: true,
  remove: true,
  drafts: false,
  restore: false,
  retry: false,
  cancel: false,
  change: false,
  bulk: false,
  editSubmissions: false,
  takeDown: false,
  editPublished: false,
  filter: false,
  views: false,
  history: true,
};
const at = "2026-11-21T09:00:00Z";
const post = (status: Post["status"], fields: Partial<Post> = {}): Post => ({
  id: status,
  status,
  channel: "x",
  posts: [{ text: "Hello" }],
  scheduled_for: null,
  published_urls: [],
  error: null,
  created_at: at,
  updated_at: at,
  version: 3,
  ...fields,
});
const said = (offers: readonly { action: string; count: number }[]) =>
  offers.map(({ action, count }) => `${action} ${count}`);

test("an offer's posts are those that it changes; a filter's posts are unknown", () => {
  const selected = [post("published"), post("scheduled", { scheduled_for: at }), post("draft")];
  const [offer] = getBulkActions(selected, everything).filter(({ action }) => action === "schedule");
  if (!offer) throw new Error("No time is offered.");
  expect(getOfferPosts(offer, selected).map(({ id }) => id)).toEqual(["scheduled"]);
  expect(getOfferPosts({ action: "schedule", count: 3, target: { filter: {}, count: 3 } }, selected)).toEqual([]);
});

test.for<[Post, string[]]>([
  [post("draft"), ["schedule 1", "delete 1"]],
  [post("scheduled", { scheduled_for: at }), ["cancel 1", "schedule 1", "draft 1", "delete 1"]],
  [post("publishing"), []],
  [post("published"), ["delete 1"]],
  [post("failed", { failure: { cause: "rejected", part: 1 } }), ["retry 1", "draft 1", "delete 1"]],
  [post("failed", { failure: { cause: "unconfirmed", part: 1 } }), ["draft 1", "delete 1"]],
  [post("canceled", { scheduled_for: at }), ["schedule 1", "draft 1", "delete 1"]],
  [post("draft", { deleted_at: at }), ["restore 1"]],
])("one post offers what its state allows: %#", ([one, offers]) => {
  expect(said(getBulkActions([one], everything))).toEqual(offers);
});

test("each bulk action counts the posts it applies to, and a draft has no distance to keep", () => {
  const chosen = [post("draft"), post("scheduled", { scheduled_for: at }), post("publishing"), post("failed")];
  expect(said(getBulkActions(chosen, everything))).toEqual([
    "retry 1",
    "cancel 1",
    "schedule 1",
    "draft 2",
    "delete 3",
  ]);
  const [retry] = getBulkActions(chosen, everything);
  expect(retry?.target).toEqual({ posts: [{ id: "failed", version: 3 }] });
});

test("a service with only the documented endpoints offers only deletion", () => {
  const chosen = [post("draft"), post("scheduled", { scheduled_for: at }), post("failed")];
  expect(said(getBulkActions(chosen, documented))).toEqual(["delete 3"]);
  expect(getBulkActionsForAll({}, { draft: 3 }, 3, documented)).toEqual([]);
});

test("for all matches each action counts the statuses it applies to and requests only those", () => {
  const counts = { draft: 4, scheduled: 10, publishing: 1, published: 300, failed: 7, canceled: 2, all: 324 };
  const offers = getBulkActionsForAll({ q: "region" }, counts, 324, everything);
  expect(said(offers)).toEqual(["retry 7", "cancel 10", "schedule 12", "draft 19", "delete 323"]);
  expect(offers[0]?.target).toEqual({ filter: { q: "region", status: ["failed"] }, count: 7 });
  const failed = getBulkActionsForAll({ status: ["failed"] }, counts, 7, everything);
  expect(said(failed)).toEqual(["retry 7", "draft 7", "delete 7"]);
  expect(said(getBulkActionsForAll({ deleted: "true" }, counts, 12, everything))).toEqual(["restore 12"]);
});

test("a change of more than a thousand posts is refused with a sentence that says what to do", () => {
  expect(getBulkLimitMessage(1_000)).toBeNull();
  expect(getBulkLimitMessage(1_001)).toMatch(/Up to 1,000 posts at once: filter by/);
});
