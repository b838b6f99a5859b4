import { isAdmin } from "#lib/contract/scopes.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { notifyOutbox } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { isAssignmentCurrentSql } from "./inbox.ts";
import { publishInboxChanges } from "./notify-members.ts";

type Assignee = NonNullable<InboxItem["assignee"]>;
type Problem = { since: Date; count: number; authorIds: string[] };

/**
 * Assigns the failed posts of one cause to a member, or to nobody. Only administrators and authors of the posts can be
 * assigned: others could not open them.
 * @throws Refusal `not_found` when no post has the cause any more; `conflict` when somebody else is assigned than
 * expected; `invalid_request` for a member who can't be assigned
 */
export async function assignInboxItem(
  tx: Tx,
  actor: Actor,
  input: { key: string; member_id: string | null; expected_member_id?: string | null | undefined },
  clock: Clock,
): Promise<{ key: string; assignee: Assignee | null }> {
  if (!isAdmin(actor.role)) throw new Refusal("forbidden", "Only administrators can assign failed posts.");
  // Assignments of an organization are made one after the other.
  await tx.client.query("select 1 from organizations where id = $1 for no key update", [actor.orgId]);
  const problem = await requireProblem(tx, actor, input.key);
  const before = await getAssignee(tx, actor, input.key, problem.since);
  if (input.expected_member_id !== undefined && input.expected_member_id !== (before?.id ?? null)) {
    const now = before ? `${before.by} assigned it to ${before.name}.` : "Nobody is assigned any more.";
    throw new Refusal("conflict", `${now} Your choice was not saved.`, "expected_member_id");
  }
  const { member_id: memberId } = input;
  if (memberId !== null) await requireAssignable(tx, actor, memberId, problem);
  await saveAssignment(tx, actor, input.key, memberId, clock);
  if (memberId !== null && memberId !== actor.memberId) await recordAssignment(tx, actor, input.key, memberId, clock);
  await publishToReaders(tx, actor, [
    ...problem.authorIds,
    ...(before ? [before.id] : []),
    ...(memberId ? [memberId] : []),
  ]);
  const assignee = memberId === null ? null : await getAssignee(tx, actor, input.key, problem.since);
  return { key: input.key, assignee };
}

async function requireProblem(tx: Tx, actor: Actor, key: string): Promise<Problem> {
  const { rows } = await tx.client.query<{ since: Date | null; count: string; authors: string[] | null }>({
    name: "assignable-problem",
    text: `select min(n.created_at) as since, count(*) as count, array_agg(distinct p.member_id::text) as authors
           from notices n join posts p on p.id = n.post_id and p.status = 'failed' and p.deleted_at is null
           where n.org_id = $1 and n.cause_key = $2 and n.kind = 'post_failed' and n.done_at is null`,
    values: [actor.orgId, key],
  });
  const [row] = rows;
  if (!row?.since) throw new Refusal("not_found", "No post has this problem any more. Nothing was changed.", "key");
  return { since: row.since, count: Number(row.count), authorIds: row.authors ?? [] };
}

async function getAssignee(tx: Tx, actor: Actor, key: string, since: Date): Promise<Assignee | null> {
  const { rows } = await tx.client.query<{ id: string; name: string; by: string; at: Date }>({
    name: "inbox-assignee",
    text: `select a.member_id as id, m.name, giver.name as by, a.assigned_at as at from inbox_assignments a
             join members m on m.id = a.member_id and m.removed_at is null join members giver on giver.id = a.assigned_by
           where a.org_id = $1 and a.cause_key = $2 and ${isAssignmentCurrentSql("$3")}`,
    values: [actor.orgId, key, since],
  });
  return rows[0] ? { ...rows[0], at: rows[0].at.toISOString() } : null;
}

async function requireAssignable(tx: Tx, actor: Actor, memberId: string, { authorIds }: Problem): Promise<void> {
  const { rows } = await tx.client.query<{ name: string; role: string }>({
    name: "assignable-member",
    text: "select name, role from members where id = $1 and org_id = $2 and removed_at is null",
    values: [isUuid(memberId) ? memberId : null, actor.orgId],
  });
  const [member] = rows;
  if (!member) throw new Refusal("invalid_request", "This member is not in your organization any more.", "member_id");
  if (isAdmin(member.role) || authorIds.includes(memberId)) return;
  const message = `${member.name} can't open these posts. Choose one of their authors or an administrator.`;
  throw new Refusal("invalid_request", message, "member_id");
}

async function saveAssignment(tx: Tx, actor: Actor, key: string, memberId: string | null, clock: Clock): Promise<void> {
  if (memberId === null) {
    await tx.client.query("delete from inbox_assignments where org_id = $1 and cause_key = $2", [actor.orgId, key]);
    return;
  }
  await tx.client.query({
    name: "assign-inbox-item",
    text: `insert into inbox_assignments (org_id, cause_key, member_id, assigned_by, assigned_at) values ($1, $2, $3, $4, $5)
           on conflict (org_id, cause_key) do update set member_id = excluded.member_id,
             assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at`,
    values: [actor.orgId, key, memberId, actor.memberId, clock.now()],
  });
}

/** Writes the event for the notification of the assigned member. */
async function recordAssignment(tx: Tx, actor: Actor, key: string, memberId: string, clock: Clock): Promise<void> {
  await tx.client.query({
    name: "outbox-assigned",
    text: "insert into outbox (org_id, member_id, kind, detail, at) values ($1, $2, 'problem.assigned', $3, $4)",
    values: [actor.orgId, memberId, JSON.stringify({ key, by: actor.memberId }), clock.now()],
  });
  await notifyOutbox(tx);
}

/** Open inboxes of administrators and of the members concerned read again. */
async function publishToReaders(tx: Tx, actor: Actor, memberIds: readonly string[]): Promise<void> {
  const admins = await listAdminIds(tx, [actor.orgId]);
  const others = memberIds.map((memberId) => ({ orgId: actor.orgId, memberId }));
  await publishInboxChanges(tx, [...admins, ...others]);
}

/** Lists the administrators of these organizations. */
export async function listAdminIds(tx: Tx, orgIds: readonly string[]): Promise<{ orgId: string; memberId: string }[]> {
  const { rows } = await tx.client.query<{ orgId: string; memberId: string }>({
    name: "inbox-admins",
    text: `select org_id as "orgId", id as "memberId" from members
           where org_id = any($1::uuid[]) and role <> 'member' and removed_at is null order by id`,
    values: [orgIds],
  });
  return rows;
}
