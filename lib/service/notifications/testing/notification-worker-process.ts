import { pino } from "pino";
import { systemClock } from "#lib/service/core/clock.ts";
import { createPool } from "#lib/service/db/open-database.ts";
import { createDb } from "#lib/service/db/transaction.ts";
import {
  createNotificationWorker,
  type NotificationWorkerDeps,
} from "#lib/service/notifications/notification-worker.ts";
import { createMailer } from "#lib/service/outbox/mailer.ts";

/**
 * Sends e-mails in a process of its own that is killed at the worst moment: the mail server has accepted the e-mail,
 * and the delivery is not recorded yet. `node notification-worker-process.ts '{"connection", "mail"}'`
 */
const input = JSON.parse(process.argv[2] ?? "{}") as {
  connection: { host: string; port: number; user: string; database: string; password: string; ssl: false };
  mail: { url: string; from: string };
};
const log = pino({ level: "fatal" }, pino.destination({ fd: 2, sync: true }));
const pool = createPool(input.connection, 3, log);
const carry = createMailer(input.mail);
const unused = () => {
  throw new Error("No push is sent here.");
};
await createNotificationWorker({
  pool,
  db: createDb(pool),
  clock: systemClock,
  log,
  origin: "http://localhost:3000",
  contact: "",
  guardedFetch: unused,
  sealer: {} as NotificationWorkerDeps["sealer"],
  async mailer(letter) {
    const came = await carry(letter);
    process.kill(process.pid, "SIGKILL");
    return came;
  },
}).run();
