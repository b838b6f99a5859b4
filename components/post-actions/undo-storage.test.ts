import { beforeEach, expect, test } from "vitest";
import { getUndoKey, setUndoMember } from "./undo-key.ts";
import { pruneUndos, readStoredUndos, removeUndo, type StoredUndo, storeUndo } from "./undo-storage.ts";

let stored: Map<string, string>;
let isFull = false;
const storage = {
  get length() {
    return stored.size;
  },
  key: (index: number) => [...stored.keys()][index] ?? null,
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new DOMException("full", "QuotaExceededError");
    stored.set(key, value);
  },
  removeItem: (key: string) => void stored.delete(key),
} as Storage;
beforeEach(() => {
  stored = new Map();
  isFull = false;
  setUndoMember("ada");
});
const dayMs = 24 * 3_600_000;
const kept = (undo: string, untilMs: number, more: Partial<StoredUndo> = {}): StoredUndo => ({
  undo,
  message: "Deleted",
  countDown: false,
  doneAtMs: 0,
  endsAtMs: 0,
  untilMs,
  ...more,
});
const readIds = (nowMs = 100) => readStoredUndos(storage, nowMs).map(({ undo }) => undo);

test("an undoable change is stored until it expires, once", () => {
  storeUndo(storage, kept("a", 200, { doneAtMs: 2 }), 100);
  storeUndo(storage, kept("b", 300, { doneAtMs: 1 }), 100);
  storeUndo(storage, kept("a", 250, { doneAtMs: 2 }), 100);
  expect(readIds()).toEqual(["b", "a"]);
  expect(readIds(250)).toEqual(["b"]);
  removeUndo(storage, "b");
  expect(readIds(250)).toEqual([]);
  pruneUndos(storage, 250);
  expect(stored.size).toBe(0);
});

test("a browser remembers its twenty newest changes, and each one that counts down", () => {
  storeUndo(storage, kept("wait", 200, { countDown: true }), 100);
  for (let at = 0; at < 25; at += 1) storeUndo(storage, kept(`n${at}`, 200, { doneAtMs: at }), 100);
  expect(readIds()).toEqual(["wait", ...Array.from({ length: 20 }, (_, at) => `n${at + 5}`)]);
});

test("an undo that one tab stores does not replace one that another tab stores at the same time", () => {
  const before = new Map(stored);
  storeUndo(storage, kept("a", 200), 100);
  const ofFirst = stored;
  stored = before;
  storeUndo(storage, kept("b", 200), 100);
  // The browser applies the writes of both tabs.
  for (const [key, value] of ofFirst) stored.set(key, value);
  expect(readIds().toSorted()).toEqual(["a", "b"]);
});

test("an undo stays with the tab that made the change", () => {
  storeUndo(storage, kept("a", 200, { tab: "first" }), 100);
  expect(readStoredUndos(storage, 100)[0]?.tab).toBe("first");
});

test("a member reads no undo of another member, and an ended one goes whoever made it", () => {
  storeUndo(storage, kept("a", 200), 100);
  setUndoMember("bob");
  expect(readIds()).toEqual([]);
  storeUndo(storage, kept("b", 300), 100);
  expect(readIds()).toEqual(["b"]);
  pruneUndos(storage, 200);
  expect([...stored.keys()]).toEqual([getUndoKey("b")]);
});

test("an undo is stored for a day at most, and without a text that is very long", () => {
  const created = { submissionId: "s", posts: [], text: { key: "k", value: "x".repeat(20_001), href: "/compose" } };
  storeUndo(storage, kept("a", 100 * dayMs, { created, doneAtMs: 50 }), 100);
  expect(readStoredUndos(storage, 100)[0]?.created).toEqual({ submissionId: "s", posts: [] });
  expect(readIds(dayMs + 49)).toEqual(["a"]);
  expect(readIds(dayMs + 50)).toEqual([]);
});

test.for(["", "{", "null", "7", '[1, null, {"undo": 3}]', '{"undo": "a"}'])(
  "%j in the storage counts as empty and is removed",
  (text) => {
    stored.set(getUndoKey("a"), text);
    expect(readIds(0)).toEqual([]);
    pruneUndos(storage, 0);
    expect(stored.size).toBe(0);
  },
);

test("a full storage only costs the undo after a reload", () => {
  isFull = true;
  expect(() => storeUndo(storage, kept("a", 200), 100)).not.toThrow();
});
