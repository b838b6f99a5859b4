import type { Log } from "#lib/service/core/log.ts";

/**
 * `more`: it stopped for fairness and has posts left. `held`: somebody else has the channel, and may die with it.
 * `trouble`: the database failed it.
 */
export type ChannelRunResult = "done" | "more" | "held" | "trouble";

export type ChannelPool = {
  /** Has the channel looked at soon; noted while it is being drained, it is drained once more. */
  note: (channelId: string) => void;
  /** Takes nothing new; resolves when all that runs has ended. */
  stop: () => Promise<void>;
};

/**
 * Drains channels side by side, at most `limit`, in the order they were noted; one channel never twice at once. A slow
 * channel holds one place and nothing else.
 */
export function createChannelPool(at: {
  limit: number;
  troubleMs: number;
  heldMs: number;
  drain: (channelId: string) => Promise<ChannelRunResult>;
  /** Of these, which are to be looked at again at once, and which later; the others have nothing due any more. */
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
    // Also keeps `running` filled before the work begins, however fast it ends.
    const drained = await Promise.resolve()
      .then(() => at.drain(channelId))
      .catch((error: unknown): ChannelRunResult => {
        at.log.error({ err: error, channelId }, "drain failed");
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

  /** One question for all of them: in a backlog each worker has most channels held by others. */
  async function lookAgain(): Promise<void> {
    const asked = [...held];
    const came = await at.lookAtHeld(asked).catch((error: unknown) => {
      at.log.warn({ err: error }, "held channels could not be looked at");
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
