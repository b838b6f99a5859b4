import type { Context } from "#lib/service/core/context.ts";

/** What waits in the whole installation, by the database's clock. `dueSeconds` is 0 when nothing is due. */
export type PublishingBacklog = { due: number; dueSeconds: number; waiting: number; reconnect: number };

/** Reads the index of what is due, and the few rows of channels: its cost grows with the backlog, not with history. */
export async function getPublishingBacklog(pool: Context["pool"]): Promise<PublishingBacklog> {
  const { rows } = await pool.query({
    name: "metrics-backlog",
    text: `select due.*, channels.* from
             (select count(*)::int as due,
                coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "dueSeconds"
              from posts where due_at <= now() and deleted_at is null and status in ('scheduled', 'publishing')) due,
             (select count(*) filter (where wait_until > now())::int as waiting,
                count(*) filter (where state = 'reconnect')::int as reconnect
              from channels where removed_at is null) channels`,
  });
  return rows[0];
}
