/** A program for tests in a browser: makes every proof of identity in a running installation 11 minutes older. */
import { openClientForProgram } from "#lib/service/db/open-client-for-program.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { client, close } = await openClientForProgram({
  databaseUrl: undefined,
  dataDir: process.env["DATA_DIR"] ?? "",
  log,
});
await client.query("update sessions set proved_at = proved_at - interval '11 minutes'");
await close();
