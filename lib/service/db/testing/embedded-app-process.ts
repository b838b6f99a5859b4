/**
 * A small app that tests of the embedded database kill: `node embedded-app-process.ts DATA_DIR wait|write`. Prints
 * events as JSON lines: `refused`, `ready` (ms), `kept` (an acknowledged row), `failed`, `closed`.
 */
import { writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { DatabaseStartError } from "#lib/service/db/database-start-error.ts";
import { isDatabaseUnavailable, openDatabase } from "#lib/service/db/open-database.ts";

const [, , dataDir = "", task = "wait"] = process.argv;
const say = (what: Record<string, unknown>) => void writeSync(1, `${JSON.stringify(what)}\n`);
const note = (message: string) => say({ log: message });
const startedAt = performance.now();

async function open() {
  try {
    return await openDatabase({ databaseUrl: undefined, dataDir, log: { info: note, warn: note, error: note } });
  } catch (error) {
    if (!(error instanceof DatabaseStartError)) throw error;
    say({ refused: error.message });
    process.exit(1);
  }
}

const database = await open();
let going = true;
process.on("SIGTERM", () => {
  going = false;
  void database.close().then(() => {
    say({ closed: true });
    process.exit(0);
  });
});
say({ ready: performance.now() - startedAt });
await database.pool.query("create table if not exists kept (id int primary key)");
const { rows } = await database.pool.query<{ last: number }>("select coalesce(max(id), 0) as last from kept");
for (let id = (rows[0]?.last ?? 0) + 1; going; id += 1) {
  if (task === "wait") {
    await pause(50);
    continue;
  }
  try {
    await database.pool.query("insert into kept values ($1)", [id]);
    say({ kept: id });
  } catch (error) {
    say({ failed: id, away: isDatabaseUnavailable(error) });
    await pause(20);
  }
}
