import type { Role } from "#lib/contract/scopes.ts";
import type { Member, MemberChange } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { type AuditEvent, recordAudit } from "#lib/service/audit/record-audit-event.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { holdPlanned, releasePlanned } from "#lib/service/posts/write/member-scheduled-posts.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { membership, requireNoGreaterPower } from "#lib/service/core/privilege-escalation.ts";
import { type MemberAct, refuseAct, type Standing } from "./member-policy.ts";
import { countOwners, needMember, noMember } from "./list-members.ts";
import { lockOrganization, needAdmin } from "./require-admin.ts";

type Acting = Pick<Context, "clock" | "wakeAt">;

/** Renames a member, or gives them another role below owner. @throws Refusal as `refuseAct` decides */
export async function changeMember(tx: Tx, actor: Actor, id: string, change: MemberChange): Promise<Member> {
  const { now, target, owners } = await prepare(tx, actor, id);
  if (change.name !== undefined) {
    check(now, target, "rename", owners);
    await tx.client.query("update members set name = $2 where id = $1", [id, change.name]);
  }
  // To say what somebody is already changes nothing, and needs no leave beyond seeing them.
  if (change.role !== undefined && change.role !== target.role) {
    const isPromotion = change.role === "admin" && target.role === "member";
    check(now, target, isPromotion ? "promote" : "demote", owners);
    if (isPromotion) requireNoGreaterPower(now, membership(change.role), { scopes: "role" });
    await setRole(tx, id, change.role);
    await record(tx, "member.change_role", actor, target, { from: target.role, to: change.role });
  }
  // Read as who one was: who has just stepped down is told of it once more.
  return needMember(tx.client, now, id);
}

/** Makes a member an owner beside the caller. */
export async function makeOwner(tx: Tx, actor: Actor, id: string): Promise<Member> {
  const { now, target, owners } = await prepare(tx, actor, id);
  check(now, target, "make_owner", owners);
  requireNoGreaterPower(now, membership("owner"));
  await setRole(tx, id, "owner");
  await record(tx, "member.change_role", actor, target, { from: target.role, to: "owner" });
  return needMember(tx.client, now, id);
}

/** Makes a member an owner in the caller's place, who is an administrator from then on. */
export async function transferOwnership(tx: Tx, actor: Actor, id: string): Promise<Member> {
  const { now, target, owners } = await prepare(tx, actor, id);
  check(now, target, "transfer", owners);
  requireNoGreaterPower(now, membership("owner"));
  await setRole(tx, id, "owner");
  await setRole(tx, actor.memberId, "admin");
  await record(tx, "member.change_role", actor, target, { from: target.role, to: "owner" });
  await record(tx, "member.change_role", actor, { id: actor.memberId }, { from: now.role, to: "admin" });
  return needMember(tx.client, { ...now, role: "admin" }, id);
}

/** Ends a member's keys and sessions, revokes the invitations they made, and holds what they have scheduled. */
export async function deactivateMember(tx: Tx, actor: Actor, id: string, context: Acting): Promise<Member> {
  const { now, target, owners } = await prepare(tx, actor, id);
  check(now, target, "deactivate", owners);
  await remove(tx, id, context);
  await record(tx, "member.deactivate", actor, target);
  return needMember(tx.client, now, id);
}

/** The same, done by oneself. */
export async function leaveOrganization(tx: Tx, actor: Actor, context: Acting): Promise<void> {
  const { now, target, owners } = await prepare(tx, actor, actor.memberId);
  check(now, target, "leave", owners);
  await remove(tx, actor.memberId, context);
  await record(tx, "member.leave", actor, target);
}

/** Lets a member in again, and their held posts go out. */
export async function reactivateMember(tx: Tx, actor: Actor, id: string, context: Acting): Promise<Member> {
  const { now, target, owners } = await prepare(tx, actor, id);
  check(now, target, "reactivate", owners);
  requireNoGreaterPower(now, membership(target.role));
  await tx.client.query("update members set removed_at = null where id = $1", [id]);
  await releasePlanned(tx, actor, id, context);
  await record(tx, "member.reactivate", actor, target);
  return needMember(tx.client, now, id);
}

/** One's own name, which needs nobody's leave. */
export async function renameSelf(tx: Tx, actor: Actor, name: string): Promise<void> {
  await tx.client.query("update members set name = $2 where id = $1 and removed_at is null", [actor.memberId, name]);
}

/**
 * Everything that is about who is in an organization happens one after the other: so of two last owners who leave at
 * once, the second is the last.
 * @throws Refusal `not_found`, also for another organization's
 */
async function prepare(tx: Tx, actor: Actor, id: string): Promise<{ now: Actor; target: Standing; owners: number }> {
  const now = await lockOrganization(tx, actor);
  if (id !== actor.memberId) needAdmin(now, "change members");
  if (!isUuid(id)) throw noMember();
  const { rows } = await tx.client.query<{ role: Role; active: boolean }>(
    // Against what is written in their name in this moment too: a post that refers to the row waits for it.
    "select role, removed_at is null as active from members where id = $1 and org_id = $2 for update",
    [id, actor.orgId],
  );
  if (!rows[0]) throw noMember();
  const target = { id, role: rows[0].role, isActive: rows[0].active };
  return { now, target, owners: await countOwners(tx.client, actor.orgId) };
}

function check(now: Actor, target: Standing, act: MemberAct, owners: number): void {
  const refused = refuseAct({ id: now.memberId, role: now.role, isActive: true }, target, act, owners);
  if (refused) throw new Refusal(refused.code, refused.message);
}

function record(
  tx: Tx,
  type: AuditEvent["type"],
  by: Actor,
  { id }: Pick<Standing, "id">,
  detail: { from: Role; to: Role } | Record<string, never> = {},
): Promise<void> {
  return recordAudit(tx, { type, by, target: { type: "member", id }, detail });
}

async function setRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx.client.query("update members set role = $2 where id = $1", [id, role]);
  if (role === "member") await revokeInvitationsOf(tx, id);
}

async function remove(tx: Tx, id: string, { clock }: Acting): Promise<void> {
  const now = clock.now();
  await tx.client.query("update members set removed_at = $2 where id = $1", [id, now]);
  await tx.client.query("update api_keys set revoked_at = $2 where member_id = $1 and revoked_at is null", [id, now]);
  await tx.client.query(
    "update sessions set closed_at = $2 where closed_at is null and key_id in (select id from api_keys where member_id = $1)",
    [id, now],
  );
  await revokeInvitationsOf(tx, id);
  await holdPlanned(tx, id);
}

/** A link that somebody kept must not bring them back, nor make an administrator of them again. */
async function revokeInvitationsOf(tx: Tx, memberId: string): Promise<void> {
  await tx.client.query(
    "update invitations set revoked_at = now() where made_by = $1 and used_at is null and revoked_at is null",
    [memberId],
  );
}
