import type { OpenedSession, Visitor } from "#lib/embedded-service.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { requireLiveKey } from "#lib/service/api-keys/require-live-key.ts";
import { findInvitationByToken, acceptInvitation } from "#lib/service/members/accept-invitation.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { AccountDeps } from "#lib/service/auth/account-deps.ts";
import { createAccount, parsePersonDetails } from "#lib/service/auth/create-account.ts";
import { findAccount, requireAccount, requireSignedInAccount } from "#lib/service/auth/require-account.ts";
import { requireStrongPassword } from "#lib/service/auth/passwords/require-strong-password.ts";
import { openAccountSession } from "#lib/service/auth/sessions/open-session.ts";
import { hashPassword } from "#lib/service/auth/passwords/password-hashing.ts";

const event = { type: "session.sign_in", method: "invitation" } as const;

export type InvitedPerson = { name: string; email: string; password: string };

/** A new person joins: account, member and session in one transaction, or none of it. */
export async function joinWithNewAccount(
  { pool, db, clock, log }: AccountDeps,
  token: string,
  input: InvitedPerson,
  { device, address }: Visitor,
): Promise<OpenedSession> {
  const person = parsePersonDetails(input);
  const invitation = await findInvitationByToken(pool, token, clock);
  // Before any hashing: who holds no invitation gets no work done.
  if (!invitation) throw new Refusal("not_found", "This invitation is not valid. Ask for a new link.");
  if (await findAccount(db, person.email)) throw createEmailTakenRefusal();
  const password = requireStrongPassword(input.password, [person.name, person.email, invitation.organization]);
  const passwordHash = await hashPassword(password);
  const opened = await inTransaction(pool, async (tx) => {
    const accountId = await createAccount(tx, { ...person, passwordHash }, clock);
    const { memberId } = await acceptInvitation(tx, token, { accountId, ...person }, clock);
    const proof = { provedAt: clock.now(), twoFactor: false };
    return openAccountSession(tx, { accountId, memberId, way: "invitation", device, proof, event, address }, clock);
  });
  log.info({ invitationId: invitation.id }, "joined");
  return opened;
}

const createEmailTakenRefusal = () =>
  new Refusal("conflict", "There is an account with this e-mail already. Sign in with it, then join here.", "email");

/** Who is signed in joins with one click, and goes on as the new member. */
export async function joinWithCurrentAccount(
  { pool, db, clock, log }: AccountDeps,
  session: OpenedSession,
  token: string,
  { device, address }: Visitor,
): Promise<OpenedSession> {
  const me = await requireSignedInAccount(db, session);
  const { name, email } = await requireAccount(db, me.accountId);
  const opened = await inTransaction(pool, async (tx) => {
    const { accountId, way, provedAt, twoFactor } = me;
    const { memberId } = await acceptInvitation(tx, token, { accountId, name, email }, clock);
    const proof = { provedAt, twoFactor };
    const opened = await openAccountSession(tx, { accountId, memberId, way, device, proof, event, address }, clock);
    await requireLiveKey(tx, me.actor.keyId);
    return opened;
  });
  log.info({ accountId: me.accountId }, "joined");
  return opened;
}
