import { auditRetentionDays } from "#lib/contract/resources/audit-event-types.ts";
import type { Context } from "#lib/service/core/context.ts";

/** Rows that one statement deletes. */
const batch = 10_000;

/** Deletes what the audit log has held for longer than it promises. The database refuses to delete anything younger. */
export async function removeExpiredAuditEvents({ pool }: Pick<Context, "pool">, signal: AbortSignal): Promise<void> {
  let removed = batch;
  while (removed === batch && !signal.aborted) {
    const { rowCount } = await pool.query(
      "delete from audit_log where id in (select id from audit_log where at <= now() - make_interval(days => $1) order by at limit $2)",
      [auditRetentionDays, batch],
    );
    removed = rowCount ?? 0;
  }
}
