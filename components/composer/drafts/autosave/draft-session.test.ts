import { beforeEach, expect, test, vi } from "vitest";
import { getDraftKey, parseStoredDraft } from "#components/composer/drafts/draft-storage-format.ts";
import { createEmptyDraft } from "#components/composer/state/draft.ts";
import { createDraftSession } from "./draft-session.ts";

const key = getDraftKey("member", "draft");
const items = new Map<string, string>();
const storage = {
  getItem: (name: string) => items.get(name) ?? null,
  setItem: (name: string, text: string) => void items.set(name, text),
  removeItem: (name: string) => void items.delete(name),
};

beforeEach(() => {
  items.clear();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
});

const write = (text: string) => ({ ...createEmptyDraft("part", 20), parts: [{ id: "part", text }] });
const readStored = () => parseStoredDraft(storage.getItem(key))?.draft.parts[0]?.text ?? null;

/** Opens a composer for the draft. @returns a function that stores a text, and one that closes the composer */
function openComposer() {
  const opened = { id: "draft", version: 1, savedAt: "2026-11-26T09:00:00Z", draft: write(""), post: null };
  const at = { memberId: "member", slot: null, postId: null, opened, canSave: false, onNewer: () => undefined };
  const session = createDraftSession(at);
  const close = session.open();
  const store = (text: string) => {
    session.save(write(text), null);
    session.flush();
  };
  return { store, close };
}

test("a closed composer stores its draft until another one stores or removes it", () => {
  const first = openComposer();
  first.store("One");
  first.close();
  first.store("One, with its image");
  expect(readStored()).toBe("One, with its image");
  const second = openComposer();
  second.store("Two");
  first.store("One, late");
  expect(readStored()).toBe("Two");
  storage.removeItem(key);
  first.store("One, later");
  expect(readStored()).toBeNull();
});
