import type { EmbeddedAccounts, Membership, OpenedSession, Visitor } from "#lib/embedded-service.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { requireLiveKey } from "#lib/service/api-keys/require-live-key.ts";
import { findInvitationByToken } from "#lib/service/members/accept-invitation.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { AccountDeps } from "./account-deps.ts";
import { captureRefusal } from "./capture-refusal.ts";
import { hasSignInMethod } from "./ensure-account.ts";
import { createSignInThrottle } from "./sign-in-throttle.ts";
import { joinWithCurrentAccount, joinWithNewAccount } from "#lib/service/accounts/join.ts";
import { listMembershipOfMember, listMemberships, type MembershipRecord } from "./memberships.ts";
import { requireAccount, requireSignedInAccount, requireSignedIn } from "./require-account.ts";
import { createOwnedOrganization } from "#lib/service/accounts/new-organization.ts";
import { openAccountSession } from "./sessions/open-session.ts";
import { getPasswordReset, sendPasswordReset, completePasswordReset } from "./passwords/password-reset.ts";
import { setPassword } from "#lib/service/accounts/set-password.ts";
import { signInWithPassword } from "./passwords/password-sign-in.ts";

const tokenMax = 200;

/** The accounts of this process, as the dashboard uses them. */
export function createAccountService(parts: AccountDeps): EmbeddedAccounts {
  const { pool, db, clock, log, settings } = parts;
  const guesses = createSignInThrottle(pool);
  return {
    signIn: (input, visitor) => captureRefusal(() => signInWithPassword(parts, guesses, input, visitor)),
    async listMemberships(session) {
      const me = await requireSignedIn(db, session).catch(() => null);
      if (!me) return [];
      const rows = await (me.accountId === null ? listMembershipOfMember(db, me.memberId) : listMemberships(db, me.accountId));
      return rows.map((row) => present(row, me.memberId));
    },
    switchMember: (session, memberId, visitor) => captureRefusal(() => switchMember(parts, session, memberId, visitor)),
    createOrganization: (session, name, visitor) => captureRefusal(() => createOwnedOrganization(parts, session, name, visitor)),
    async readOwn(session) {
      const me = await requireSignedIn(db, session).catch(() => null);
      if (!me) return null;
      const account = me.accountId === null ? null : await requireAccount(db, me.accountId);
      return {
        standing: account ? "own" : "key",
        email: account?.email ?? null,
        hasPassword: Boolean(account?.passwordHash),
        canSignIn: await hasSignInMethod(pool, me.memberId, parts.issuer),
      };
    },
    setPassword: (session, input, visitor) => captureRefusal(() => setPassword(parts, guesses, session, input, visitor)),
    async readInvitation(token) {
      const found = token.length > tokenMax ? null : await findInvitationByToken(pool, token, clock);
      if (!found) return null;
      const { organization, by, role, email, state } = found;
      return { organization, by, role, email, state };
    },
    join: (token, person, visitor) => captureRefusal(() => joinWithNewAccount(parts, token, person, visitor)),
    joinAs: (session, token, visitor) => captureRefusal(() => joinWithCurrentAccount(parts, session, token, visitor)),
    sendsMail: settings.sendsMail,
    askReset(email, { address }) {
      // Nobody waits for it: how long it takes would tell who has an account.
      void sendPasswordReset(parts, guesses, email, address).catch((err: unknown) => log.warn({ err }, "reset not sent"));
    },
    readReset: async (token) => (token.length > tokenMax ? null : getPasswordReset(parts, token)),
    reset: (token, input, visitor) => captureRefusal(() => completePasswordReset(parts, token.slice(0, tokenMax), input, visitor)),
  };
}

async function switchMember(
  { pool, db, clock }: AccountDeps,
  session: OpenedSession,
  memberId: string,
  { device, address }: Visitor,
): Promise<OpenedSession> {
  const { accountId, way, provedAt, twoFactor, actor } = await requireSignedInAccount(db, session);
  return inTransaction(pool, async (tx) => {
    const to = (await listMemberships(tx, accountId)).find((one) => one.memberId === memberId);
    if (!to) throw new Refusal("not_found", "You are no member of that organization any more.");
    const proof = { provedAt, twoFactor };
    const opened = await openAccountSession(
      tx,
      { accountId, memberId, way, device, proof, event: { type: "session.switch" }, address },
      clock,
    );
    await requireLiveKey(tx, actor.keyId);
    return opened;
  });
}

function present(row: MembershipRecord, currentId: string): Membership {
  const { memberId, name, role, orgId, orgName, orgSlug } = row;
  const organization = { id: orgId, name: orgName, slug: orgSlug };
  return { memberId, name, role, organization, isCurrent: memberId === currentId };
}
