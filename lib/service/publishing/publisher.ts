import type { ConnectorIoFactory, ConnectorLookup } from "#lib/service/channels/core/connector.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context, ServiceSettings, WakeWorkerAt } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import type { OpenDatabase } from "#lib/service/db/open-database.ts";
import type { FitStoredImage } from "#lib/service/media/processing/fitted-images.ts";
import { checkLeasedChannels } from "./delivery/channel-lease.ts";
import type { CrashPoint } from "./delivery/delivery-steps.ts";
import { createDeliveryStore } from "./delivery/delivery-store.ts";
import { defaultTiming, type PublishingTiming } from "./delivery/timing.ts";
import { createChannelPool } from "./queue/channel-pool.ts";
import { type ChannelWorkerDeps, publishDuePosts } from "./queue/channel-worker.ts";
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

export function createPublisher(at: {
  pool: Context["pool"];
  /**
   * For the queue's own small pool and the connection that receives wake-ups: 4 more in a worker, 1 in a web process.
   */
  connection: OpenDatabase["connection"];
  connectorFor: ConnectorLookup;
  ioFor: ConnectorIoFactory;
  /** Converts an image to the form of its platform. */
  fitStored: FitStoredImage;
  clock: Clock;
  log: Log;
  settings: Pick<ServiceSettings, "missedAfterMs" | "reconnectWithinMs">;
  /** Other recurring work; one of the workers does each. */
  recurringTasks?: readonly RecurringTask[];
  timing?: Partial<PublishingTiming>;
  /** From 0 to 1: the share of the longest pause between attempts; random by default. */
  chance?: () => number;
  /** For tests: called at the points where a crash matters. */
  crashAt?: (point: CrashPoint, part: number) => void;
}): Publisher {
  const { pool, connection, clock, log } = at;
  const timing = { ...defaultTiming, ...at.timing };
  let isStopping = false;
  const wake = createWakeUpQueue({ pool, connection, clock, log, timing });
  const drain: ChannelWorkerDeps = {
    pool,
    clock,
    log,
    timing,
    connectorFor: at.connectorFor,
    ioFor: at.ioFor,
    fitStored: at.fitStored,
    crashAt: at.crashAt,
    record: createDeliveryStore({ pool, clock, wakeAt: wake.wakeAgain }),
    missedAfterMs: at.settings.missedAfterMs,
    reconnectWithinMs: at.settings.reconnectWithinMs,
    wakeChannel: wake.wakeChannel,
    tryLock: wake.tryLock,
    isStopping: () => isStopping,
    chance: at.chance ?? Math.random,
  };
  const channels = createChannelPool({
    limit: channelsAtOnce,
    troubleMs: timing.troubleMs,
    heldMs: timing.heldMs,
    log,
    drain: (channelId) => publishDuePosts(drain, channelId),
    lookAtHeld: (channelIds) => checkLeasedChannels(pool, channelIds, at.settings.reconnectWithinMs),
  });
  const sweeps = createTaskRunner({ pool, log, timing, wake, recurringTasks: at.recurringTasks ?? [] });

  async function stop(): Promise<void> {
    isStopping = true;
    await sweeps.stop();
    await wake.stop();
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, timing.stopMs);
    await Promise.race([channels.stop(), patience.promise]);
    clearTimeout(timer);
    await wake.close();
  }

  let stopped: Promise<void> | null = null;
  return {
    wakeAt: wake.wakeAt,
    async start(role) {
      await wake.start(role === "web" ? null : channels.note);
      if (role !== "web") sweeps.start();
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    isReady: () => !isStopping && wake.isReady(),
  };
}
