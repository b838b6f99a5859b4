import { sentenceFor } from "#lib/contract/sentences";
import { claimAbilities } from "#lib/gateway/claims";
import { gateway } from "#lib/gateway/gateway";
import { readPreferences } from "#lib/gateway/preferences";
import { addDays } from "#lib/time/days";
import { startOfDay } from "#lib/time/zone-range";
import { ledgerQuery, parseLedgerFilter } from "../../components/review/claim-filter.ts";

/** The ledger as a file, passed on as it comes from the service; nothing is held here. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  if (!(await claimAbilities()).exportLedger)
    return plain("This service has no log to export, or it is not yours.", 404);
  const { zone } = await readPreferences();
  const filter = parseLedgerFilter(Object.fromEntries(searchParams));
  const query = ledgerQuery(
    filter,
    (day) => startOfDay(day, zone),
    (day) => addDays(day, 1),
  );
  const answer = await (await gateway()).open("exportLedger", query, request.signal);
  if (answer.error) {
    const { what, next } = sentenceFor(answer.error);
    return plain(`${what} ${next}`, answer.error.status ?? 502);
  }
  return new Response(answer.ok.body, {
    headers: {
      "content-type": answer.ok.headers.get("content-type") ?? "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="points-${new Date().toISOString().slice(0, 10)}.csv"`,
      "cache-control": "no-store",
    },
  });
}

const plain = (words: string, status: number) =>
  new Response(`${words}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
