import { fileURLToPath } from "node:url";
import type pg from "pg";
import { drizzle, runMigrations } from "./drizzle-exports.ts";
import { withLongStatementClient } from "./long-statement-client.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
/** An arbitrary number: processes that start together migrate one after the other. */
const migrationLock = 7_203_114;

/**
 * Brings the schema up to date. Each migration is one transaction, so a killed process leaves none half done. Runs on a
 * connection of its own without the pool's time limits: migrating a million rows takes a while.
 */
export function migrate(pool: pg.Pool): Promise<void> {
  return withLongStatementClient(pool, 0, async (client) => {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await runMigrations(drizzle({ client }), { migrationsFolder });
  });
}
