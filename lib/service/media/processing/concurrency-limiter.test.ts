import { expect, test } from "vitest";
import { createConcurrencyLimiter, LimiterFullError } from "./concurrency-limiter.ts";

test("at most two tasks run at once, the others follow in order, and a failed task frees its place", async () => {
  const turns = createConcurrencyLimiter({ atOnce: 2, waitingMax: 10 });
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((n) =>
      turns.take(async () => {
        begun.push(n);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (n % 2) throw new Error("broken image");
        return n;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(results.map((result) => result.status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
  ]);
  expect(await turns.take(async () => "again")).toBe("again");
});

test("a task is rejected at once when too many are waiting", async () => {
  const turns = createConcurrencyLimiter({ atOnce: 1, waitingMax: 1 });
  const first = Promise.withResolvers<void>();
  const running = turns.take(() => first.promise);
  const waiting = turns.take(async () => "second");
  await expect(turns.take(async () => "third")).rejects.toBeInstanceOf(LimiterFullError);
  first.resolve();
  await running;
  expect(await waiting).toBe("second");
});
