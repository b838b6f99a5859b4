import type { Log } from "#lib/service/core/log.ts";

/**
 * `more`: the run stopped for fairness and has posts left. `held`: another worker has the channel, and may die with it.
 * `trouble`: the database failed.
 */
export type ChannelRunResult = "done" | "more" | "held" | "trouble";

export type ChannelPool = {
  /** Queues the channel for a run; a call during a run causes another run. */
  note: (channelId: string) => void;
  /** Starts nothing new; resolves when all runs have ended. */
  stop: () => Promise<void>;
};

/**
 * Runs channels concurrently, at most `limit`, in the order of `note`; one channel never twice at once. A slow channel
 * occupies one slot and nothing else.
 */
export function createChannelPool(at: {
  limit: number;
  troubleMs: number;
  heldMs: number;
  drain: (channelId: string) => Promise<ChannelRunResult>;
  /** Returns the channels to run at once (`free`) and those to check later (`held`); the others have nothing due. */
  lookAtHeld: (channelIds: readonly string[]) => Promise<{ free: string[]; held: string[] }>;
  log: Log;
}): ChannelPool {
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const pauses = new Set<NodeJS.Timeout>();
  const held = new Set<string>();
  let looking: NodeJS.Timeout | undefined;
  let stopped = false;

  function note(channelId: string): void {
    if (stopped) return;
    held.delete(channelId);
    if (running.has(channelId)) again.add(channelId);
    else waiting.add(channelId);
    fill();
  }

  function fill(): void {
    for (const channelId of waiting) {
      if (running.size >= at.limit) return;
      waiting.delete(channelId);
      running.set(channelId, run(channelId));
    }
  }

  async function run(channelId: string): Promise<void> {
    // The promise also fills `running` before the work begins, however fast it ends.
    const drained = await Promise.resolve()
      .then(() => at.drain(channelId))
      .catch((error: unknown): ChannelRunResult => {
        at.log.error({ err: error, channelId }, "channel run failed");
        return "trouble";
      });
    running.delete(channelId);
    const wanted = again.delete(channelId);
    if (!stopped) {
      if (drained === "trouble") later(channelId, at.troubleMs);
      else if (wanted || drained === "more") waiting.add(channelId);
      else if (drained === "held") keep(channelId);
      fill();
    }
  }

  function keep(channelId: string): void {
    held.add(channelId);
    looking ??= setTimeout(() => void lookAgain(), at.heldMs);
  }

  /**
   * Checks all leased channels with one query: in a backlog, other workers have leased most channels of each worker.
   */
  async function lookAgain(): Promise<void> {
    const asked = [...held];
    const came = await at.lookAtHeld(asked).catch((error: unknown) => {
      at.log.warn({ err: error }, "held channels could not be checked");
      return { free: [], held: asked };
    });
    looking = undefined;
    if (stopped) return;
    const still = new Set(came.held);
    for (const channelId of asked) if (!still.has(channelId)) held.delete(channelId);
    if (held.size > 0) looking = setTimeout(() => void lookAgain(), at.heldMs);
    for (const channelId of came.free) note(channelId);
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
    async stop() {
      stopped = true;
      waiting.clear();
      held.clear();
      clearTimeout(looking);
      for (const pause of pauses) clearTimeout(pause);
      await Promise.all(running.values());
    },
  };
}
