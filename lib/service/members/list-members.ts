import { isAdmin, type Role } from "#lib/contract/scopes.ts";
import type { Member, MemberQuery, Pagination } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type MemberPolicySubject, memberActions, refuseMemberAction } from "./member-policy.ts";
import { requireAdmin } from "./require-admin.ts";

type Row = {
  id: string;
  name: string;
  email: string;
  role: Role;
  created_at: Date;
  removed_at: Date | null;
  last_used_at: Date | null;
  points: number;
  planned: number;
  has_app: boolean;
  has_passkey: boolean;
};

/** `page` picks ids; what is costly to know is read for these alone. */
const selectMembersSql = (page: string) => `
  with page as (${page})
  select m.id, m.name, m.email, m.role, m.created_at, m.removed_at, used.last_used_at, coalesce(t.points, 0) as points,
    planned.n as planned,
    exists (select 1 from authenticator_apps a where a.account_id = m.account_id and a.secret is not null) as has_app,
    exists (select 1 from passkeys k where k.account_id = m.account_id) as has_passkey
  from page join members m on m.id = page.id left join member_totals t on t.member_id = m.id
    cross join lateral (select max(greatest(k.last_used_at, s.last_used_at)) as last_used_at
      from api_keys k left join sessions s on s.key_id = k.id where k.member_id = m.id) as used
    cross join lateral (select count(*)::int as n from posts p
      where p.member_id = m.id and p.status = 'scheduled' and p.deleted_at is null) as planned
  order by m.name, m.id`;

const memberStateSql = { active: "and removed_at is null", removed: "and removed_at is not null", all: "" } as const;

/** Members by name, for administrators. @throws Refusal `forbidden` */
export async function listMembers(
  db: Pick<Tx["client"], "query">,
  actor: Actor,
  query: MemberQuery,
): Promise<{ data: Member[]; pagination: Pagination }> {
  requireAdmin(actor, "see who is in the organization");
  const { limit, offset } = query;
  // A mark of PostgreSQL's patterns is meant as itself.
  const terms = (query.q ?? "").replaceAll("\0", "").split(/\s+/).filter(Boolean).slice(0, 10);
  const patterns = terms.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const where = `org_id = $1 ${memberStateSql[query.state]} and fold_accents(lower(name || ' ' || email))
    like all(array(select fold_accents(lower(one)) from unnest($2::text[]) as one))`;
  const counted = await db.query<{ total: number }>(`select count(*)::int as total from members where ${where}`, [
    actor.orgId,
    patterns,
  ]);
  const { rows } = await db.query<Row>(
    selectMembersSql(`select id from members where ${where} order by name, id limit $3 offset $4`),
    [actor.orgId, patterns, limit, offset],
  );
  const owners = await countActiveOwners(db, actor.orgId);
  return {
    data: rows.map((row) => present(row, actor, owners)),
    pagination: { limit, offset, total: counted.rows[0]?.total ?? 0 },
  };
}

/** One member of the caller's organization, removed ones too. @throws Refusal `forbidden`, `not_found` */
export async function requireMember(db: Pick<Tx["client"], "query">, actor: Actor, id: string): Promise<Member> {
  requireAdmin(actor, "see who is in the organization");
  const found = isUuid(id)
    ? await db.query<Row>(selectMembersSql("select id from members where id = $1 and org_id = $2"), [id, actor.orgId])
    : null;
  const row = found?.rows[0];
  if (!row) throw createMemberNotFoundRefusal();
  return present(row, actor, await countActiveOwners(db, actor.orgId));
}

export const createMemberNotFoundRefusal = () => new Refusal("not_found", "The member was not found.");

export async function countActiveOwners(db: Pick<Tx["client"], "query">, orgId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>({
    name: "count-owners",
    text: "select count(*)::int as n from members where org_id = $1 and role = 'owner' and removed_at is null",
    values: [orgId],
  });
  return rows[0]?.n ?? 0;
}

function present(row: Row, actor: Actor, owners: number): Member {
  const target: MemberPolicySubject = { id: row.id, role: row.role, isActive: row.removed_at === null };
  const self: MemberPolicySubject = { id: actor.memberId, role: actor.role, isActive: true };
  const may: string[] = memberActions.filter((action) => refuseMemberAction(self, target, action, owners) === null);
  if (!target.isActive && isAdmin(actor.role)) may.push("plan");
  const isOwner = actor.role === "owner";
  const hasFactor = row.has_app || row.has_passkey;
  if (target.isActive && isOwner && hasFactor && row.id !== actor.memberId) may.push("remove_two_step");
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    state: target.isActive ? "active" : "removed",
    joined_at: row.created_at.toISOString(),
    removed_at: row.removed_at?.toISOString() ?? null,
    last_active_at: row.last_used_at?.toISOString() ?? null,
    points: row.points,
    planned: row.planned,
    two_step: hasFactor,
    may,
  };
}
