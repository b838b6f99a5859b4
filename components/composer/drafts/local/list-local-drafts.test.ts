import { expect, test } from "vitest";
import {
  getDraftKey,
  type StoredDraft,
  serializeStoredDraft,
} from "#components/composer/drafts/draft-storage-format.ts";
import { createEmptyDraft } from "#components/composer/state/draft.ts";
import { listLocalDrafts, listUnsavedDrafts, saveDelayMs } from "./list-local-drafts.ts";

function createStorage(drafts: Record<string, Partial<StoredDraft> & { text: string; memberId?: string }>) {
  const items = new Map(
    Object.entries(drafts).map(([id, { text, memberId = "m", ...more }]) => {
      const draft = { ...createEmptyDraft("p", 20), parts: [{ id: "p", text }] };
      const blank = { keptAtMs: 1, by: "t", post: null, base: 0, isSaved: false, savedAt: null, slot: null };
      return [getDraftKey(memberId, id), serializeStoredDraft({ ...blank, draft, ...more })];
    }),
  );
  items.set("postwright:draft:m:broken", "{");
  return { names: () => [...items.keys()], get: (name: string) => items.get(name) ?? null };
}

test("the member's drafts are listed newest first, without blank ones, edits of posts and broken ones", () => {
  const storage = createStorage({
    old: { text: "Old", keptAtMs: 1 },
    new: { text: "New", keptAtMs: 2 },
    blank: { text: " " },
    edit: { text: "Edit", post: { id: "p", version: 3 } },
    foreign: { text: "Foreign", memberId: "other" },
  });
  expect(listLocalDrafts("m", storage).map(({ id, path }) => [id, path])).toEqual([
    ["new", "/compose?draft=new"],
    ["old", "/compose?draft=old"],
  ]);
});

test("a draft that replaces a post is opened as a replacement, and a copy as a copy", () => {
  const storage = createStorage({
    moved: { text: "Moved", keptAtMs: 2, slot: "replaces:post/1" },
    copied: { text: "Copied", keptAtMs: 1, slot: "again:post_2" },
  });
  expect(listLocalDrafts("m", storage).map(({ path, isReplacement }) => [path, isReplacement])).toEqual([
    ["/compose?again=post%2F1&replaces=1&draft=moved", true],
    ["/compose?again=post_2&draft=copied", false],
  ]);
});

test("only drafts that the service has in no version are unsaved, and none whose save may be on its way", () => {
  const storage = createStorage({
    unsaved: { text: "Unsaved", keptAtMs: 1_000 },
    saved: { text: "Saved", base: 1, isSaved: true },
    changed: { text: "Changed since the last save", base: 1 },
    written: { text: "Just written", keptAtMs: 1_001 },
  });
  expect(listUnsavedDrafts("m", storage, 1_000 + saveDelayMs).map(({ id }) => id)).toEqual(["unsaved"]);
});
