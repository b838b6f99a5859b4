import { parseLedgerFilter, toLedgerQuery } from "#components/review/review-filter-params.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { getClaimPermissions } from "#lib/gateway/claims.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { addDays } from "#lib/time/days.ts";
import { startOfDay } from "#lib/time/zoned-day-range.ts";
import { toDownload, toPlainText } from "../download.ts";

export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  if (!(await getClaimPermissions()).exportLedger) return toPlainText("Only reviewers can export the points log.", 404);
  const { zone } = await readPreferences();
  const query = toLedgerQuery(
    parseLedgerFilter(Object.fromEntries(searchParams)),
    (day) => startOfDay(day, zone),
    (day) => addDays(day, 1),
  );
  const answer = await (await getServiceClient()).open("exportLedger", query, request.signal);
  return toDownload(answer, `points-${new Date().toISOString().slice(0, 10)}.csv`);
}
