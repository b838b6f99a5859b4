import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Context } from "#lib/service/core/context.ts";

const batch = 1_000;

/** Removes drafts that were deleted too long ago to be restored; a bounded number each time. @returns how many */
export async function removeDeletedDrafts({ pool, clock }: Pick<Context, "pool" | "clock">): Promise<number> {
  const before = new Date(clock.now().getTime() - serverOnlyLimits.restorableDays * 86_400_000);
  const { rowCount } = await pool.query(
    `delete from drafts where ctid in (
       select ctid from drafts where deleted_at < $1 order by deleted_at limit $2 for update skip locked)`,
    [before, batch],
  );
  return rowCount ?? 0;
}
