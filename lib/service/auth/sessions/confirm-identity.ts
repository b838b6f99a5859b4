import type { AuditMethod } from "#lib/contract/resources/audit-event-types.ts";
import type { ConfirmWays, OpenedSession, PasskeyQuestion, Visitor } from "#lib/embedded-service.ts";
import { recordAudit } from "#lib/service/audit/record-audit-event.ts";
import type { Context } from "#lib/service/core/context.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { getAppSince, takeCode, wrongCode } from "#lib/service/auth/two-step/authenticator-app.ts";
import type { Guesses } from "#lib/service/auth/sign-in-throttle.ts";
import { needAccount, needOwnAccount, type OwnAccount } from "#lib/service/auth/require-account.ts";
import { askPasskeys, readPasskeyAnswer, usePasskey } from "#lib/service/auth/passkeys/passkey-sign-in.ts";
import { isPassword, readPassword } from "#lib/service/auth/passwords/password-hashing.ts";
import { renewProof } from "./recent-authentication.ts";

export type ConfirmParts = Pick<Context, "pool" | "db" | "clock" | "log" | "settings" | "sealer">;

/** One of the three; the passkey's answer comes from a browser and is parsed here. */
export type Confirmation = { password: string } | { code: string } | { passkey: unknown };

/** What the person can confirm with. */
export async function readConfirmWays({ pool, db }: ConfirmParts, session: OpenedSession): Promise<ConfirmWays> {
  const { accountId } = await needOwnAccount(db, session);
  const account = await needAccount(db, accountId);
  const { rows } = await pool.query("select 1 from passkeys where account_id = $1 limit 1", [accountId]);
  return {
    email: account.email,
    password: account.passwordHash !== null,
    passkey: rows.length > 0,
    code: (await getAppSince(pool, accountId)) !== null,
  };
}

/** What the browser asks the account's passkeys. */
export async function askOwnPasskeys(parts: ConfirmParts, session: OpenedSession): Promise<PasskeyQuestion> {
  const { accountId } = await needOwnAccount(parts.db, session);
  return askPasskeys(parts, accountId);
}

/**
 * The session's person proves that it is them, which holds for 10 minutes.
 * @throws Refusal `invalid_request` when it is wrong, TooMany
 */
export async function confirmIdentity(
  parts: ConfirmParts,
  guesses: Guesses,
  session: OpenedSession,
  confirmation: Confirmation,
  { address }: Visitor,
): Promise<void> {
  const me = await needOwnAccount(parts.db, session);
  const event = { type: "session.confirm", by: { ...me, address } } as const;
  try {
    const method = await confirmBy(parts, guesses, me, confirmation, address);
    await recordAudit(parts.pool, { ...event, method });
  } catch (error) {
    if (error instanceof Refusal) await recordAudit(parts.pool, { ...event, outcome: "refused", reason: error.code });
    throw error;
  }
}

async function confirmBy(
  parts: ConfirmParts,
  guesses: Guesses,
  me: OwnAccount,
  confirmation: Confirmation,
  address: string,
): Promise<AuditMethod> {
  if ("passkey" in confirmation) {
    await confirmByPasskey(parts, me, confirmation.passkey);
    return "passkey";
  }
  const { email, passwordHash } = await needAccount(parts.db, me.accountId);
  if ("code" in confirmation) {
    await guesses.spendCode(email, address);
    const used = await confirmByCode(parts, me, confirmation.code);
    await guesses.codeWasRight(email, address);
    return used === "app" ? "second_factor" : "recovery_code";
  }
  await guesses.spend(email, address);
  if (!(await isPassword(passwordHash, readPassword(confirmation.password) ?? ""))) {
    throw new Refusal("invalid_request", "This is not your password.", "password");
  }
  await renewProof(parts.pool, me.sessionId, { twoFactor: false, now: parts.clock.now() });
  await guesses.wasRight(email, address);
  return "password";
}

async function confirmByPasskey(parts: ConfirmParts, me: OwnAccount, answer: unknown): Promise<void> {
  const read = await readPasskeyAnswer(parts, answer, me.accountId);
  await inTransaction(parts.pool, async (tx) => {
    if ((await usePasskey(parts, tx, read)) !== me.accountId) {
      throw new Refusal("forbidden", "This passkey belongs to another account. Use one of yours.");
    }
    await renewProof(tx.client, me.sessionId, { twoFactor: true, now: parts.clock.now() });
  });
}

async function confirmByCode(parts: ConfirmParts, me: OwnAccount, code: string): Promise<"app" | "recovery"> {
  return inTransaction(parts.pool, async (tx) => {
    const used = await takeCode(tx, me.accountId, code, parts);
    if (used === null) throw wrongCode();
    await renewProof(tx.client, me.sessionId, { twoFactor: true, now: parts.clock.now() });
    return used;
  });
}
