import type { AuthenticationMethod } from "#lib/contract/resources/audit-event-types.ts";
import type { ConfirmationMethods, OpenedSession, PasskeyChallenge, Visitor } from "#lib/embedded-service.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { requireAccount } from "#lib/service/auth/accounts.ts";
import {
  createPasskeyRequest,
  parsePasskeyAssertion,
  verifyPasskeyAssertion,
} from "#lib/service/auth/passkeys/passkey-sign-in.ts";
import { normalizePassword, verifyPassword } from "#lib/service/auth/passwords/password-hashing.ts";
import { requireSignedInAccount, type SignedInAccount } from "#lib/service/auth/require-signed-in.ts";
import type { SignInThrottle } from "#lib/service/auth/sign-in-throttle.ts";
import {
  consumeTwoStepCode,
  createWrongCodeRefusal,
  getAuthenticatorConfirmedAt,
} from "#lib/service/auth/two-step/authenticator-app.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { recordAuthentication } from "./recent-authentication.ts";

export type ConfirmIdentityDeps = Pick<Context, "pool" | "db" | "clock" | "log" | "settings" | "sealer">;

/** One of three proofs; the passkey's answer comes from a browser and is parsed here. */
export type IdentityConfirmation = { password: string } | { code: string } | { passkey: unknown };

/** Returns the methods with which the person can confirm their identity. */
export async function getConfirmMethods(
  { pool, db }: ConfirmIdentityDeps,
  session: OpenedSession,
): Promise<ConfirmationMethods> {
  const { accountId, twoFactor } = await requireSignedInAccount(db, session);
  const account = await requireAccount(db, accountId);
  const { rows } = await pool.query("select 1 from passkeys where account_id = $1 limit 1", [accountId]);
  const [passkey, code] = [rows.length > 0, (await getAuthenticatorConfirmedAt(pool, accountId)) !== null];
  // The password alone is not enough until this session has shown the second factor that the account has.
  const password = account.passwordHash !== null && (twoFactor || !(passkey || code));
  return { email: account.email, password, passkey, code };
}

/** Creates the options with which the browser asks the account's passkeys. */
export async function createOwnPasskeyRequest(
  parts: ConfirmIdentityDeps,
  session: OpenedSession,
): Promise<PasskeyChallenge> {
  const { accountId } = await requireSignedInAccount(parts.db, session);
  return createPasskeyRequest(parts, accountId);
}

/**
 * Records that the session's person proved their identity, which is valid for 10 minutes.
 * @throws Refusal `invalid_request` when the proof is wrong, TooManyAttempts
 */
export async function confirmIdentity(
  parts: ConfirmIdentityDeps,
  throttle: SignInThrottle,
  session: OpenedSession,
  confirmation: IdentityConfirmation,
  { address }: Visitor,
): Promise<void> {
  const me = await requireSignedInAccount(parts.db, session);
  const event = { type: "session.confirm", by: { ...me, address } } as const;
  try {
    const method = await confirmByMethod(parts, throttle, me, confirmation, address);
    await recordAuditEvent(parts.pool, { ...event, method });
  } catch (error) {
    if (error instanceof Refusal)
      await recordAuditEvent(parts.pool, { ...event, outcome: "refused", reason: error.code });
    throw error;
  }
}

async function confirmByMethod(
  parts: ConfirmIdentityDeps,
  throttle: SignInThrottle,
  me: SignedInAccount,
  confirmation: IdentityConfirmation,
  address: string,
): Promise<AuthenticationMethod> {
  if ("passkey" in confirmation) {
    await confirmByPasskey(parts, me, confirmation.passkey);
    return "passkey";
  }
  const { email, passwordHash } = await requireAccount(parts.db, me.accountId);
  if ("code" in confirmation) {
    await throttle.spendCode(email, address);
    const used = await confirmByCode(parts, me, confirmation.code);
    await throttle.codeWasRight(email, address);
    return used === "app" ? "second_factor" : "recovery_code";
  }
  await throttle.spend(email, address);
  if (!(await verifyPassword(passwordHash, normalizePassword(confirmation.password) ?? ""))) {
    throw new Refusal("invalid_request", "This is not your password.", "password");
  }
  await recordAuthentication(parts.pool, me.sessionId, { twoFactor: false, now: parts.clock.now() });
  await throttle.wasRight(email, address);
  return "password";
}

async function confirmByPasskey(parts: ConfirmIdentityDeps, me: SignedInAccount, answer: unknown): Promise<void> {
  const read = await parsePasskeyAssertion(parts, answer, me.accountId);
  await inTransaction(parts.pool, async (tx) => {
    if ((await verifyPasskeyAssertion(parts, tx, read)) !== me.accountId) {
      throw new Refusal("forbidden", "This passkey belongs to another account. Use one of yours.");
    }
    await recordAuthentication(tx.client, me.sessionId, { twoFactor: true, now: parts.clock.now() });
  });
}

async function confirmByCode(
  parts: ConfirmIdentityDeps,
  me: SignedInAccount,
  code: string,
): Promise<"app" | "recovery"> {
  return inTransaction(parts.pool, async (tx) => {
    const used = await consumeTwoStepCode(tx, me.accountId, code, parts);
    if (used === null) throw createWrongCodeRefusal();
    await recordAuthentication(tx.client, me.sessionId, { twoFactor: true, now: parts.clock.now() });
    return used;
  });
}
