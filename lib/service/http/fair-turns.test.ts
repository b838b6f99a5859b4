import { describe, expect, test } from "vitest";
import { createFairTurns, type Turn } from "./fair-turns.ts";

/** Lets everything run that waits for nothing. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("turns", () => {
  test("of one name never take all: another name waits for none of them", async () => {
    const turns = createFairTurns({ atOnce: 4, perName: 2, waitingMax: 100 });
    const greedy = Array.from({ length: 50 }, () => turns.take("greedy"));
    await Promise.all(greedy.slice(0, 2));
    const other = await turns.take("other");
    other.release();
    for (const turn of greedy) (await turn).release();
  });

  test("go round the names that wait, however many wait for one of them", async () => {
    const turns = createFairTurns({ atOnce: 1, perName: 5, waitingMax: 100 });
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

  test("are refused with a time to wait where too many of one name wait, and only there", async () => {
    const turns = createFairTurns({ atOnce: 10, perName: 1, waitingMax: 1 });
    const first = await turns.take("a");
    const second = turns.take("a");
    await expect(turns.take("a")).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 });
    (await turns.take("b")).release();
    first.release();
    (await second).release();
    (await turns.take("a")).release();
  });

  test("whose answer is still being read count for their own name alone", async () => {
    const turns = createFairTurns({ atOnce: 2, perName: 2, waitingMax: 10 });
    const slow = [await turns.take("slow"), await turns.take("slow")];
    for (const turn of slow) turn.endWork();
    let third: Turn | null = null;
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
