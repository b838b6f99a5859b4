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
  ["restore", 2, "Brought back 2 posts"],
  ["cancel", 1, "Canceled. It won’t be published"],
  ["retry", 7, "Retrying 7 posts"],
  ["draft", 3, "3 posts back to draft"],
  ["schedule", 1, "Scheduled"],
  ["publish", 1_000, "1,000 posts going out"],
])("%s of %i says %j", ([action, count, words]) => {
  expect(say(action, changed(count))).toEqual({ message: words, tone: "plain" });
});

test.for<[RetryContent, number, string]>([
  ["nothing", 1, "Marked as published"],
  ["nothing", 3, "Marked 3 posts as published"],
  ["rest", 1, "Publishing the rest"],
  ["first", 1, "Sending it"],
  ["first", 2, "Sending 2 posts"],
  ["again", 1, "Sending it again"],
  ["again", 2, "Sending 2 posts again"],
])("a retry that sends %s of %i says %j", ([sends, count, words]) => {
  expect(formatActionResult("retry", { changed: changed(count), refused: [] }, undefined, sends).message).toBe(words);
});

test("a page's own words stand for what was done, and not for a part of it", () => {
  expect(say("schedule", changed(1), [], "Moved to Thu 14 Jan, 10:00").message).toBe("Moved to Thu 14 Jan, 10:00");
  const partly = say("schedule", changed(1), [refused("published")], "Moved to Thu 14 Jan, 10:00");
  expect(partly.message).toBe("1 of 2 scheduled; 1 is out already");
});

test("a partial result is told exactly, each reason once, the most frequent first", () => {
  const not = [
    refused("draft", "conflict", "The post has changed: it is at version 3, not 2."),
    refused("publishing"),
    refused("publishing"),
    refused(null, "not_found"),
  ];
  expect(say("delete", changed(3), not)).toEqual({
    message: "3 of 7 deleted; 2 were already going out, 1 has changed meanwhile, 1 is not there any more",
    tone: "plain",
  });
  const over = refused("draft", "invalid_request", "Practice X: the text has 300 characters; the limit is 280.");
  expect(say("schedule", changed(1), [over, over]).message).toBe(
    "1 of 3 scheduled; 2 could not be: Practice X: the text has 300 characters; the limit is 280",
  );
});

test("nothing done is told as a failure, of one post by its own reason", () => {
  expect(say("cancel", [], [refused("published", "conflict", "A post that is published can't be canceled.")])).toEqual({
    message: "A post that is published can't be canceled.",
    tone: "failed",
  });
  const both = [refused("publishing"), refused("publishing")];
  expect(say("delete", [], both)).toEqual({ message: "None of 2 deleted; 2 were already going out", tone: "failed" });
});

test("deleting what is out says where it stays", () => {
  const out = (channel: string) =>
    changed(1, { status: "published", channel, published_urls: ["https://x.example/1"] });
  expect(say("delete", out("x")).message).toBe("Deleted from your history; it stays on X");
  expect(say("delete", [...out("x"), ...changed(2)]).message).toBe("Deleted 3 posts; 1 that is out stays on X");
  expect(say("delete", [...out("x"), ...out("bluesky"), ...out("x")]).message).toBe(
    "Deleted 3 posts; 2 that are out stay on X, 1 on Bluesky",
  );
  expect(formatPlatformNames([{ channel: "x" }, { channel: "bluesky" }, { channel: null }])).toBe(
    "X, Bluesky and its platform",
  );
});

test("an undo tells its own result, also what came back as a draft and what could not come back", () => {
  const late = { note: "Its time has passed, so it came back as a draft." };
  expect(formatUndoResult({ changed: changed(1), refused: [] })).toEqual({ message: "Undone", tone: "plain" });
  expect(formatUndoResult({ changed: changed(1, late), refused: [] }).message).toBe(
    "Undone. Its time has passed, so it came back as a draft.",
  );
  expect(
    formatUndoResult({ changed: [...changed(2), ...changed(1, late)], refused: [refused("published")] }).message,
  ).toBe("Undone for 3 of 4; 1 is out already. 1 of them: Its time has passed, so it came back as a draft.");
  expect(formatUndoResult({ changed: [], refused: [refused("published")] })).toEqual({
    message: "Couldn’t undo: 1 is out already",
    tone: "failed",
  });
});
