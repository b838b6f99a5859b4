import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { type ChannelPool, type ChannelRunResult, createChannelPool } from "./channel-pool.ts";

let pool: ChannelPool | null = null;
afterEach(() => pool?.stop());

test("held channels are checked in one query, and run again only when they are free", async () => {
  const drained: string[] = [];
  const asked: string[][] = [];
  const state = new Map<string, ChannelRunResult>(["a", "b", "c"].map((id) => [id, "leased"]));
  const heldByOthers = new Set(["b", "c"]);
  const made = createChannelPool({
    limit: 10,
    errorPauseMs: 10,
    leasedPauseMs: 20,
    othersPauseMs: 10,
    log: pino({ level: "silent" }),
    run: async (id) => {
      drained.push(id);
      return state.get(id) ?? "done";
    },
    // The first check gets no answer; by the fourth, `c` has nothing due.
    checkLeasedChannels: async (ids) => {
      asked.push([...ids]);
      if (asked.length === 1) throw new Error("the database is away");
      const held = ids.filter((id) => heldByOthers.has(id) && !(id === "c" && asked.length > 3));
      return { free: ids.filter((id) => !heldByOthers.has(id)), leased: held };
    },
  });
  pool = made;
  for (const id of state.keys()) made.note(id);
  await waitUntil("a was retried", async () => drained.length === 4);
  expect(drained).toEqual(["a", "b", "c", "a"]);
  expect(asked.slice(0, 2)).toEqual([
    ["a", "b", "c"],
    ["a", "b", "c"],
  ]);
  heldByOthers.add("a");
  await waitUntil("c was dropped", async () => asked.some((ids) => ids.length === 2 && !ids.includes("c")));
  expect(drained.filter((id) => id !== "a")).toEqual(["b", "c"]);
  heldByOthers.clear();
  state.clear();
  const looks = asked.length;
  await waitUntil("both are done", async () => drained.filter((id) => id === "b").length === 2);
  expect(drained).not.toContain(undefined);
  expect(asked.length).toBeLessThanOrEqual(looks + 1);
});

test("a channel that another worker goes for first runs here only if it is still free after a moment", async () => {
  const drained: string[] = [];
  const made = createChannelPool({
    limit: 10,
    errorPauseMs: 10,
    leasedPauseMs: 60_000,
    othersPauseMs: 20,
    log: pino({ level: "silent" }),
    run: async (id) => {
      drained.push(id);
      return "done";
    },
    // The other worker has published what was due on `b`, and has not taken `a`.
    checkLeasedChannels: async (ids) => ({ free: ids.filter((id) => id === "a"), leased: [] }),
  });
  pool = made;
  made.noteLater("a");
  made.noteLater("b");
  expect(drained).toEqual([]);
  await waitUntil("a has run", async () => drained.length > 0);
  made.note("b");
  await waitUntil("b has run for its own notification", async () => drained.length > 1);
  expect(drained).toEqual(["a", "b"]);
});
