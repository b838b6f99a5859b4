import { beforeEach, expect, test } from "vitest";
import { readStoredUndos, removeUndo, storeUndo } from "./undo-storage.ts";

let stored: Map<string, string>;
let isFull = false;
const storage = {
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
});
const kept = (undo: string, untilMs: number) => ({
  undo,
  message: "Deleted",
  countDown: false,
  doneAtMs: 0,
  endsAtMs: 0,
  untilMs,
});

test("an undoable change is stored until it expires, once", () => {
  storeUndo(storage, kept("a", 200), 100);
  storeUndo(storage, kept("b", 300), 100);
  storeUndo(storage, kept("a", 250), 100);
  expect(readStoredUndos(storage, 100).map(({ undo }) => undo)).toEqual(["b", "a"]);
  expect(readStoredUndos(storage, 250).map(({ undo }) => undo)).toEqual(["b"]);
  removeUndo(storage, "b", 250);
  expect(readStoredUndos(storage, 250)).toEqual([]);
  expect(stored.size).toBe(0);
});

test("a tab remembers its twenty newest changes", () => {
  for (let at = 0; at < 25; at += 1) storeUndo(storage, kept(`n${at}`, 200), 100);
  expect(readStoredUndos(storage, 100).map(({ undo }) => undo)).toEqual(
    Array.from({ length: 20 }, (_, at) => `n${at + 5}`),
  );
});

test.for(["", "{", "null", "7", '[1, null, {"undo": 3}]', '[{"undo": "a"}]'])(
  "%j in the storage counts as empty",
  (text) => {
    stored.set("postwright.undo", text);
    expect(readStoredUndos(storage, 0)).toEqual([]);
  },
);

test("a full storage only costs the undo after a reload", () => {
  isFull = true;
  expect(() => storeUndo(storage, kept("a", 200), 100)).not.toThrow();
});
