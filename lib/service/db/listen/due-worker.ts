import type { Log } from "#lib/service/core/log.ts";
import type { PgChannel } from "#lib/service/db/pg-notifications.ts";
import type { ProcessConnection } from "./process-connection.ts";

export type DueWorkerOptions = {
  /** Does what is due. Returns the milliseconds until more is due, or null when that is unknown. May throw. */
  run: () => Promise<number | null>;
  /** The longest pause after a run: the safety net under missed notifications and dead processes. */
  maxPauseMs: number;
  /** The pause after a failed run, doubled by each further failure. */
  retryMs: { first: number; last: number };
  /** Notifications that wake the worker. Without it the worker goes by its timer and by `wake`. */
  listen?: { processConnection: ProcessConnection; channel: PgChannel };
  log: Log;
  /** The log's message about a failed run. */
  failureMessage: string;
};

export type DueWorker = {
  /** Does not wait for a database that is away: runs fail and are repeated. */
  start: () => Promise<void>;
  /** Starts no more runs; resolves after the current one. */
  stop: () => Promise<void>;
  /** Runs now, or once more after the current run. */
  wake: () => void;
  /** For runs that consist of many steps. */
  isStopping: () => boolean;
};

/** Repeats `run` when work is due: after a notification, when its time comes, and regularly. One run at a time. */
export function createDueWorker(options: DueWorkerOptions): DueWorker {
  const { run, maxPauseMs, retryMs, listen, log } = options;
  let unsubscribe: (() => Promise<void>) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWoken = false;
  let isStopping = false;
  let nextRetryMs = retryMs.first;

  function wake(): void {
    isWoken = true;
    if (isStopping) return;
    running ??= runWhileWoken().finally(() => {
      running = null;
      // A wake-up came while the last run was ending.
      if (isWoken) wake();
    });
  }

  async function runWhileWoken(): Promise<void> {
    while (isWoken && !isStopping) {
      isWoken = false;
      const pauseMs = await runOnce();
      clearTimeout(timer);
      if (!isStopping) timer = setTimeout(wake, pauseMs);
    }
  }

  /** @returns the pause until the next run. */
  async function runOnce(): Promise<number> {
    try {
      const pauseMs = (await run()) ?? maxPauseMs;
      nextRetryMs = retryMs.first;
      return Math.min(pauseMs, maxPauseMs);
    } catch (error) {
      log.warn({ err: error }, options.failureMessage);
      const pauseMs = nextRetryMs;
      nextRetryMs = Math.min(pauseMs * 2, retryMs.last);
      // The retry does the work of wake-ups that came during the failed run.
      isWoken = false;
      return pauseMs;
    }
  }

  return {
    wake,
    isStopping: () => isStopping,
    async start() {
      if (!listen) return wake();
      // The connection wakes the worker when it is up, also for the first time.
      unsubscribe = await listen.processConnection.subscribe(listen.channel, { onNotification: wake, onUp: wake });
      // This connection may be down while the pool's connections work.
      if (!listen.processConnection.isUp()) wake();
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
      await unsubscribe?.();
    },
  };
}
