import type { Role } from "#lib/contract/scopes.ts";
import type { Member, MemberChange } from "#lib/contract/types.ts";
import { type AuditEvent, recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { membershipGrant, requireNoEscalation } from "#lib/service/core/privilege-escalation.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { publishLiveEvent } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { holdMemberPosts, resumeMemberPosts } from "#lib/service/posts/write/hold-or-transfer-scheduled-posts.ts";
import { countActiveOwners, createMemberNotFoundRefusal, requireMember } from "./list-members.ts";
import { type MemberAction, type MemberPolicySubject, refuseMemberAction } from "./member-policy.ts";
import { lockOrganization, requireAdmin } from "./require-admin.ts";

type MemberUpdateDeps = Pick<Context, "clock" | "wakeAt">;

/** Renames a member, or gives them another role below owner. @throws Refusal as `refuseAct` decides */
export async function updateMember(tx: Tx, actor: Actor, id: string, change: MemberChange): Promise<Member> {
  const { now, target, owners } = await lockMemberForAction(tx, actor, id);
  if (change.name !== undefined) {
    requireAllowedAction(now, target, "rename", owners);
    await tx.client.query("update members set name = $2 where id = $1", [id, change.name]);
  }
  // To say what somebody is already changes nothing, and needs no leave beyond seeing them.
  if (change.role !== undefined && change.role !== target.role) {
    const isPromotion = change.role === "admin" && target.role === "member";
    requireAllowedAction(now, target, isPromotion ? "promote" : "demote", owners);
    if (isPromotion) requireNoEscalation(now, membershipGrant(change.role), { scopes: "role" });
    await setRole(tx, id, change.role);
    await recordMemberEvent(tx, "member.change_role", actor, target, { from: target.role, to: change.role });
  }
  // Read as who one was: who has just stepped down is told of it once more.
  return requireMember(tx.client, now, id);
}

/** Makes a member an owner beside the caller. */
export async function promoteToOwner(tx: Tx, actor: Actor, id: string): Promise<Member> {
  const { now, target, owners } = await lockMemberForAction(tx, actor, id);
  requireAllowedAction(now, target, "make_owner", owners);
  requireNoEscalation(now, membershipGrant("owner"));
  await setRole(tx, id, "owner");
  await recordMemberEvent(tx, "member.change_role", actor, target, { from: target.role, to: "owner" });
  return requireMember(tx.client, now, id);
}

/** Makes a member an owner in the caller's place, who is an administrator from then on. */
export async function transferOwnership(tx: Tx, actor: Actor, id: string): Promise<Member> {
  const { now, target, owners } = await lockMemberForAction(tx, actor, id);
  requireAllowedAction(now, target, "transfer", owners);
  requireNoEscalation(now, membershipGrant("owner"));
  await setRole(tx, id, "owner");
  await setRole(tx, actor.memberId, "admin");
  await recordMemberEvent(tx, "member.change_role", actor, target, { from: target.role, to: "owner" });
  await recordMemberEvent(tx, "member.change_role", actor, { id: actor.memberId }, { from: now.role, to: "admin" });
  return requireMember(tx.client, { ...now, role: "admin" }, id);
}

/** Ends a member's keys, sessions, calendar feed and browsers that get notifications, revokes the invitations they made, and holds what they have scheduled. */
export async function deactivateMember(tx: Tx, actor: Actor, id: string, context: MemberUpdateDeps): Promise<Member> {
  const { now, target, owners } = await lockMemberForAction(tx, actor, id);
  requireAllowedAction(now, target, "deactivate", owners);
  await endMembership(tx, actor.orgId, id, context);
  await recordMemberEvent(tx, "member.deactivate", actor, target);
  return requireMember(tx.client, now, id);
}

/** The same, done by oneself. */
export async function leaveOrganization(tx: Tx, actor: Actor, context: MemberUpdateDeps): Promise<void> {
  const { now, target, owners } = await lockMemberForAction(tx, actor, actor.memberId);
  requireAllowedAction(now, target, "leave", owners);
  await endMembership(tx, actor.orgId, actor.memberId, context);
  await recordMemberEvent(tx, "member.leave", actor, target);
}

/** Lets a member in again, and their held posts go out. */
export async function reactivateMember(tx: Tx, actor: Actor, id: string, context: MemberUpdateDeps): Promise<Member> {
  const { now, target, owners } = await lockMemberForAction(tx, actor, id);
  requireAllowedAction(now, target, "reactivate", owners);
  requireNoEscalation(now, membershipGrant(target.role));
  await tx.client.query("update members set removed_at = null where id = $1", [id]);
  await resumeMemberPosts(tx, actor, id, context);
  await publishHolds(tx, actor.orgId);
  await recordMemberEvent(tx, "member.reactivate", actor, target);
  return requireMember(tx.client, now, id);
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
async function lockMemberForAction(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ now: Actor; target: MemberPolicySubject; owners: number }> {
  const now = await lockOrganization(tx, actor);
  if (id !== actor.memberId) requireAdmin(now, "change members");
  if (!isUuid(id)) throw createMemberNotFoundRefusal();
  const { rows } = await tx.client.query<{ role: Role; active: boolean }>(
    // Against what is written in their name in this moment too: a post that refers to the row waits for it.
    "select role, removed_at is null as active from members where id = $1 and org_id = $2 for update",
    [id, actor.orgId],
  );
  if (!rows[0]) throw createMemberNotFoundRefusal();
  const target = { id, role: rows[0].role, isActive: rows[0].active };
  return { now, target, owners: await countActiveOwners(tx.client, actor.orgId) };
}

function requireAllowedAction(now: Actor, target: MemberPolicySubject, action: MemberAction, owners: number): void {
  const refused = refuseMemberAction({ id: now.memberId, role: now.role, isActive: true }, target, action, owners);
  if (refused) throw new Refusal(refused.code, refused.message);
}

function recordMemberEvent(
  tx: Tx,
  type: AuditEvent["type"],
  by: Actor,
  { id }: Pick<MemberPolicySubject, "id">,
  detail: { from: Role; to: Role } | Record<string, never> = {},
): Promise<void> {
  return recordAuditEvent(tx, { type, by, target: { type: "member", id }, detail });
}

async function setRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx.client.query("update members set role = $2 where id = $1", [id, role]);
  if (role === "member") await revokeInvitationsOf(tx, id);
}

/** Tells open pages that holds began or ended: that changes no post's row. */
const publishHolds = (tx: Tx, orgId: string) => publishLiveEvent(tx, "channels", { orgId });

async function endMembership(tx: Tx, orgId: string, id: string, { clock }: MemberUpdateDeps): Promise<void> {
  const now = clock.now();
  await tx.client.query("update members set removed_at = $2 where id = $1", [id, now]);
  await tx.client.query("update api_keys set revoked_at = $2 where member_id = $1 and revoked_at is null", [id, now]);
  await tx.client.query(
    "update sessions set closed_at = $2 where closed_at is null and key_id in (select id from api_keys where member_id = $1)",
    [id, now],
  );
  // For good: a reactivated member makes them again, and nobody who kept an address reads on.
  await tx.client.query("delete from calendar_feeds where member_id = $1", [id]);
  await tx.client.query("delete from push_subscriptions where member_id = $1", [id]);
  await revokeInvitationsOf(tx, id);
  await holdMemberPosts(tx, id);
  await publishHolds(tx, orgId);
}

/** A link that somebody kept must not bring them back, nor make an administrator of them again. */
async function revokeInvitationsOf(tx: Tx, memberId: string): Promise<void> {
  await tx.client.query(
    "update invitations set revoked_at = now() where made_by = $1 and used_at is null and revoked_at is null",
    [memberId],
  );
}
