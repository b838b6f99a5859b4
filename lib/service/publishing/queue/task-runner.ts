import type { Context } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import type { PublishingTiming } from "#lib/service/publishing/delivery/timing.ts";
import { removeOldDeletedPosts, removeOldIdempotencyKeys, removeOldUndoRecords } from "./remove-expired-records.ts";
import type { WakeUps } from "./wake-ups.ts";

/** Recurring work that one process at a time does. A run is bounded, or ends by its signal; it is safe to interrupt. */
export type RecurringTask = { name: string; everyMs: number; run: (signal: AbortSignal) => Promise<unknown> };

/** Runs the wake-up sweep at once and then each minute, and the other tasks at their own pace. */
export function createTaskRunner(deps: {
  pool: Context["pool"];
  log: Log;
  timing: PublishingTiming;
  wakeUps: Pick<WakeUps, "sweep" | "tryLock">;
  recurringTasks: readonly RecurringTask[];
}): { start: () => void; stop: () => Promise<void> } {
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<void>>();
  const recurringTasks: readonly RecurringTask[] = [
    { name: "idempotency keys", everyMs: 10 * 60_000, run: () => removeOldIdempotencyKeys(deps.pool) },
    { name: "deleted posts", everyMs: 10 * 60_000, run: () => removeOldDeletedPosts(deps.pool) },
    { name: "post changes", everyMs: 10 * 60_000, run: () => removeOldUndoRecords(deps.pool) },
    ...deps.recurringTasks,
  ];

  function every(name: string, everyMs: number, work: () => Promise<unknown>): void {
    let isRunning = false;
    const tick = () => {
      if (isRunning) return;
      isRunning = true;
      const done: Promise<void> = work()
        .then(() => undefined)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) deps.log.warn({ err: error, sweep: name }, "sweep failed");
        })
        .finally(() => {
          isRunning = false;
          running.delete(done);
        });
      running.add(done);
    };
    timers.push(setInterval(tick, everyMs));
  }

  async function alone(task: RecurringTask): Promise<void> {
    const unlock = await deps.wakeUps.tryLock(`sweep ${task.name}`);
    if (typeof unlock === "string") return;
    try {
      await task.run(stopping.signal);
    } finally {
      await unlock();
    }
  }

  return {
    start() {
      const sweepWakeUps = () => deps.wakeUps.sweep();
      // Posts that came due while no worker ran, or were being delivered when one was killed.
      const first = sweepWakeUps().catch((error: unknown) => deps.log.warn({ err: error }, "first sweep failed"));
      running.add(first);
      every("wake-ups", deps.timing.sweepMs, sweepWakeUps);
      for (const task of recurringTasks) every(task.name, task.everyMs, () => alone(task));
    },
    async stop() {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}
