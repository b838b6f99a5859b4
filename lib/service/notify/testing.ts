import { pino } from "pino";
import { systemClock } from "#lib/service/clock";
import type { TestDatabase } from "#lib/service/db/testing";
import type { Log } from "#lib/service/log";
import { makeOutbox, type Outbox } from "./outbox.ts";
import { makeTellFailures } from "./tell-failures.ts";

export const silentLog: Log = pino({ level: "silent" });

/** What tells of failures, driven by hand with `drain` unless it is started. */
export function tellerOf(
  { pool, connection }: Pick<TestDatabase, "pool" | "connection">,
  at: { log: Log; canMail?: boolean },
): Outbox {
  const tellFailures = makeTellFailures({ clock: systemClock, canMail: at.canMail ?? false });
  return makeOutbox({ pool, connection, log: at.log, fanOuts: [tellFailures] });
}
