import type { OpenedSession, Visitor } from "#lib/embed";
import { inTransaction } from "#lib/service/db/tx";
import { requireLiveKey } from "#lib/service/keys/require-live-key";
import { readInvitation, useInvitation } from "#lib/service/members/use-invitation";
import { Refusal } from "#lib/service/refusal";
import type { AccountParts } from "./account-parts.ts";
import { createAccount, needPerson } from "./create-account.ts";
import { findAccount, needAccount, needOwnAccount } from "./need-account.ts";
import { needStrong } from "./need-strong.ts";
import { openAccountSession } from "./open-session.ts";
import { hashPassword } from "./passwords.ts";

const event = { type: "session.sign_in", method: "invitation" } as const;

export type NewPerson = { name: string; email: string; password: string };

/** A new person joins: account, member and session in one transaction, or none of it. */
export async function joinNew(
  { pool, db, clock, log }: AccountParts,
  token: string,
  input: NewPerson,
  { device, address }: Visitor,
): Promise<OpenedSession> {
  const person = needPerson(input);
  const invitation = await readInvitation(pool, token, clock);
  // Before any hashing: who holds no invitation gets no work done.
  if (!invitation) throw new Refusal("not_found", "This invitation is not valid. Ask for a new link.");
  if (await findAccount(db, person.email)) throw taken();
  const password = needStrong(input.password, [person.name, person.email, invitation.organization]);
  const passwordHash = await hashPassword(password);
  const opened = await inTransaction(pool, async (tx) => {
    const accountId = await createAccount(tx, { ...person, passwordHash }, clock);
    const { memberId } = await useInvitation(tx, token, { accountId, ...person }, clock);
    const proof = { provedAt: clock.now(), twoFactor: false };
    return openAccountSession(tx, { accountId, memberId, way: "invitation", device, proof, event, address }, clock);
  });
  log.info({ invitationId: invitation.id }, "joined");
  return opened;
}

const taken = () =>
  new Refusal("conflict", "There is an account with this e-mail already. Sign in with it, then join here.", "email");

/** Who is signed in joins with one click, and goes on as the new member. */
export async function joinAs(
  { pool, db, clock, log }: AccountParts,
  session: OpenedSession,
  token: string,
  { device, address }: Visitor,
): Promise<OpenedSession> {
  const me = await needOwnAccount(db, session);
  const { name, email } = await needAccount(db, me.accountId);
  const opened = await inTransaction(pool, async (tx) => {
    const { accountId, way, provedAt, twoFactor } = me;
    const { memberId } = await useInvitation(tx, token, { accountId, name, email }, clock);
    const proof = { provedAt, twoFactor };
    const opened = await openAccountSession(tx, { accountId, memberId, way, device, proof, event, address }, clock);
    await requireLiveKey(tx, me.actor.keyId);
    return opened;
  });
  log.info({ accountId: me.accountId }, "joined");
  return opened;
}
