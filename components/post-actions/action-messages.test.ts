import { expect, test } from "vitest";
import type { BulkAction, BulkChangeResult } from "#lib/contract/types.ts";
import { formatActionResult, formatPlatformNames, formatUndoResult, type RetryContent } from "./action-messages.ts";

type Changed = BulkChangeResult["changed"][number];
type Refused = BulkChangeResult["refused"][number];

const changed = (count: number, more: Partial<Changed> = {}): Changed[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `c${at}`,
    status: "draft",
    version: 2,
    scheduled_for: null,
    ...more,
  }));
const refused = (status: Changed["status"] | null, code = "conflict", message = "No."): Refused => {
  const now = status && { id: "r", status, version: 3, scheduled_for: null };
  return { id: "r", error: { code, message }, now };
};
const say = (action: BulkAction, done: Changed[], not: Refused[] = [], words?: string) =>
  formatActionResult(action, { changed: done, refused: not }, words);

test.for<[BulkAction, number, string]>([
  ["delete", 1, "Deleted"],
  ["delete", 312, "Deleted 312 posts"],
  ["restore", 2, "Restored 2 posts"],
  ["cancel", 1, "Canceled. It won't be published"],
  ["retry", 7, "Retrying 7 posts"],
  ["draft", 3, "Moved 3 posts to drafts"],
  ["schedule", 1, "Scheduled"],
  ["publish", 1_000, "Publishing 1,000 posts"],
])("%s of %i says %j", ([action, count, words]) => {
  expect(say(action, changed(count))).toEqual({ message: words, tone: "plain" });
});

test.for<[RetryContent, number, string]>([
  ["nothing", 1, "Marked as published"],
  ["nothing", 3, "Marked 3 posts as published"],
  ["rest", 1, "Publishing the rest"],
  ["first", 1, "Publishing"],
  ["first", 2, "Publishing 2 posts"],
  ["again", 1, "Sending it again"],
  ["again", 2, "Sending 2 posts again"],
])("a retry that sends %s of %i says %j", ([sends, count, words]) => {
  expect(formatActionResult("retry", { changed: changed(count), refused: [] }, undefined, sends).message).toBe(words);
});

test("a page's own text describes a complete result, not a partial one", () => {
  expect(say("schedule", changed(1), [], "Rescheduled for Thu 14 Jan, 10:00").message).toBe(
    "Rescheduled for Thu 14 Jan, 10:00",
  );
  const partly = say("schedule", changed(1), [refused("published")], "Rescheduled for Thu 14 Jan, 10:00");
  expect(partly.message).toBe("1 of 2 scheduled; 1 is already published");
});

test("a partial result names each reason once, the most frequent first", () => {
  const not = [
    refused("draft", "conflict", "The post has changed: it is at version 3, not 2."),
    refused("publishing"),
    refused("publishing"),
    refused(null, "not_found"),
  ];
  expect(say("delete", changed(3), not)).toEqual({
    message: "3 of 7 deleted; 2 are already publishing, 1 was changed elsewhere, 1 no longer exists",
    tone: "plain",
  });
  const over = refused("draft", "invalid_request", "Practice X: the text has 300 characters; the limit is 280.");
  expect(say("schedule", changed(1), [over, over]).message).toBe(
    "1 of 3 scheduled; 2 failed: Practice X: the text has 300 characters; the limit is 280",
  );
});

test("a change of no post is a failure, and for a single post it names the reason", () => {
  expect(say("cancel", [], [refused("published", "conflict", "A post that is published can't be canceled.")])).toEqual({
    message: "A post that is published can't be canceled.",
    tone: "failed",
  });
  const older = refused("draft", "conflict", "The post has changed: it is at version 3, not 2.");
  expect(say("delete", [], [older]).message).toBe(
    "The post was changed elsewhere. Nothing was done. Look at it, then try again.",
  );
  const both = [refused("publishing"), refused("publishing")];
  expect(say("delete", [], both)).toEqual({ message: "None of 2 deleted; 2 are already publishing", tone: "failed" });
});

test("the deletion of published posts names the platforms where they are still live", () => {
  const out = (channel: string) =>
    changed(1, { status: "published", channel, published_urls: ["https://x.example/1"] });
  expect(say("delete", out("x")).message).toBe("Removed from your list. Still live on X.");
  expect(say("delete", [...out("x"), ...changed(2)]).message).toBe(
    "Removed 3 posts from your list. 1 still live on X.",
  );
  expect(say("delete", [...out("x"), ...out("bluesky"), ...out("x")]).message).toBe(
    "Removed 3 posts from your list. 2 still live on X, 1 on Bluesky.",
  );
  // A text on several channels is one thing to its author.
  const text = [...out("x"), ...out("bluesky"), ...out("linkedin")];
  expect(say("delete", text, [], "Deleted on X, Bluesky and LinkedIn").message).toBe(
    "Removed from your list. Still live on X, Bluesky and LinkedIn.",
  );
  expect(say("delete", [...out("x"), ...changed(1)], [], "Deleted on X and Bluesky").message).toBe(
    "Removed from your list. Still live on X.",
  );
  expect(say("delete", out("x"), [refused("publishing")]).message).toBe(
    "1 of 2 removed from your list; 1 is already publishing. Still live on X.",
  );
  expect(formatPlatformNames([{ channel: "x" }, { channel: "bluesky" }, { channel: null }])).toBe(
    "X, Bluesky and its platform",
  );
});

test("an undo reports its result, with the posts that became drafts and those it could not undo", () => {
  const late = { note: "Its time has passed, so it is now a draft." };
  expect(formatUndoResult({ changed: changed(1), refused: [] })).toEqual({ message: "Undone", tone: "plain" });
  expect(formatUndoResult({ changed: changed(1, late), refused: [] }).message).toBe(
    "Undone. Its time has passed, so it is now a draft.",
  );
  expect(
    formatUndoResult({ changed: [...changed(2), ...changed(1, late)], refused: [refused("published")] }).message,
  ).toBe("Undone for 3 of 4; 1 is already published. 1 of them: Its time has passed, so it is now a draft.");
  expect(formatUndoResult({ changed: [], refused: [refused("published")] })).toEqual({
    message: "Couldn't undo: 1 is already published",
    tone: "failed",
  });
});
