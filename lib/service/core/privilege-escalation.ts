import { type Role, roleScopes, type Scope } from "#lib/contract/scopes.ts";
import type { Actor } from "./actor.ts";
import { type IpRange, isIpRangeCovered } from "./ip-ranges.ts";
import { Refusal } from "./refusal.ts";

/** What somebody could do with what they are given. */
export type GrantedAccess = {
  /** Absent: the grant is of the caller's own role or below. */
  role?: Role;
  scopes: readonly Scope[];
  /** Null: it works until somebody ends it. */
  endsAt: Date | null;
  /** Empty: it works from anywhere. */
  ranges: readonly IpRange[];
  /** True for a way to sign in as a person: a password, a passkey, a provider identity, a reset link. */
  signsIn?: boolean;
  /** True for a key that may write drafts only. */
  draftsOnly?: boolean;
};

/** Fields of the request that a refusal may name. */
type GrantFields = { role?: string; scopes?: string; endsAt?: string; ranges?: string; draftsOnly?: string };

const roleRank: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

/** What works from anywhere until somebody ends it: a calendar feed, a push subscription, a webhook. */
export const endlessGrant = (...scopes: readonly Scope[]): GrantedAccess => ({ scopes, endsAt: null, ranges: [] });

/** What a member of this role can do by signing in. */
export const membershipGrant = (role: Role): GrantedAccess => ({
  role,
  scopes: roleScopes[role],
  endsAt: null,
  ranges: [],
});

/** A way to sign in as a member of this role. */
export const signInGrant = (role: Role): GrantedAccess => ({ ...membershipGrant(role), signsIn: true });

/**
 * The one rule of what a caller may give out: nothing that can do more, lasts longer or works from more places than what
 * they hold. Only a session, which is the person, gives out ways to sign in.
 * @throws Refusal `forbidden`; it names the field of the request where there is one
 */
export function requireNoEscalation(actor: Actor, grant: GrantedAccess, fields: GrantFields = {}): void {
  const refuse = (message: string, field?: string) => new Refusal("forbidden", message, field);
  const { credential } = actor;
  if (grant.signsIn && credential.type === "key") {
    throw refuse("An API key can't grant anyone a way to sign in. Sign in as yourself to do this.");
  }
  if (grant.role && roleRank[grant.role] > roleRank[actor.role]) {
    throw refuse("You can't give a role above your own.", fields.role);
  }
  const beyond = grant.scopes.find((scope) => !actor.scopes.has(scope));
  if (beyond !== undefined) {
    throw refuse(`This API key doesn't have the scope ${beyond}, so it can't grant it.`, fields.scopes);
  }
  if (credential.type === "session") return;
  if (credential.draftsOnly && !grant.draftsOnly && grant.scopes.includes("posts:write")) {
    throw refuse("This API key may write drafts only, so it can't grant access that publishes.", fields.draftsOnly);
  }
  if (credential.endsAt && (!grant.endsAt || grant.endsAt > credential.endsAt)) {
    throw refuse("This API key expires, so it can't grant access that lasts longer.", fields.endsAt);
  }
  const isWithinOwn =
    grant.ranges.length > 0 && grant.ranges.every((range) => isIpRangeCovered(range, credential.ranges));
  if (credential.ranges.length > 0 && !isWithinOwn) {
    const message = "This API key works only from some addresses, so it can't grant access from others.";
    throw refuse(message, fields.ranges);
  }
}
