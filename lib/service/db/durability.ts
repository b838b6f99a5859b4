import type pg from "pg";
import type { DatabaseLogger } from "./database-start-error.ts";

/** What makes a commit outlive a power cut, by the server's names; all are on unless somebody turns them off. */
export const durableSettings = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" } as const;

/**
 * Says so when the server would forget commits that it has acknowledged. No connection of ours changes what it gives them.
 * Of `full_page_writes` nothing is said: storage that writes pages whole does without.
 */
export async function warnIfNotDurable(pool: pg.Pool, log: DatabaseLogger): Promise<void> {
  const asked = await pool
    .query<{ name: string }>(
      "select name from pg_settings where name in ('fsync', 'synchronous_commit') and setting = 'off' order by name",
    )
    // Away for a moment: whatever comes next says so.
    .catch(() => ({ rows: [] }));
  if (asked.rows.length === 0) return;
  const names = asked.rows.map(({ name }) => name).join(" and ");
  log.warn(
    `Turn on ${names} in the database: without it a power cut loses posts that were acknowledged, and some may go out twice.`,
  );
}
