import { expect, test } from "vitest";
import { createEventStream } from "./event-stream.ts";

function make() {
  const calls: string[] = [];
  const made = createEventStream({ onOpen: () => calls.push("open"), onClose: () => calls.push("close") });
  return { ...made, calls, reader: made.stream[Symbol.asyncIterator]() };
}
const post = (id: string, version = 1) => ({ type: "post" as const, id, status: "draft" as const, version });
const told = (text: string) => [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ""));

test("of two changes to a post before a read, only the newest is sent, in the order of the newest", async () => {
  const { notify, reader } = make();
  notify(post("a", 1));
  notify(post("b", 1));
  notify(post("a", 2));
  const { value } = await reader.next();
  expect(told(value)).toEqual([post("b", 1), post("a", 2)]);
});

test("a slow reader queues at most a hundred events, and gets a single event for the rest", async () => {
  const { notify, reader } = make();
  for (let at = 0; at < 100; at += 1) notify(post(`${at}`));
  expect(told((await reader.next()).value)).toHaveLength(100);
  for (let at = 0; at < 100_000; at += 1) notify(post(`${at}`));
  notify({ type: "inbox" });
  expect(told((await reader.next()).value)).toEqual([{ type: "many" }]);
});

test("a heartbeat is sent immediately, and left out when there is an event to send", async () => {
  const { notify, beat, reader } = make();
  expect((await reader.next()).value).toBe(": open\n\n");
  const waiting = reader.next();
  beat();
  expect((await waiting).value).toBe(": beat\nevent: beat\ndata:\n\n");
  beat();
  beat();
  notify(post("a"));
  expect((await reader.next()).value).not.toContain("beat");
});

test("a reader who leaves while nothing happens is removed at once, and once", async () => {
  const { end, notify, reader, calls } = make();
  await reader.next();
  const waiting = reader.next();
  await reader.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
  end();
  notify(post("a"));
  expect(calls).toEqual(["open", "close"]);
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});

test("events before the end are read before the end", async () => {
  const { notify, end, reader } = make();
  notify(post("a"));
  end();
  expect(told((await reader.next()).value)).toEqual([post("a")]);
  expect((await reader.next()).done).toBe(true);
});
