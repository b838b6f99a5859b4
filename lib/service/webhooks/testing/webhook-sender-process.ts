import { systemClock } from "#lib/service/core/clock.ts";
import { makePool } from "#lib/service/db/open-database.ts";
import { makeLog } from "#lib/service/core/log.ts";
import { makeGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { makeSealer } from "#lib/service/core/sealer.ts";
import { makeWebhookSender } from "#lib/service/webhooks/webhook-sender.ts";

// A sender of webhooks as a process of its own, to be killed: its one argument is what `startSenderProcess` is given.
const { connection, secret, allow, timing } = JSON.parse(process.argv[2] ?? "{}");
const log = makeLog("silent");
const pool = makePool(connection, 4, log);
const guardedFetch = makeGuardedFetch({ allow: new Set(allow) });
const sender = makeWebhookSender({
  pool,
  connection,
  clock: systemClock,
  log,
  sealer: makeSealer(secret),
  guardedFetch,
  timing,
});
await sender.start();
process.stdout.write("ready\n");
