import { systemClock } from "#lib/service/core/clock.ts";
import { createLog } from "#lib/service/core/log.ts";
import { createSealer } from "#lib/service/core/sealer.ts";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { createPool } from "#lib/service/db/open-database.ts";
import { createGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { createWebhookSender } from "#lib/service/webhooks/webhook-sender.ts";

// A sender of webhooks in a process of its own, to be killed: its one argument is the input of
// `startWebhookSenderProcess`.
const { connection, secret, allow, timing } = JSON.parse(process.argv[2] ?? "{}");
const log = createLog("silent");
const pool = createPool(connection, 4, log);
const guardedFetch = createGuardedFetch({ allow: new Set(allow) });
const sender = createWebhookSender({
  pool,
  processConnection: createProcessConnection({ connection, log }),
  clock: systemClock,
  log,
  sealer: createSealer(secret),
  guardedFetch,
  timing,
});
await sender.start();
process.stdout.write("ready\n");
