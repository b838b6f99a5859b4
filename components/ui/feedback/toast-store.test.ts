import { expect, test } from "vitest";
import { createToastStore } from "./toast-store.ts";

function listen() {
  const calls: string[] = [];
  const say = (word: string) => () => {
    calls.push(word);
  };
  return { calls, say };
}

test("the newest thing that can be undone is undone first, each once", () => {
  const store = createToastStore();
  const { calls, say } = listen();
  store.show({ message: "Deleted", undo: say("first") });
  store.show({ message: "Moved", undo: say("second") });
  store.show({ message: "Saved" });
  expect(store.undoNewest()).toBe(true);
  expect(store.undoNewest()).toBe(true);
  expect(store.undoNewest()).toBe(false);
  expect(calls).toEqual(["second", "first"]);
  expect(store.read().map((toast) => toast.message)).toEqual(["Saved"]);
});

test("what was undone is not also done for good", () => {
  const store = createToastStore();
  const { calls, say } = listen();
  const id = store.show({ message: "Deleted", undo: say("undone"), onGone: say("gone") });
  store.undo(id);
  store.dismiss(id);
  expect(calls).toEqual(["undone"]);
});

test("what goes unread is done for good exactly once and cannot be undone", () => {
  const store = createToastStore();
  const { calls, say } = listen();
  const id = store.show({ message: "Deleted", undo: say("undone"), onGone: say("gone") });
  store.dismiss(id);
  store.dismiss(id);
  expect(store.undo(id)).toBe(false);
  expect(calls).toEqual(["gone"]);
});

test("a fourth toast sends the oldest away as if its time were over", () => {
  const store = createToastStore();
  const { calls, say } = listen();
  for (const word of ["one", "two", "three", "four"]) store.show({ message: word, onGone: say(word) });
  expect(calls).toEqual(["one"]);
  expect(store.read().map((toast) => toast.message)).toEqual(["two", "three", "four"]);
});

test("a listener hears of every change until it stops listening", () => {
  const store = createToastStore();
  const { calls, say } = listen();
  const stop = store.listen(say("heard"));
  const id = store.show({ message: "Saved" });
  store.dismiss(id);
  stop();
  store.show({ message: "Saved" });
  expect(calls).toEqual(["heard", "heard"]);
});
