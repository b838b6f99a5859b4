import { existsSync, writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import type { ConnectorLookup } from "#lib/service/channels/core/connector.ts";
import { noNetworkIoFactory } from "#lib/service/channels/core/no-network-io.ts";
import { createConnectorLookup } from "#lib/service/channels/platforms/registry.ts";
import { systemClock } from "#lib/service/core/clock.ts";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { createPool } from "#lib/service/db/open-database.ts";
import { createPostCountersTask } from "#lib/service/posts/read/compact-post-counters.ts";
import { createPublisher } from "#lib/service/publishing/publisher.ts";
import { origin } from "./publishing-fixture.ts";

/** Runs a worker that kills itself at a named point: `node crash-worker-process.ts '{"connection", "at", "part"}'`. */
const input = JSON.parse(process.argv[2] ?? "{}") as {
  connection: { host: string; port: number; user: string; database: string; password: string; ssl: false };
  at: string | null;
  part: number;
  /**
   * Instead of being killed, the worker stalls at the point until this file exists; its lease is a second. It creates
   * the same path with `.stands` when it stalls.
   */
  standsUntil?: string;
  /** How far this machine's clock is ahead of the database's. */
  clockAheadMs?: number;
  /** Duration of a part on its platform. */
  partMs?: number;
  poolSize?: number;
};
const log = pino({ level: "warn" }, pino.destination({ fd: 2, sync: true }));
const pool = createPool(input.connection, input.poolSize ?? 5, log);
const clock = {
  now: () => new Date(Date.now() + (input.clockAheadMs ?? 0)),
  newId: systemClock.newId,
};
const practiceFor = createConnectorLookup({ pool, clock, origin, platformOf: () => null });
const connectorFor: ConnectorLookup = (channel) => {
  const connector = practiceFor(channel);
  const { partMs } = input;
  if (!connector || partMs === undefined) return connector;
  return {
    ...connector,
    async publishPart(part, account, io) {
      await pause(partMs);
      return await connector.publishPart(part, account, io);
    },
  };
};

const publishing = createPublisher({
  pool,
  processConnection: createProcessConnection({ connection: input.connection, log }),
  connectorFor,
  ioFor: noNetworkIoFactory,
  fitStored: () => Promise.reject(new Error("no image is fitted here")),
  clock,
  log,
  settings: { missedAfterMs: 24 * 60 * 60_000, reconnectWithinMs: 24 * 60 * 60_000 },
  // The product's recurring work that lists beside a worker depend on.
  recurringTasks: [createPostCountersTask(pool)],
  timing: input.standsUntil === undefined ? {} : { leaseMs: 1_000, renewMs: 200, callMs: 100 },
  // A call that the machine made late is repeated soon.
  chance: () => 0,
  crashAt(point, part) {
    if (point !== input.at || part !== input.part) return;
    // Synchronous: nothing of this process runs after it, or meanwhile.
    if (input.standsUntil === undefined) return void process.kill(process.pid, "SIGKILL");
    writeFileSync(`${input.standsUntil}.stands`, "");
    while (!existsSync(input.standsUntil)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  },
});
// Node writes the compiled code at the end of a process, which a killed one doesn't reach.
flushCompileCache();
await publishing.start("worker");
process.stdout.write("ready\n");
process.on("SIGTERM", () => {
  void publishing.stop().then(async () => {
    await pool.end();
    process.exit(0);
  });
});
