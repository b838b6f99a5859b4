import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pollUntil } from "#lib/service/db/testing/app-process.ts";
import { startEmbeddedDatabase } from "./embedded-database.ts";
import { acquireAppLock, createMaintenanceClient } from "./lock-holder.ts";

test("a database whose app lock another client took is in use again after the lock is free", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "pw-lock-"));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const database = await startEmbeddedDatabase({ dataDir, log, durable: false });
  const other = createMaintenanceClient(String(database.config.host), 30_000);
  try {
    await other.connect();
    // Repeats until this connection is faster than the app, which takes its lock again within milliseconds.
    do {
      await other.query(
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()",
      );
    } while (!(await acquireAppLock(other)));
    await pollUntil(() => database.state().type === "down");
    expect(database.state()).toMatchObject({ why: expect.stringContaining("Postwright is already running on") });
    await other.end();
    await pollUntil(() => database.state().type === "up");
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
