import { pino } from "pino";
import { systemClock } from "#lib/service/core/clock.ts";
import type { Log } from "#lib/service/core/log.ts";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import type { TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createPostFailedRule } from "#lib/service/notifications/rules/post-failed.ts";
import { createOutboxEventRelay, type OutboxEventRelay } from "#lib/service/outbox/outbox-event-relay.ts";

export const silentLog: Log = pino({ level: "silent" });

/** Creates a relay that notifies about failures; tests run it with `drain` unless they start it. */
export function createPostFailedRelay(
  { pool, connection }: Pick<TestDatabase, "pool" | "connection">,
  deps: { log: Log; canMail?: boolean },
): OutboxEventRelay {
  const tellFailures = createPostFailedRule({ clock: systemClock, canMail: deps.canMail ?? false });
  const processConnection = createProcessConnection({ connection, log: deps.log });
  return createOutboxEventRelay({ pool, processConnection, log: deps.log, consumers: [tellFailures] });
}
