import { sentenceFor } from "#lib/contract/sentences";
import { auditLogAbilities } from "#lib/gateway/audit-log";
import { gateway } from "#lib/gateway/gateway";
import { readPreferences } from "#lib/gateway/preferences";
import { addDays } from "#lib/time/days";
import { startOfDay } from "#lib/time/zone-range";
import { logQuery, parseLogFilter } from "../../components/organization/log-filter.ts";

/** The audit log as a file, passed on as it comes from the service; nothing is held here. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  if (!(await auditLogAbilities()).exportLog) return plain("Only owners can export the audit log.", 404);
  const { zone } = await readPreferences();
  const query = logQuery(
    parseLogFilter(Object.fromEntries(searchParams)),
    (day) => startOfDay(day, zone),
    (day) => addDays(day, 1),
  );
  const answer = await (await gateway()).open("exportAuditLog", query, request.signal);
  if (answer.error) {
    const { what, next } = sentenceFor(answer.error);
    return plain(`${what} ${next}`, answer.error.status ?? 502);
  }
  return new Response(answer.ok.body, {
    headers: {
      "content-type": answer.ok.headers.get("content-type") ?? "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="audit-log-${new Date().toISOString().slice(0, 10)}.csv"`,
      "cache-control": "no-store",
    },
  });
}

const plain = (text: string, status: number) =>
  new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
