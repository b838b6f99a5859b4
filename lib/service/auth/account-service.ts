import * as z from "zod";
import type { EmbeddedAccounts, Membership, OpenedSession, Visitor } from "#lib/embedded-service.ts";
import { requireLiveKey } from "#lib/service/api-keys/require-live-key.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { acceptInvitation, findInvitationByToken } from "#lib/service/members/accept-invitation.ts";
import { createOrganization } from "#lib/service/members/create-organization.ts";
import type { AccountDeps } from "./account-deps.ts";
import { createAccount, findAccount, getSignInStatus, parsePersonDetails, requireAccount } from "./accounts.ts";
import { captureRefusal } from "./capture-refusal.ts";
import { listMembershipOfMember, listMemberships, type MembershipRecord } from "./memberships.ts";
import { hashPassword, normalizePassword, verifyPassword } from "./passwords/password-hashing.ts";
import { completePasswordReset, getPasswordReset, sendPasswordReset } from "./passwords/password-reset.ts";
import { signInWithPassword } from "./passwords/password-sign-in.ts";
import { requireStrongPassword } from "./passwords/require-strong-password.ts";
import { requireSessionActor, requireSignedIn, requireSignedInAccount } from "./require-signed-in.ts";
import { closeSessionsOf } from "./sessions/close-session.ts";
import { openAccountSession } from "./sessions/open-session.ts";
import { requireRecentAuthentication, requireSecondFactorShown } from "./sessions/recent-authentication.ts";
import { createSignInThrottle, type SignInThrottle } from "./sign-in-throttle.ts";

const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\0]*$/);

/**
 * Creates a further organization for an account that owns one here; the account continues as its owner. An account that
 * was only invited can't: the installation belongs to the people who run it.
 */
async function createOwnedOrganization(
  { pool, db, clock }: AccountDeps,
  session: OpenedSession,
  name: string,
  { device, address }: Visitor,
): Promise<OpenedSession> {
  const me = await requireSignedInAccount(db, session);
  const read = Name.safeParse(name);
  if (!read.success) {
    throw new Refusal("invalid_request", "The organization's name must have 1 to 100 characters.", "organization");
  }
  return inTransaction(pool, async (tx) => {
    if (!(await listMemberships(tx, me.accountId)).some((one) => one.role === "owner")) {
      throw new Refusal(
        "forbidden",
        "Only owners of an organization on this server can create another. Ask one of them.",
      );
    }
    const { name: person, email } = await requireAccount(tx, me.accountId);
    const created = await createOrganization(tx, { organization: read.data, name: person, email }, clock);
    // Nobody sees this key: owners create one under Profile when they want one.
    await tx.client.query("delete from api_keys where id = $1", [created.keyId]);
    await tx.client.query("update members set account_id = $2 where id = $1", [created.memberId, me.accountId]);
    const { accountId, way, provedAt, twoFactor } = me;
    const proof = { provedAt, twoFactor };
    const event = { type: "organization.create", name: read.data } as const;
    const opened = await openAccountSession(
      tx,
      { accountId, memberId: created.memberId, way, device, proof, event, address },
      clock,
    );
    await requireLiveKey(tx, me.actor.keyId);
    return opened;
  });
}

const event = { type: "session.sign_in", method: "invitation" } as const;

type InvitedPerson = { name: string; email: string; password: string };

