import { claimAbilities } from "#lib/gateway/claims.ts";
import { gateway } from "#lib/gateway/service-client.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { addDays } from "#lib/time/days.ts";
import { startOfDay } from "#lib/time/zoned-day-range.ts";
import { ledgerQuery, parseLedgerFilter } from "#components/review/review-filters.ts";
import { toDownload, toPlainText } from "../download.ts";

/** Downloads the ledger as CSV. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  if (!(await claimAbilities()).exportLedger) return toPlainText("Only reviewers can export the log of points.", 404);
  const { zone } = await readPreferences();
  const query = ledgerQuery(
    parseLedgerFilter(Object.fromEntries(searchParams)),
    (day) => startOfDay(day, zone),
    (day) => addDays(day, 1),
  );
  const answer = await (await gateway()).open("exportLedger", query, request.signal);
  return toDownload(answer, `points-${new Date().toISOString().slice(0, 10)}.csv`);
}
