import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { LedgerLine, LedgerQuery, Pagination } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { formatCsv, formatCsvHeader } from "#lib/service/core/csv.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { getReviewPolicy, type ReviewPolicy } from "#lib/service/settings/review-policy.ts";
import { type LedgerRecord, presentLedgerLine, selectLedgerSql } from "./ledger-records.ts";

type LedgerFilter = Omit<LedgerQuery, "limit" | "offset">;

/** Builds the condition of a filter. In blind review no filter reveals the author of a pending claim. */
function toLedgerWhere(actor: Actor, filter: LedgerFilter, { settings }: Pick<ReviewPolicy, "settings">) {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const terms = [`l.org_id = ${add(actor.orgId)}`];
  const id = (value: string) => `${add(isUuid(value) ? value : null)}::uuid`;
  const kinds = filter.kind === undefined ? [] : [filter.kind].flat();
  if (filter.member !== undefined) terms.push(`l.member_id = ${id(filter.member)}`);
  if (filter.by !== undefined) terms.push(`l.by_member_id = ${id(filter.by)}`);
  if (kinds.length > 0) terms.push(`l.kind = any(${add(kinds)}::text[])`);
  if (filter.from !== undefined) terms.push(`l.at >= ${add(filter.from)}`);
  if (filter.to !== undefined) terms.push(`l.at < ${add(filter.to)}`);
  if (settings.blind_review && (filter.member !== undefined || filter.by !== undefined)) {
    const isAuthors = filter.member !== undefined ? "true" : "l.by_member_id = l.member_id";
    terms.push(
      `not (${isAuthors} and l.post_id is not null and exists (select 1 from claims p where p.post_id = l.post_id and p.state = 'pending'))`,
    );
  }
  return { values, add, text: terms.join(" and ") };
}

/** Lists a page of the ledger, newest first, with the number of lines, exact up to a bound. */
export async function listLedger(
  { pool }: Pick<Context, "pool">,
  actor: Actor,
  query: LedgerQuery,
): Promise<{ data: LedgerLine[]; pagination: Pagination }> {
  const { limit = serverOnlyLimits.pageSizeDefault, offset = 0, ...filter } = query;
  const rules = await getReviewPolicy(pool, actor);
  return readLedgerPage({ pool }, toLedgerWhere(actor, filter, rules), rules, { limit, offset });
}

async function readLedgerPage(
  { pool }: Pick<Context, "pool">,
  where: ReturnType<typeof toLedgerWhere>,
  rules: Pick<ReviewPolicy, "settings">,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: LedgerLine[]; pagination: Pagination }> {
  const counted = await pool.query<{ total: number }>(
    `select count(*)::int as total from (select 1 from ledger l where ${where.text} limit ${serverOnlyLimits.exactTotal + 1}) as found`,
    [...where.values],
  );
  const { rows } = await pool.query<LedgerRecord>(
    `${selectLedgerSql} where ${where.text} order by l.id desc limit ${where.add(limit)} offset ${where.add(offset)}`,
    where.values,
  );
  const total = counted.rows[0]?.total ?? 0;
  return {
    data: rows.map((row) => presentLedgerLine(row, rules)),
    pagination: {
      limit,
      offset,
      total: Math.min(total, serverOnlyLimits.exactTotal),
      ...(total > serverOnlyLimits.exactTotal && { total_is_lower_bound: true }),
    },
  };
}

/**
 * Lists a page of the member's own entries, newest first: what their points are made of. Blind review hides authors from
 * reviewers, so it hides nothing here.
 */
export async function listOwnPoints(
  { pool }: Pick<Context, "pool">,
  actor: Actor,
  { limit = serverOnlyLimits.pageSizeDefault, offset = 0, kind }: Pick<LedgerQuery, "limit" | "offset" | "kind">,
): Promise<{ data: LedgerLine[]; pagination: Pagination }> {
  const rules = await getReviewPolicy(pool, actor);
  const open = { settings: { ...rules.settings, blind_review: false } };
  return readLedgerPage({ pool }, toLedgerWhere(actor, { member: actor.memberId, kind }, open), open, {
    limit,
    offset,
  });
}

/** The most lines in memory at once. */
const batch = 500;
const columns: Record<string, (line: LedgerLine) => string | number> = {
  id: (line) => line.id,
  at: (line) => line.at,
  kind: (line) => line.kind,
  points: (line) => line.points,
  amount: (line) => line.amount ?? "",
  member: (line) => line.member?.name ?? "",
  member_id: (line) => line.member?.id ?? "",
  by: (line) => line.by?.name ?? "",
  by_id: (line) => line.by?.id ?? "",
  post_id: (line) => line.post_id ?? "",
  post: (line) => line.post_text ?? "",
  channel: (line) => line.channel_name ?? "",
  reason: (line) => line.reason ?? "",
  decision_id: (line) => line.decision_id ?? "",
  self_reviewed: (line) => (line.self_reviewed ? "yes" : ""),
  capped_by: (line) => line.capped_by ?? "",
};

/** Exports the ledger as CSV, piece by piece: a piece is read when its predecessor was taken. */
export async function exportLedger(
  context: Pick<Context, "pool" | "clock">,
  actor: Actor,
  filter: LedgerFilter,
): Promise<{ type: string; name: string; stream: AsyncGenerator<string, void, void> }> {
  const rules = await getReviewPolicy(context.pool, actor);
  const name = `ledger-${context.clock.now().toISOString().slice(0, 10)}.csv`;
  return {
    type: "text/csv; charset=utf-8; header=present",
    name,
    stream: writeLedgerCsv(context, actor, filter, rules),
  };
}

async function* writeLedgerCsv(
  { pool }: Pick<Context, "pool">,
  actor: Actor,
  filter: LedgerFilter,
  rules: ReviewPolicy,
): AsyncGenerator<string, void, void> {
  yield formatCsvHeader(Object.keys(columns));
  const cells = Object.values(columns);
  let before: string | null = null;
  for (;;) {
    const where = toLedgerWhere(actor, filter, rules);
    const behind: string = before === null ? "" : `and l.id < ${where.add(before)}`;
    const { rows }: { rows: LedgerRecord[] } = await pool.query<LedgerRecord>(
      `${selectLedgerSql} where ${where.text} ${behind} order by l.id desc limit ${batch}`,
      where.values,
    );
    if (rows.length > 0) {
      const lines = rows.map((row) => presentLedgerLine(row, rules));
      yield formatCsv(lines.map((line) => cells.map((cell) => cell(line))));
    }
    if (rows.length < batch) return;
    before = rows.at(-1)?.id ?? null;
  }
}