/** Adds a new person: account, member and session in one transaction. */
async function joinWithNewAccount(
  { pool, db, clock, log }: AccountDeps,
  token: string,
  input: InvitedPerson,
  { device, address }: Visitor,
): Promise<OpenedSession> {
  const person = parsePersonDetails(input);
  const invitation = await findInvitationByToken(pool, token, clock);
  // The invitation is checked before any hashing: a visitor without one must not cause expensive work.
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
  new Refusal("conflict", "An account with this e-mail already exists. Sign in to it, then join here.", "email");

/** Adds the signed-in account to an organization by one click and continues as the new member. */
async function joinWithCurrentAccount(
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

const tokenMax = 200;

/** Creates the account service of this process, for the dashboard. */
export function createAccountService(parts: AccountDeps): EmbeddedAccounts {
  const { pool, db, clock, log, settings } = parts;
  const throttle = createSignInThrottle(pool);
  return {
    signIn: (input, visitor) => captureRefusal(() => signInWithPassword(parts, throttle, input, visitor)),
    async listMemberships(session) {
      const me = await requireSignedIn(db, session).catch(() => null);
      if (!me) return [];
      const rows = await (me.accountId === null
        ? listMembershipOfMember(db, me.memberId)
        : listMemberships(db, me.accountId));
      return rows.map((row) => present(row, me.memberId));
    },
    switchMember: (session, memberId, visitor) => captureRefusal(() => switchMember(parts, session, memberId, visitor)),
    createOrganization: (session, name, visitor) =>
      captureRefusal(() => createOwnedOrganization(parts, session, name, visitor)),
    async readOwn(session) {
      const actor = await requireSessionActor(db, session).catch(() => null);
      if (!actor) return null;
      const { sessionId } = session;
      const status = await getSignInStatus(pool, { memberId: actor.memberId, sessionId }, parts.issuer);
      // A session that a key opened does not show the account.
      const account = status?.isOwn ? status : null;
      return {
        standing: account ? "own" : "key",
        email: account?.email ?? null,
        hasPassword: account?.hasPassword ?? false,
        canSignIn: status?.canSignIn ?? false,
      };
    },
    setPassword: (session, input, visitor) =>
      captureRefusal(() => setPassword(parts, throttle, session, input, visitor)),
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
      // The caller does not wait: the duration would reveal which addresses have an account.
      void sendPasswordReset(parts, email, address).catch((err: unknown) =>
        log.warn({ err }, "sending a password reset e-mail failed"),
      );
    },
    readReset: async (token) => (token.length > tokenMax ? null : getPasswordReset(parts, token)),
    reset: (token, input, visitor) =>
      captureRefusal(() => completePasswordReset(parts, token.slice(0, tokenMax), input, visitor)),
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
    if (!to) throw new Refusal("not_found", "You are no longer a member of that organization.");
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

/**
 * Sets the password of the caller's own account; an account with a password must confirm the old one. Ends every other
 * session of the account.
 * @throws Refusal `forbidden` for a session that an API key opened: a key does not prove a person
 */
async function setPassword(
  { pool, db, clock, log, flushKeys }: AccountDeps,
  throttle: SignInThrottle,
  session: OpenedSession,
  input: { current: string; password: string },
  { address }: Visitor,
): Promise<void> {
  const me = await requireSignedInAccount(db, session);
  const account = await requireAccount(db, me.accountId);
  const before = account.passwordHash;
  if (before !== null) {
    await throttle.spend(account.email, address);
    if (!(await verifyPassword(before, normalizePassword(input.current) ?? ""))) {
      throw new Refusal("invalid_request", "This is not your current password.", "current");
    }
    await throttle.wasRight(account.email, address);
    await requireSecondFactorShown(pool, me);
  } else await requireRecentAuthentication(pool, me, clock);
  const passwordHash = await hashPassword(requireStrongPassword(input.password, [account.name, account.email]));
  const { accountId } = me;
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.client.query(
      `update accounts set password_hash = $2, password_set_at = $3
       where id = $1 and password_hash is not distinct from $4 returning id`,
      [accountId, passwordHash, clock.now(), before],
    );
    if (!rows[0])
      throw new Refusal("conflict", "The password was just changed elsewhere. Reload the page and try again.");
    await tx.client.query("update password_resets set used_at = $2 where account_id = $1 and used_at is null", [
      accountId,
      clock.now(),
    ]);
    await closeSessionsOf(tx, { accountId, except: me.sessionId }, clock);
    await recordAuditEvent(tx, { type: "password.set", by: { ...me.actor, accountId, address } });
  });
  flushKeys();
  log.info({ memberId: me.memberId }, "password set");
}
