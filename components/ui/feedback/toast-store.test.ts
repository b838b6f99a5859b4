import { afterEach, expect, test, vi } from "vitest";
import { createToastStore, undoQuietMs, undoWaitMs } from "./toast-store.ts";

afterEach(() => {
  vi.useRealTimers();
});

function listen() {
  const calls: string[] = [];
  const say = (word: string) => () => {
    calls.push(word);
    return null;
  };
  return { calls, say };
}

test("the newest undoable action is undone first, each once", () => {
  const store = createToastStore();
  const { calls, say } = listen();
  store.show({ message: "Deleted", undo: say("first") });
  store.show({ message: "Moved", undo: say("second") });
  store.show({ message: "Saved" });
  expect(store.undoNewest()).toBe(true);
  expect(store.undoNewest()).toBe(true);
  expect(store.undoNewest()).toBe(false);
  expect(calls).toEqual(["second", "first"]);
  expect(store.get().map((toast) => toast.message)).toEqual(["Saved"]);
});

test("a second press while an undo runs undoes no older action", async () => {
  const store = createToastStore();
  const { calls, say } = listen();
  const [answer, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  store.show({ message: "Deleted", undo: say("older") });
  store.show({
    message: "Moved",
    undo: () => {
      calls.push("newer");
      return answer.promise;
    },
  });
  expect(store.undoNewest()).toBe(true);
  expect(store.undoNewest()).toBe(true);
  expect(calls).toEqual(["newer"]);
  // An undo without a toast counts too.
  store.trackUndo(other.promise);
  answer.resolve();
  await answer.promise;
  expect(store.undoNewest()).toBe(true);
  expect(calls).toEqual(["newer"]);
  other.resolve();
  await other.promise;
  await Promise.resolve();
  expect(store.undoNewest()).toBe(true);
  expect(calls).toEqual(["newer", "older"]);
});

test("an undo that fails, or is not answered for long, holds back no older one", async () => {
  vi.useFakeTimers();
  const store = createToastStore();
  const { calls, say } = listen();
  store.show({ message: "Deleted", undo: say("oldest") });
  store.show({ message: "Moved", undo: () => new Promise(() => calls.push("unanswered")) });
  store.show({ message: "Saved", undo: () => Promise.reject(new Error("No connection")) });
  expect(store.undoNewest()).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.undoNewest()).toBe(true);
  vi.advanceTimersByTime(undoWaitMs - 1);
  expect(store.undoNewest()).toBe(true);
  expect(calls).toEqual(["unanswered"]);
  vi.advanceTimersByTime(1);
  expect(store.undoNewest()).toBe(true);
  expect(calls).toEqual(["unanswered", "oldest"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("an undo without an answer for a second is shown as running until it ends, and a quicker one is not", async () => {
  vi.useFakeTimers();
  const store = createToastStore();
  const messages = () => store.get().map((toast) => toast.message);
  const [slow, quick] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  store.trackUndo(slow.promise);
  store.trackUndo(quick.promise);
  await vi.advanceTimersByTimeAsync(undoQuietMs - 1);
  expect(messages()).toEqual([]);
  quick.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect(messages()).toEqual(["Undoing…"]);
  slow.reject(new Error("No connection"));
  await vi.advanceTimersByTimeAsync(0);
  expect(messages()).toEqual([]);
  store.trackUndo(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(undoWaitMs - 1);
  expect(messages()).toEqual(["Undoing…"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(messages()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("an undone action is not also committed", () => {
  const store = createToastStore();
  const { calls, say } = listen();
  const id = store.show({ message: "Deleted", undo: say("undone"), onGone: say("gone") });
  store.undo(id);
  store.dismiss(id);
  expect(calls).toEqual(["undone"]);
});

test("an unread toast commits its action exactly once and can't be undone afterwards", () => {
  const store = createToastStore();
  const { calls, say } = listen();
  const id = store.show({ message: "Deleted", undo: say("undone"), onGone: say("gone") });
  store.dismiss(id);
  store.dismiss(id);
  expect(store.undo(id)).toBe(false);
  expect(calls).toEqual(["gone"]);
});

test("a newer toast replaces the older one of its kind, and no other", () => {
  const store = createToastStore();
  const { calls, say } = listen();
  store.show({ message: "Deleted", kind: "posts", onGone: say("deleted") });
  store.show({ message: "Saved", onGone: say("saved") });
  store.show({ message: "Moved", kind: "posts" });
  expect(calls).toEqual(["deleted"]);
  expect(store.get().map((toast) => toast.message)).toEqual(["Saved", "Moved"]);
});

test("a fourth toast expires the oldest", () => {
  const store = createToastStore();
  const { calls, say } = listen();
  for (const word of ["one", "two", "three", "four"]) store.show({ message: word, onGone: say(word) });
  expect(calls).toEqual(["one"]);
  expect(store.get().map((toast) => toast.message)).toEqual(["two", "three", "four"]);
});

test("a listener receives every change until it unsubscribes", () => {
  const store = createToastStore();
  const { calls, say } = listen();
  const stop = store.subscribe(say("heard"));
  const id = store.show({ message: "Saved" });
  store.dismiss(id);
  stop();
  store.show({ message: "Saved" });
  expect(calls).toEqual(["heard", "heard"]);
});
