import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFairQueue, type FairQueue, type FairQueueTurn } from "./fair-queue.ts";

const createTurns = ({ atOnce = 10, perName = 2, waitingMax = 100 }) => {
  const each = (count: number) => ({ requests: count, exports: 1, uploads: 1, messages: 1 });
  const turns = createFairQueue({
    atOnce,
    perName: each(perName),
    waitingMax: { requests: waitingMax, exports: 9, uploads: 9, messages: 9 },
  });
  return { take: (name: string) => turns.take(name, "requests"), all: turns };
};

/** Lets all pending promise callbacks run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("fair queue", () => {
  test("requests under one name never block another name", async () => {
    const turns = createTurns({ atOnce: 4, perName: 2, waitingMax: 100 });
    const greedy = Array.from({ length: 50 }, () => turns.take("greedy"));
    await Promise.all(greedy.slice(0, 2));
    const other = await turns.take("other");
    other.release();
    for (const turn of greedy) (await turn).release();
  });

  test("turns rotate among the waiting names", async () => {
    const turns = createTurns({ atOnce: 1, perName: 5, waitingMax: 100 });
    const order: string[] = [];
    const run = async (name: string) => {
      const turn = await turns.take(name);
      order.push(name);
      await settle();
      turn.release();
    };
    await Promise.all([..."aaaaabbc"].map(run));
    expect(order.join("")).toBe("aabcabaa");
  });

  test("a name with too many waiting requests is rejected with a time to wait", async () => {
    const turns = createTurns({ atOnce: 10, perName: 1, waitingMax: 1 });
    const first = await turns.take("a");
    const second = turns.take("a");
    await expect(turns.take("a")).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 });
    (await turns.take("b")).release();
    first.release();
    (await second).release();
    (await turns.take("a")).release();
  });

  test("responses still being read count only against their own name", async () => {
    const turns = createTurns({ atOnce: 2, perName: 2, waitingMax: 10 });
    const slow = [await turns.take("slow"), await turns.take("slow")];
    for (const turn of slow) turn.endWork();
    let third: FairQueueTurn | null = null;
    void turns.take("slow").then((turn) => {
      third = turn;
    });
    const others = [await turns.take("b"), await turns.take("c")];
    await settle();
    expect(third).toBeNull();
    for (const turn of others) turn.release();
    slow[0]?.release();
    slow[0]?.release();
    await settle();
    expect(third).not.toBeNull();
  });
});

describe("long-running work", () => {
  let turns: FairQueue;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    turns = createTurns({ perName: 3 }).all;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Takes a turn under another name, so that no name has the queue alone. */
  const askAsAnother = async (name = "other") => (await turns.take(name, "requests")).release();
  /**
   * Returns the milliseconds, of `untilMs`, in which pieces of `worked` were in progress, and the largest number at
   * once.
   */
  async function watch(work: readonly (() => Promise<void>)[], untilMs: number, { isAlone = false } = {}) {
    let [busyMs, most] = [0, 0];
    for (const each of work) void each();
    for (let at = 0; at < untilMs; at += 10) {
      if (!isAlone) await askAsAnother();
      await vi.advanceTimersByTimeAsync(10);
      busyMs += under > 0 ? 10 : 0;
      most = Math.max(most, under);
    }
    return { busyMs, most };
  }
  let under = 0;
  const workFor = async (ms: number) => {
    under += 1;
    await new Promise((resolve) => setTimeout(resolve, ms));
    under -= 1;
  };
  const repeatRequests = (kind: "requests" | "uploads", ms: number) => async () => {
    for (;;) {
      const turn = await turns.take("greedy", kind);
      await workFor(ms);
      turn.release();
    }
  };
  const readExport = (ms: number) => async () => {
    const turn = await turns.take("greedy", "exports");
    for (;;) {
      await turn.resume();
      await workFor(ms);
      turn.endWork();
    }
  };

  test("long work of one name runs one piece at a time and leaves two thirds of the time to others", async () => {
    under = 0;
    const work = [
      ...Array.from({ length: 10 }, () => repeatRequests("requests", 100)),
      ...Array.from({ length: 2 }, () => repeatRequests("uploads", 500)),
      readExport(20),
    ];
    await watch(work, 10_000);
    const { busyMs, most } = await watch([], 30_000);
    expect(most).toBe(1);
    expect(busyMs).toBeGreaterThan(8_000);
    expect(busyMs).toBeLessThan(11_000);
  });

  test("long work runs without pauses while no other name sends requests", async () => {
    under = 0;
    const { busyMs, most } = await watch([repeatRequests("requests", 100), readExport(20)], 5_000, { isAlone: true });
    expect([busyMs, most]).toEqual([5_000, 2]);
  });

  test("a name regains concurrent turns after a pause", async () => {
    under = 0;
    const turn = await turns.take("greedy", "requests");
    await askAsAnother();
    await vi.advanceTimersByTimeAsync(1_600);
    await askAsAnother();
    turn.release();
    const times: number[] = [];
    const startedAt = performance.now();
    const take = async () => {
      const each = await turns.take("greedy", "requests");
      times.push(performance.now() - startedAt);
      await workFor(20);
      each.release();
    };
    const both = Promise.all([take(), take(), take()]);
    for (let at = 0; at < 500; at += 1) {
      await askAsAnother();
      await vi.advanceTimersByTimeAsync(10);
    }
    await both;
    const [first = 0] = times;
    expect(first).toBeGreaterThan(1_100);
    expect(first).toBeLessThan(1_300);
    const again = await Promise.all([1, 2, 3].map(() => turns.take("greedy", "requests")));
    for (const each of again) each.release();
  });

  test("requests by the same member under another name do not pause long work", async () => {
    under = 0;
    void repeatRequests("requests", 100)();
    let busyMs = 0;
    for (let at = 0; at < 5_000; at += 10) {
      await askAsAnother("greedy dashboard");
      await vi.advanceTimersByTimeAsync(10);
      busyMs += under > 0 ? 10 : 0;
    }
    expect(busyMs).toBe(5_000);
  });
});
