import type { Log } from "#lib/service/core/log.ts";

/**
 * `more`: the run stopped for fairness and has posts left. `leased`: another worker has the channel, and may die with it.
 * `failed`: the database failed.
 */
export type ChannelRunResult = "done" | "more" | "leased" | "failed";

export type ChannelPool = {
  /** Queues the channel for a run; a call during a run causes another run. */
  note: (channelId: string) => void;
  /** Checks the channel in a moment: it runs here only if the worker that goes for it first has not taken it. */
  noteLater: (channelId: string) => void;
  /** Starts nothing new; resolves when all runs have ended. */
  stop: () => Promise<void>;
};

/**
 * Runs channels concurrently, at most `limit`, in the order of `note`; one channel never twice at once. A slow channel
 * occupies one slot and nothing else.
 */
export function createChannelPool(deps: {
  limit: number;
  errorPauseMs: number;
  leasedPauseMs: number;
  othersPauseMs: number;
  run: (channelId: string) => Promise<ChannelRunResult>;
  /** Returns the channels to run at once (`free`) and those to check later (`leased`); the others have nothing due. */
  checkLeasedChannels: (channelIds: readonly string[]) => Promise<{ free: string[]; leased: string[] }>;
  log: Log;
}): ChannelPool {
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const pauses = new Set<NodeJS.Timeout>();
  const leased = new Set<string>();
  let leaseCheck: NodeJS.Timeout | undefined;
  let leaseCheckAtMs = 0;
  let stopped = false;

  function note(channelId: string): void {
    if (stopped) return;
    leased.delete(channelId);
    if (running.has(channelId)) again.add(channelId);
    else waiting.add(channelId);
    fill();
  }

  function fill(): void {
    for (const channelId of waiting) {
      if (running.size >= deps.limit) return;
      waiting.delete(channelId);
      running.set(channelId, run(channelId));
    }
  }

  async function run(channelId: string): Promise<void> {
    // The promise also fills `running` before the work begins, however fast it ends.
    const result = await Promise.resolve()
      .then(() => deps.run(channelId))
      .catch((error: unknown): ChannelRunResult => {
        deps.log.error({ err: error, channelId }, "channel run failed");
        return "failed";
      });
    running.delete(channelId);
    const isNotedAgain = again.delete(channelId);
    if (!stopped) {
      if (result === "failed") later(channelId, deps.errorPauseMs);
      else if (isNotedAgain || result === "more") waiting.add(channelId);
      else if (result === "leased") waitForLease(channelId, deps.leasedPauseMs);
      fill();
    }
  }

  function waitForLease(channelId: string, ms: number): void {
    leased.add(channelId);
    checkLeasesWithin(ms);
  }

  function checkLeasesWithin(ms: number): void {
    const at = performance.now() + ms;
    if (leaseCheck && at >= leaseCheckAtMs) return;
    clearTimeout(leaseCheck);
    leaseCheckAtMs = at;
    leaseCheck = setTimeout(() => void checkLeases(), ms);
  }

  /**
   * Checks all leased channels with one query: in a backlog, other workers have leased most channels of each worker.
   */
  async function checkLeases(): Promise<void> {
    leaseCheck = undefined;
    const channelIds = [...leased];
    const checked = await deps.checkLeasedChannels(channelIds).catch((error: unknown) => {
      deps.log.warn({ err: error }, "leased channels could not be checked");
      return { free: [], leased: channelIds };
    });
    if (stopped) return;
    const still = new Set(checked.leased);
    for (const channelId of channelIds) if (!still.has(channelId)) leased.delete(channelId);
    if (leased.size > 0) checkLeasesWithin(deps.leasedPauseMs);
    for (const channelId of checked.free) note(channelId);
  }

  function later(channelId: string, ms: number): void {
    const pause = setTimeout(() => {
      pauses.delete(pause);
      note(channelId);
    }, ms);
    pauses.add(pause);
  }

  return {
    note,
    noteLater(channelId) {
      if (stopped) return;
      // A run that is under way may have read before this.
      if (running.has(channelId)) again.add(channelId);
      else if (!waiting.has(channelId)) waitForLease(channelId, deps.othersPauseMs);
    },
    async stop() {
      stopped = true;
      waiting.clear();
      leased.clear();
      clearTimeout(leaseCheck);
      for (const pause of pauses) clearTimeout(pause);
      await Promise.all(running.values());
    },
  };
}
