import { fileURLToPath } from "node:url";
import pg from "pg";
import { drizzle, runMigrations } from "./drizzle.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
/** Any number of ours: processes that start together migrate one after the other. */
const migrationLock = 7_203_114;

/**
 * Brings the schema up to date. Each migration is one transaction, so a killed process leaves none half done. It works
 * on a connection of its own without the pool's limits of time: a million rows take a while to be migrated.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const { options } = pool;
  const client = new pg.Client({
    ...options,
    // The pool hides it from being listed.
    ...(options.password !== undefined && { password: options.password }),
    ...{ statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 },
  });
  // Lost in the middle, the query under way says so; without a listener that would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await runMigrations(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end().catch(() => undefined);
  }
}
