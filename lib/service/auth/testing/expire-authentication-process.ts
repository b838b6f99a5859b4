/**
 * A program for tests in a browser: makes every proof of identity in a running installation 11 minutes older, and the last
 * code of each authenticator app as well.
 */
import { openClientForProgram } from "#lib/service/db/open-client-for-program.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { client, close } = await openClientForProgram({
  databaseUrl: undefined,
  dataDir: process.env["DATA_DIR"] ?? "",
  log,
});
await client.query("update sessions set proved_at = proved_at - interval '11 minutes'");
await client.query("update authenticator_apps set last_step = last_step - 22");
await close();
