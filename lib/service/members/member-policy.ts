import { isAdmin, type Role } from "#lib/contract/scopes.ts";

/** What can be done to a member of one's organization, oneself included. */
export const memberActions = [
  "rename",
  "promote",
  "demote",
  "make_owner",
  "transfer",
  "deactivate",
  "reactivate",
  "leave",
] as const;
export type MemberAction = (typeof memberActions)[number];

export type MemberPolicySubject = { id: string; role: Role; isActive: boolean };

/** Why not: for a person who may not, what the act does not fit, or the one who must stay. */
export type MemberActionRefusal = { code: "forbidden" | "conflict"; message: string };

const forbidden = (message: string): MemberActionRefusal => ({ code: "forbidden", message });
const conflict = (message: string): MemberActionRefusal => ({ code: "conflict", message });

const lastOwner = conflict(
  "An organization needs an owner, and this is the only one. Make somebody else an owner first; nothing was changed.",
);

/**
 * Who may do what to whom. Administrators look after members and may make them administrators; what takes something
 * from an administrator, and everything about an owner, is the owners'. There is always an active owner.
 * @param owners active owners of the organization
 */
export function refuseMemberAction(
  actor: MemberPolicySubject,
  target: MemberPolicySubject,
  action: MemberAction,
  owners: number,
): MemberActionRefusal | null {
  const isSelf = actor.id === target.id;
  if (isSelf && action === "rename") return null;
  if (action === "leave")
    return isSelf
      ? refuseLastOwner(target, owners)
      : conflict("You can leave only for yourself. Deactivate the member instead.");
  if (!isAdmin(actor.role)) return forbidden("Only administrators can change members.");
  if (actor.role !== "owner" && (action === "make_owner" || action === "transfer")) {
    return forbidden("Only an owner can make a member an owner.");
  }
  const isAbove = target.role === "owner" || (target.role === "admin" && action !== "rename" && action !== "promote");
  // Stepping down is anybody's own affair.
  if (actor.role !== "owner" && isAbove && !(isSelf && action === "demote")) {
    return forbidden(`Only an owner can change an ${target.role === "owner" ? "owner" : "administrator"}.`);
  }
  return refuseActionForState(isSelf, target, action, owners);
}

function refuseActionForState(
  isSelf: boolean,
  target: MemberPolicySubject,
  action: MemberAction,
  owners: number,
): MemberActionRefusal | null {
  if (target.isActive === (action === "reactivate")) {
    return conflict(target.isActive ? "They are already active." : "They are deactivated. Reactivate them first.");
  }
  switch (action) {
    case "rename":
    case "reactivate":
      return null;
    case "promote":
      return target.role === "member" ? null : conflict("They are already an administrator.");
    case "demote":
      return target.role === "member" ? conflict("They are already a member.") : refuseLastOwner(target, owners);
    case "make_owner":
      return target.role === "owner" ? conflict("They are already an owner.") : null;
    case "transfer":
      return isSelf ? conflict("You are already an owner. Choose another member.") : null;
    case "deactivate":
      if (isSelf) return conflict("You can't deactivate yourself. Leave the organization instead.");
      return refuseLastOwner(target, owners);
    default:
      return action === "leave" ? null : (action satisfies never);
  }
}

function refuseLastOwner(target: MemberPolicySubject, owners: number): MemberActionRefusal | null {
  return target.role === "owner" && target.isActive && owners <= 1 ? lastOwner : null;
}
