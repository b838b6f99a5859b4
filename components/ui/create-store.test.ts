import { expect, test } from "vitest";
import { createStore } from "./create-store.ts";

test("a store calls its subscribers once for each new value until they unsubscribe", () => {
  const store = createStore("first");
  const seen: string[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.get()));
  store.set("second");
  store.set("second");
  unsubscribe();
  store.set("third");
  expect(seen).toEqual(["second"]);
  expect(store.get()).toBe("third");
});
