import { hash, randomBytes } from "node:crypto";
import * as z from "zod";
import type { OpenedSession, SignInMethod, Visitor } from "#lib/embedded-service.ts";
import { requireAccount } from "#lib/service/auth/accounts.ts";
import { getLastUsedMemberId } from "#lib/service/auth/memberships.ts";
import { createPendingAuthChallenge, type Queryable } from "#lib/service/auth/pending-auth-challenge.ts";
import { openAccountSession } from "#lib/service/auth/sessions/open-session.ts";
import type { SignInThrottle } from "#lib/service/auth/sign-in-throttle.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { consumeTwoStepCode, createWrongCodeRefusal, type TwoStepCodeDeps } from "./authenticator-app.ts";

/** Ms within which the code must follow the password. */
const secondStepMs = 10 * 60_000;

type SecondStepDeps = TwoStepCodeDeps & Pick<Context, "pool" | "db">;

export type CompletedFirstStep = {
  accountId: string;
  /** The member to continue as; null: the last used member. */
  memberId: string | null;
  way: SignInMethod;
  /** The hash of the verified password: a password change meanwhile ends the pending sign-in. */
  passwordHash: string | null;
};

const SignInMethodSchema = z.enum(["password", "passkey", "provider", "invitation", "setup"]);
const StoredSecondStep = z.object({
  ticket: z.string(),
  memberId: z.string().nullable(),
  password: z.string(),
  way: SignInMethodSchema,
});
const digest = (text: string) => hash("sha256", text, "base64url");

/**
 * Stores a sign-in after its first step. Only the ticket and a code together open a session, once, within 10 minutes.
 * @returns the ticket; the database has its hash, the browser has it in a sealed cookie.
 */
export async function beginSecondStep(client: Queryable, step: CompletedFirstStep, clock: Clock): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const { accountId, memberId, way } = step;
  const data = { ticket: digest(secret), memberId, way, password: digest(step.passwordHash ?? "") };
  return `${await createPendingAuthChallenge(client, { kind: "second-step", accountId, data }, secondStepMs, clock)}.${secret}`;
}

type FoundSecondStep = { id: string; accountId: string; step: z.output<typeof StoredSecondStep> };

async function findStep(client: Queryable, ticket: string, clock: Clock): Promise<FoundSecondStep | null> {
  const [id = "", secret = ""] = ticket.slice(0, 200).split(".");
  if (!z.uuid().safeParse(id).success) return null;
  const { rows } = await client.query<{ account_id: string; data: unknown }>(
    `select account_id, data from sign_in_challenges
     where id = $1 and kind = 'second-step' and data @> $2::jsonb and expires_at > $3`,
    [id, JSON.stringify({ ticket: digest(secret) }), clock.now()],
  );
  return rows[0] ? { id, accountId: rows[0].account_id, step: StoredSecondStep.parse(rows[0].data) } : null;
}

const createSecondStepExpiredRefusal = () =>
  new Refusal("conflict", "This sign-in expired or was already completed. Sign in again.");

export async function isSecondStepPending({ pool, clock }: SecondStepDeps, ticket: string): Promise<boolean> {
  return (await findStep(pool, ticket, clock)) !== null;
}

/**
 * Finishes a sign-in by a code of the app or a recovery code. A wrong code leaves the ticket valid.
 * @throws Refusal `conflict` when the ticket is over, `invalid_request` for a wrong code, TooManyAttempts
 */
export async function finishSecondStep(
  parts: SecondStepDeps,
  throttle: SignInThrottle,
  { ticket, code }: { ticket: string; code: string },
  { address, device }: Visitor,
): Promise<OpenedSession> {
  const { pool, db, clock, log } = parts;
  const found = await findStep(pool, ticket, clock);
  if (!found) throw createSecondStepExpiredRefusal();
  const { accountId, step } = found;
  const { email } = await requireAccount(db, accountId);
  await throttle.spendCode(email, address);
  const { session, used } = await inTransaction(pool, async (tx) => {
    await consumeTicket(tx, found);
    const used = await consumeTwoStepCode(tx, accountId, code, parts);
    if (used === null) {
      log.info({ accountId, way: step.way }, "second step refused");
      throw createWrongCodeRefusal();
    }
    const memberId = step.memberId ?? (await getLastUsedMemberId(tx, accountId));
    if (memberId === null) {
      throw new Refusal(
        "forbidden",
        "You are not an active member of any organization here. Ask an administrator to invite you.",
      );
    }
    const proof = { provedAt: clock.now(), twoFactor: true };
    const event = { type: "session.sign_in", method: "second_factor" } as const;
    const opened = { accountId, memberId, way: step.way, device, proof, event, address };
    return { used, session: await openAccountSession(tx, opened, clock) };
  });
  await throttle.codeWasRight(email, address);
  await throttle.wasRight(email, address);
  log.info({ accountId, way: step.way, secondStep: used }, "signed in");
  return session;
}

/**
 * Deletes the ticket, so that only one of two concurrent codes signs in. @throws Refusal when the ticket is gone or the
 * password has changed
 */
async function consumeTicket(tx: Tx, { id, accountId, step }: FoundSecondStep): Promise<void> {
  const taken = await tx.client.query("delete from sign_in_challenges where id = $1", [id]);
  const { rows } = await tx.client.query<{ password_hash: string | null }>(
    "select password_hash from accounts where id = $1 for share",
    [accountId],
  );
  if (taken.rowCount !== 1 || digest(rows[0]?.password_hash ?? "") !== step.password)
    throw createSecondStepExpiredRefusal();
}
