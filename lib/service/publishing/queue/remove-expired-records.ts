import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Context } from "#lib/service/core/context.ts";

const batch = 1_000;

/** Removes answers of idempotency keys that are no longer replayed; a bounded number each time. */
export async function removeOldIdempotencyKeys(pool: Context["pool"]): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from idempotency_keys where ctid in (
       select ctid from idempotency_keys where created_at < now() - $1 * interval '1 hour' limit $2)`,
    [serverOnlyLimits.idempotencyHours, batch],
  );
  return rowCount ?? 0;
}

/**
 * Removes posts that were deleted too long ago to be restored, with their parts, images and events; a bounded number
 * each time. Their published items stay on the platform.
 */
export async function removeOldDeletedPosts(pool: Context["pool"]): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from posts where id in (
       select id from posts where deleted_at < now() - $1 * interval '1 day' limit $2 for update skip locked)`,
    [serverOnlyLimits.restorableDays, batch],
  );
  return rowCount ?? 0;
}

/** Removes undo records a day after their changes. */
export async function removeOldUndoRecords(pool: Context["pool"]): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from post_changes where id in (
       select id from post_changes where created_at < now() - interval '1 day' limit $1)`,
    [batch],
  );
  return rowCount ?? 0;
}
