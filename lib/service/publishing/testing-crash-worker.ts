import { pino } from "pino";
import { innerIoFor } from "#lib/service/channels/inner-io";
import { makeConnectorFor } from "#lib/service/channels/known";
import { systemClock } from "#lib/service/clock";
import { makePool } from "#lib/service/db/open";
import { makePublishing } from "./publishing.ts";
import { origin } from "./testing.ts";

/** A worker of its own, killed by itself at a named point: `node testing-crash-worker.ts '{"connection", "at", "part"}'`. */
const input = JSON.parse(process.argv[2] ?? "{}") as {
  connection: { host: string; port: number; user: string; database: string; password: string; ssl: false };
  at: string | null;
  part: number;
  /** How far this machine's clock is ahead of the database's. */
  clockAheadMs?: number;
};
const log = pino({ level: "warn" }, pino.destination({ fd: 2, sync: true }));
const pool = makePool(input.connection, 5, log);
const clock = {
  now: () => new Date(Date.now() + (input.clockAheadMs ?? 0)),
  newId: systemClock.newId,
};
const connectorFor = makeConnectorFor({ pool, clock, origin, platformOf: () => null });

const publishing = makePublishing({
  ...{
    pool,
    connection: input.connection,
    connectorFor,
    ioFor: innerIoFor,
    fitStored: () => Promise.reject(new Error("no image is fitted here")),
    clock,
    log,
  },
  settings: { missedAfterMs: 24 * 60 * 60_000, reconnectWithinMs: 24 * 60 * 60_000 },
  crashAt(point, part) {
    // Synchronous: nothing of this process runs after it.
    if (point === input.at && part === input.part) process.kill(process.pid, "SIGKILL");
  },
});
await publishing.start("worker");
process.stdout.write("ready\n");
process.on("SIGTERM", () => {
  void publishing.stop().then(async () => {
    await pool.end();
    process.exit(0);
  });
});
