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
  vi.stubGlobal("location", { pathname: "/compose", search: "" });
  vi.stubGlobal("history", { state: null, replaceState: () => undefined });
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

test("a text begun after a replacement was sent replaces nothing, and Undo of New post returns to the replacement", () => {
  const at = { memberId: "member", postId: null, opened: null, canSave: false, onNewer: () => undefined };
  const session = createDraftSession({ ...at, slot: "replaces:7" });
  session.open();
  const readSlot = (id: string | null) => parseStoredDraft(storage.getItem(getDraftKey("member", id ?? "")))?.slot;
  const begin = (text: string) => {
    session.save(write(text), null);
    session.flush();
    return session.getDraftId();
  };
  const replacement = begin("The replacement");
  expect(readSlot(replacement)).toBe("replaces:7");
  const { back } = session.startAnother();
  expect(readSlot(begin("Beside it"))).toBeNull();
  back();
  expect(begin("The replacement, edited")).toBe(replacement);
  expect(readSlot(replacement)).toBe("replaces:7");
  session.forget();
  const next = begin("Another text");
  expect(readSlot(next)).toBeNull();
  // A reload finds the text as a new post, and the next replacement of the post does not begin with it.
  expect(storage.getItem("postwright:writing:member")).toBe(next);
  expect(storage.getItem("postwright:writing:member:replaces:7")).toBeNull();
});

test("an edit of a post stays one after its draft was set aside or removed", () => {
  const at = { memberId: "member", postId: "7", opened: null, canSave: false, onNewer: () => undefined };
  const session = createDraftSession({ ...at, slot: "7" });
  session.open();
  session.forget();
  session.save(write("Edited again"), null);
  session.flush();
  expect(storage.getItem("postwright:writing:member:7")).toBe(session.getDraftId());
});
