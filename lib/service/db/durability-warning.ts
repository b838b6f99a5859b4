import type pg from "pg";
import type { DatabaseLogger } from "./database-start-error.ts";

/** The server settings that let a commit survive a power cut; all are on by default. */
export const durableSettings = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" } as const;

/**
 * Logs a warning when the server would lose acknowledged commits. Our connections don't change these settings.
 * `full_page_writes` is not checked: storage that writes whole pages doesn't need it.
 */
export async function warnIfNotDurable(pool: pg.Pool, log: DatabaseLogger): Promise<void> {
  const settings = await pool
    .query<{ name: string }>(
      "select name from pg_settings where name in ('fsync', 'synchronous_commit') and setting = 'off' order by name",
    )
    // The database is away for a moment: the next query will report the failure.
    .catch(() => ({ rows: [] }));
  if (settings.rows.length === 0) return;
  const names = settings.rows.map(({ name }) => name).join(" and ");
  log.warn(
    `Turn on ${names} in the database. Otherwise a power cut loses acknowledged posts, and some may be published twice.`,
  );
}
