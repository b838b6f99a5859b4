import { pino } from "pino";
import { systemClock } from "#lib/service/core/clock.ts";
import { makePool } from "#lib/service/db/open-database.ts";
import { makeDb } from "#lib/service/db/transaction.ts";
import { makeMailer } from "#lib/service/outbox/mailer.ts";
import { makeNoticeSender, type SenderParts } from "#lib/service/notifications/notification-worker.ts";

/**
 * What sends letters, in a process of its own that is killed at the worst moment: the mail server has taken the letter, and
 * nothing is marked yet. `node testing-mailer-process.ts '{"connection", "mail"}'`
 */
const input = JSON.parse(process.argv[2] ?? "{}") as {
  connection: { host: string; port: number; user: string; database: string; password: string; ssl: false };
  mail: { url: string; from: string };
};
const log = pino({ level: "fatal" }, pino.destination({ fd: 2, sync: true }));
const pool = makePool(input.connection, 3, log);
const carry = makeMailer(input.mail);
const unused = () => {
  throw new Error("No push is sent here.");
};
await makeNoticeSender({
  ...{
    pool,
    db: makeDb(pool),
    clock: systemClock,
    log,
    origin: "http://localhost:3000",
    contact: "",
    guardedFetch: unused,
  },
  sealer: {} as SenderParts["sealer"],
  async mailer(letter) {
    const came = await carry(letter);
    process.kill(process.pid, "SIGKILL");
    return came;
  },
}).run();
