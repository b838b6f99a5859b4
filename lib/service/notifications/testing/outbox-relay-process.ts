import { pino } from "pino";
import { systemClock } from "#lib/service/core/clock.ts";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { createPool } from "#lib/service/db/open-database.ts";
import { createPostFailedRule } from "#lib/service/notifications/rules/post-failed.ts";
import { createOutboxEventRelay } from "#lib/service/outbox/outbox-event-relay.ts";

/**
 * Notifies about failures in a process of its own: `node outbox-relay-process.ts '{"connection", "dies"}'`. With `dies`
 * the process kills itself after writing notifications and before their commit.
 */
const input = JSON.parse(process.argv[2] ?? "{}") as {
  connection: { host: string; port: number; user: string; database: string; password: string; ssl: false };
  dies: boolean;
};
const log = pino({ level: "fatal" }, pino.destination({ fd: 2, sync: true }));
const tellFailures = createPostFailedRule({ clock: systemClock, canMail: true });
const outbox = createOutboxEventRelay({
  pool: createPool(input.connection, 3, log),
  processConnection: createProcessConnection({ connection: input.connection, log }),
  log,
  consumers: [
    async (tx, rows) => {
      await tellFailures(tx, rows);
      if (input.dies && rows.length > 0) process.kill(process.pid, "SIGKILL");
    },
  ],
});
await outbox.start();
process.stdout.write("ready\n");
