import { fileURLToPath } from "node:url";
import type pg from "pg";
import { drizzle, runMigrations } from "./drizzle.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
/** Any number of ours: processes that start together migrate one after the other. */
const migrationLock = 7_203_114;

/** Brings the schema up to date. Each migration is one transaction, so a killed process leaves none half done. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await runMigrations(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => undefined);
    client.release();
  }
}
