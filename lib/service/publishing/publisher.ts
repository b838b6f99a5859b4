import type { ServiceSettings, WakeWorkerAt } from "#lib/service/core/context.ts";
import type { OpenDatabase } from "#lib/service/db/open-database.ts";
import { checkLeasedChannels } from "./delivery/channel-lease.ts";
import type { WorkerDeps } from "./delivery/delivery-context.ts";
import { createDeliveryStore } from "./delivery/delivery-store.ts";
import { defaultTiming, type PublishingTiming } from "./delivery/timing.ts";
import { createChannelPool } from "./queue/channel-pool.ts";
import { type ChannelWorkerDeps, publishDuePostsOfChannel } from "./queue/channel-worker.ts";
import { createTaskRunner, type RecurringTask } from "./queue/task-runner.ts";
import { createWakeUpQueue } from "./queue/wake-up-queue.ts";

/** This process's part of the delivery. */
export type Publisher = {
  wakeAt: WakeWorkerAt;
  /** `web` only sends wake-ups; `worker` and `all` also deliver posts. No wake-up is possible before the start. */
  start: (role: "web" | "worker" | "all") => Promise<void>;
  /** Leases nothing new, lets the parts in progress finish (at most 20 s), returns the rest. */
  stop: () => Promise<void>;
  isReady: () => boolean;
};

/** Channels delivered concurrently. A slow platform occupies its slot for up to a minute a part. */
const channelsAtOnce = 64;

export type PublisherDeps = Pick<WorkerDeps, "ioFor" | "fitStored" | "clock" | "log" | "crashAt"> &
  Partial<Pick<WorkerDeps, "chance">> &
  Pick<ChannelWorkerDeps, "pool" | "connectorFor"> & {
    /**
     * For the queue's own small pool and the connection that receives wake-ups: 4 more in a worker, 1 in a web process.
     */
    connection: OpenDatabase["connection"];
    settings: Pick<ServiceSettings, "missedAfterMs" | "reconnectWithinMs">;
    /** Other recurring work; one of the workers does each. */
    recurringTasks?: readonly RecurringTask[];
    timing?: Partial<PublishingTiming>;
  };

export function createPublisher(deps: PublisherDeps): Publisher {
  const { pool, connection, clock, log } = deps;
  const timing = { ...defaultTiming, ...deps.timing };
  let isStopping = false;
  const queue = createWakeUpQueue({ pool, connection, clock, log, timing });
  const workerDeps: ChannelWorkerDeps = {
    pool,
    clock,
    log,
    timing,
    connectorFor: deps.connectorFor,
    ioFor: deps.ioFor,
    fitStored: deps.fitStored,
    crashAt: deps.crashAt,
    store: createDeliveryStore({ pool, clock, wakeAt: queue.wakeAgain }),
    missedAfterMs: deps.settings.missedAfterMs,
    reconnectWithinMs: deps.settings.reconnectWithinMs,
    wakeChannel: queue.wakeChannel,
    tryLock: queue.tryLock,
    isStopping: () => isStopping,
    chance: deps.chance ?? Math.random,
  };
  const channels = createChannelPool({
    limit: channelsAtOnce,
    errorPauseMs: timing.errorPauseMs,
    leasedPauseMs: timing.leasedPauseMs,
    log,
    run: (channelId) => publishDuePostsOfChannel(workerDeps, channelId),
    checkLeasedChannels: (channelIds) => checkLeasedChannels(pool, channelIds, deps.settings.reconnectWithinMs),
  });
  const sweeps = createTaskRunner({ pool, log, timing, queue, recurringTasks: deps.recurringTasks ?? [] });

  async function stop(): Promise<void> {
    isStopping = true;
    await sweeps.stop();
    await queue.stop();
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, timing.stopMs);
    await Promise.race([channels.stop(), patience.promise]);
    clearTimeout(timer);
    await queue.close();
  }

  let stopped: Promise<void> | null = null;
  return {
    wakeAt: queue.wakeAt,
    async start(role) {
      await queue.start(role === "web" ? null : channels.note);
      if (role !== "web") sweeps.start();
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    isReady: () => !isStopping && queue.isReady(),
  };
}
