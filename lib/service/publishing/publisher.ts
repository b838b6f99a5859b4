import type { ServiceSettings, WakeWorkerAt } from "#lib/service/core/context.ts";
import type { ProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { checkLeasedChannels } from "./delivery/channel-lease.ts";
import type { WorkerDeps } from "./delivery/delivery-context.ts";
import { createDeliveryStore } from "./delivery/delivery-store.ts";
import { defaultTiming, type PublishingTiming } from "./delivery/timing.ts";
import { createChannelPool } from "./queue/channel-pool.ts";
import { type ChannelWorkerDeps, publishDuePostsOfChannel } from "./queue/channel-worker.ts";
import { createTaskRunner, type RecurringTask } from "./queue/task-runner.ts";
import { createWakeUps } from "./queue/wake-ups.ts";

/** This process's part of the delivery. */
export type Publisher = {
  wakeAt: WakeWorkerAt;
  /** `worker` and `all` deliver posts; `web` only sends wake-ups, which needs no start. */
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
    /** Receives wake-ups and holds the channels' locks. */
    processConnection: ProcessConnection;
    settings: Pick<ServiceSettings, "missedAfterMs" | "reconnectWithinMs">;
    /** Other recurring work; one of the workers does each. */
    recurringTasks?: readonly RecurringTask[];
    timing?: Partial<PublishingTiming>;
  };

export function createPublisher(deps: PublisherDeps): Publisher {
  const { pool, processConnection, clock, log } = deps;
  const timing = { ...defaultTiming, ...deps.timing };
  let isStopping = false;
  let isStarted = false;
  const { reconnectWithinMs } = deps.settings;
  const wakeUps = createWakeUps({ pool, processConnection, clock, log, timing, reconnectWithinMs });
  const workerDeps: ChannelWorkerDeps = {
    pool,
    clock,
    log,
    timing,
    connectorFor: deps.connectorFor,
    ioFor: deps.ioFor,
    fitStored: deps.fitStored,
    crashAt: deps.crashAt,
    store: createDeliveryStore({ pool, clock, wakeAt: wakeUps.wakeAgain }),
    missedAfterMs: deps.settings.missedAfterMs,
    reconnectWithinMs,
    tryLock: wakeUps.tryLock,
    isStopping: () => isStopping,
    chance: deps.chance ?? Math.random,
  };
  const channels = createChannelPool({
    limit: channelsAtOnce,
    errorPauseMs: timing.errorPauseMs,
    leasedPauseMs: timing.leasedPauseMs,
    othersPauseMs: timing.othersPauseMs,
    log,
    run: (channelId) => publishDuePostsOfChannel(workerDeps, channelId),
    checkLeasedChannels: (channelIds) => checkLeasedChannels(pool, channelIds, reconnectWithinMs),
  });
  const sweeps = createTaskRunner({ pool, log, timing, wakeUps, recurringTasks: deps.recurringTasks ?? [] });

  async function stop(): Promise<void> {
    isStopping = true;
    await sweeps.stop();
    await wakeUps.stop();
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, timing.stopMs);
    await Promise.race([channels.stop(), patience.promise]);
    clearTimeout(timer);
    await wakeUps.close();
  }

  let stopped: Promise<void> | null = null;
  return {
    wakeAt: wakeUps.wakeAt,
    async start(role) {
      const onDue = (channelId: string, isOurs: boolean) =>
        isOurs ? channels.note(channelId) : channels.noteLater(channelId);
      await wakeUps.start(role === "web" ? null : onDue);
      if (role !== "web") sweeps.start();
      isStarted = true;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    isReady: () => isStarted && !isStopping && wakeUps.isReady(),
  };
}
