import { parseAuditLogFilter, toAuditLogQuery } from "#components/organization/audit-log-filter-params.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { getAuditLogPermissions } from "#lib/gateway/audit-log.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { addDays } from "#lib/time/days.ts";
import { startOfDay } from "#lib/time/zoned-day-range.ts";
import { toDownload, toPlainText } from "../download.ts";

export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  if (!(await getAuditLogPermissions()).exportLog) return toPlainText("Only owners can export the audit log.", 404);
  const { zone } = await readPreferences();
  const query = toAuditLogQuery(
    parseAuditLogFilter(Object.fromEntries(searchParams)),
    (day) => startOfDay(day, zone),
    (day) => addDays(day, 1),
  );
  const answer = await (await getServiceClient()).open("exportAuditLog", query, request.signal);
  return toDownload(answer, `audit-log-${new Date().toISOString().slice(0, 10)}.csv`);
}
