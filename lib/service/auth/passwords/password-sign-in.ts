import type { OpenedSession, Visitor } from "#lib/embedded-service.ts";
import type { AccountDeps } from "#lib/service/auth/account-deps.ts";
import { findAccount } from "#lib/service/auth/accounts.ts";
import { getLastUsedMemberId } from "#lib/service/auth/memberships.ts";
import { openAccountSession } from "#lib/service/auth/sessions/open-session.ts";
import type { SignInThrottle } from "#lib/service/auth/sign-in-throttle.ts";
import { getAuthenticatorConfirmedAt } from "#lib/service/auth/two-step/authenticator-app.ts";
import { beginSecondStep } from "#lib/service/auth/two-step/second-step.ts";
import { SecondStepRequiredError } from "#lib/service/auth/two-step/second-step-required-error.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { normalizePassword, verifyPassword } from "./password-hashing.ts";

const emailCharacters = 254;

/** The refusal is the same for an unknown e-mail, an account without a password, and a wrong password. */
const createWrongPasswordRefusal = () =>
  new Refusal("unauthorized", "Wrong e-mail or password. Check both, or reset your password.");

/** Signs in with e-mail and password, as the last used member. @throws Refusal `unauthorized`, TooManyAttempts */
export async function signInWithPassword(
  { pool, db, clock, log }: AccountDeps,
  throttle: SignInThrottle,
  input: { email: string; password: string },
  { address, device }: Visitor,
): Promise<OpenedSession> {
  const { email } = input;
  await throttle.spend(email, address);
  const password = normalizePassword(input.password);
  const canBe = email.length <= emailCharacters && !email.includes("\0");
  const account = canBe ? await findAccount(db, email) : null;
  const stored = account?.passwordHash ?? null;
  // The log never has the typed text: people type a password into the wrong field.
  if (!(await verifyPassword(stored, password ?? "")) || !account) {
    log.info({ accountId: account?.id ?? null, way: "password" }, "sign-in refused");
    throw createWrongPasswordRefusal();
  }
  const opened = await inTransaction(pool, async (tx) => {
    // A password change during this attempt ended all sessions: no session may open after it.
    const { rows } = await tx.client.query<{ password_hash: string | null }>(
      "select password_hash from accounts where id = $1 for share",
      [account.id],
    );
    if (rows[0]?.password_hash !== stored) throw createWrongPasswordRefusal();
    if (await getAuthenticatorConfirmedAt(tx.client, account.id)) {
      const step = { accountId: account.id, memberId: null, way: "password", passwordHash: stored } as const;
      return { ticket: await beginSecondStep(tx.client, step, clock) };
    }
    return openLastUsedMemberSession(tx, account.id, { device, address }, clock);
  });
  // The attempt stays counted and the address unknown until the code is right too.
  if ("ticket" in opened) throw new SecondStepRequiredError(opened.ticket);
  await throttle.wasRight(email, address);
  log.info({ accountId: account.id, way: "password" }, "signed in");
  return opened;
}

/** Opens a session as the account's last used member. @throws Refusal `forbidden` when no member is left */
async function openLastUsedMemberSession(
  tx: Tx,
  accountId: string,
  { device, address }: Visitor,
  clock: AccountDeps["clock"],
): Promise<OpenedSession> {
  const memberId = await getLastUsedMemberId(tx, accountId);
  if (memberId === null) {
    const message = "You are not an active member of any organization here. Ask an administrator to invite you.";
    throw new Refusal("forbidden", message);
  }
  const proof = { provedAt: clock.now(), twoFactor: false };
  const event = { type: "session.sign_in", method: "password" } as const;
  return openAccountSession(tx, { accountId, memberId, way: "password", device, proof, event, address }, clock);
}
