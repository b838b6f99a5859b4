import type { AuditEventType, AuditOutcome, AuditTargetType } from "#lib/contract/resources/audit-event-types.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { AuditLogEvent, AuditLogPage, AuditLogQuery } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { formatCsv, formatCsvHeader } from "#lib/service/core/csv.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";

type Row = {
  id: string;
  at: Date;
  type: AuditEventType;
  outcome: AuditOutcome;
  member_id: string | null;
  session_id: string | null;
  key_id: string | null;
  address: string | null;
  target_type: AuditTargetType | null;
  target_id: string | null;
  target_name: string | null;
  detail: AuditLogEvent["detail"];
};
type AuditLogFilter = Omit<AuditLogQuery, "before" | "limit">;
type AuditLogDeps = Pick<Context, "pool">;

/** Rows in memory at once. */
const batch = 500;

/** A page of the organization's audit log, newest first. @throws Refusal `forbidden` for who is no owner */
export async function listAuditLog(parts: AuditLogDeps, actor: Actor, query: AuditLogQuery): Promise<AuditLogPage> {
  requireOwner(actor);
  const { before = null, limit = serverOnlyLimits.pageSizeDefault, ...filter } = query;
  const events = await listEvents(parts, actor, filter, before, limit + 1);
  const page = events.slice(0, limit);
  return { events: page, next: events.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** The audit log as CSV; each piece is read once the one before was taken. @throws Refusal as `listAuditLog` */
export function exportAuditLog(
  parts: Pick<Context, "pool" | "clock">,
  actor: Actor,
  filter: AuditLogFilter,
): { type: string; name: string; stream: AsyncGenerator<string, void, void> } {
  requireOwner(actor);
  const name = `audit-log-${parts.clock.now().toISOString().slice(0, 10)}.csv`;
  return { type: "text/csv; charset=utf-8; header=present", name, stream: writeCsv(parts, actor, filter) };
}

function requireOwner({ role }: Actor): void {
  if (role !== "owner") throw new Refusal("forbidden", "Only owners can see the audit log.");
}

async function listEvents(
  { pool }: AuditLogDeps,
  { orgId }: Actor,
  filter: AuditLogFilter,
  before: string | null,
  limit: number,
): Promise<AuditLogEvent[]> {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const terms = [`org_id = ${add(orgId)}`];
  if (before !== null) terms.push(`id < ${add(before)}::bigint`);
  if (filter.type !== undefined) terms.push(`type = any(${add([filter.type].flat())}::text[])`);
  if (filter.outcome !== undefined) terms.push(`outcome = ${add(filter.outcome)}`);
  if (filter.from !== undefined) terms.push(`at >= ${add(filter.from)}`);
  if (filter.to !== undefined) terms.push(`at < ${add(filter.to)}`);
  if (filter.member !== undefined) {
    const id = add(isUuid(filter.member) ? filter.member.toLowerCase() : null);
    terms.push(`(member_id = ${id}::uuid or (target_type = 'member' and target_id = ${id}::text))`);
  }
  const { rows } = await pool.query<Row>(
    `select id, at, type, outcome, member_id, session_id, key_id, address, target_type, target_id, target_name, detail
     from audit_log where ${terms.join(" and ")} order by id desc limit ${add(limit)}`,
    values,
  );
  const names = await getMemberNames(pool, orgId, rows);
  return rows.map((row) => present(row, names));
}

type MemberNames = ReadonlyMap<string, string>;

/** The names that members have now; an event holds their ids. */
async function getMemberNames(pool: Context["pool"], orgId: string, rows: readonly Row[]): Promise<MemberNames> {
  const ids = rows.flatMap(({ member_id, target_type, target_id }) => [
    member_id,
    target_type === "member" ? target_id : null,
  ]);
  const found = await pool.query<{ id: string; name: string }>(
    "select id, name from members where org_id = $1 and id = any($2::uuid[])",
    [orgId, [...new Set(ids.filter((id) => id !== null && isUuid(id)))]],
  );
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

function present(row: Row, names: MemberNames): AuditLogEvent {
  const { member_id: memberId, session_id: sessionId, key_id: keyId, target_type: type, target_id: id } = row;
  const via = sessionId
    ? ({ type: "session", id: sessionId } as const)
    : keyId && ({ type: "key", id: keyId } as const);
  return {
    id: row.id,
    at: row.at.toISOString(),
    type: row.type,
    outcome: row.outcome,
    member: memberId === null ? null : { id: memberId, name: names.get(memberId) ?? "" },
    via: via || null,
    address: row.address,
    target: type === null ? null : { type, id, name: row.target_name ?? names.get(id ?? "") ?? null },
    detail: row.detail,
  };
}

const columns: Record<string, (event: AuditLogEvent) => string> = {
  id: (event) => event.id,
  at: (event) => event.at,
  type: (event) => event.type,
  outcome: (event) => event.outcome,
  member: (event) => event.member?.name ?? "",
  member_id: (event) => event.member?.id ?? "",
  via: (event) => event.via?.type ?? "",
  via_id: (event) => event.via?.id ?? "",
  address: (event) => event.address ?? "",
  target_type: (event) => event.target?.type ?? "",
  target: (event) => event.target?.name ?? "",
  target_id: (event) => event.target?.id ?? "",
  detail: (event) => (Object.keys(event.detail).length > 0 ? JSON.stringify(event.detail) : ""),
};

async function* writeCsv(
  parts: AuditLogDeps,
  actor: Actor,
  filter: AuditLogFilter,
): AsyncGenerator<string, void, void> {
  yield formatCsvHeader(Object.keys(columns));
  const cells = Object.values(columns);
  let before: string | null = null;
  for (;;) {
    const events: AuditLogEvent[] = await listEvents(parts, actor, filter, before, batch);
    if (events.length > 0) yield formatCsv(events.map((event) => cells.map((cell) => cell(event))));
    if (events.length < batch) return;
    before = events.at(-1)?.id ?? null;
  }
}
