import type { EmbeddedTwoStep, OpenedSession } from "#lib/embedded-service.ts";
import { recordAudit } from "#lib/service/audit/record-audit-event.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { requireLiveKey } from "#lib/service/api-keys/require-live-key.ts";
import { endSessions } from "#lib/service/auth/sessions/session-store.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { AccountParts } from "#lib/service/auth/account-deps.ts";
import { answered } from "#lib/service/auth/capture-refusal.ts";
import { beginApp, confirmApp, getAppSince, removeApp } from "./authenticator-app.ts";
import { askOwnPasskeys, type ConfirmParts, confirmIdentity, readConfirmWays } from "#lib/service/auth/sessions/confirm-identity.ts";
import { makeGuesses } from "#lib/service/auth/sign-in-throttle.ts";
import { needAccount, needOwnAccount } from "#lib/service/auth/require-account.ts";
import { drawQr } from "#lib/service/accounts/qr-path.ts";
import { renewProof, requireRecentProof } from "#lib/service/auth/sessions/recent-authentication.ts";
import { countRecoveryCodes, createRecoveryCodes } from "./recovery-codes.ts";
import { finishSecondStep, isSecondStepOpen } from "./second-step.ts";
import { lockAccount } from "#lib/service/auth/sign-in-methods.ts";
import { toKeyUri } from "./totp.ts";
import { findRequiringOrganization } from "./two-step-requirement.ts";

export type TwoStepParts = AccountParts & ConfirmParts;

/** Second factors of accounts, and proving again who one is. */
export function makeTwoStep(parts: TwoStepParts): EmbeddedTwoStep {
  const { pool, db, clock, flushKeys } = parts;
  const guesses = makeGuesses(pool);
  const requireProven = async (session: OpenedSession) => {
    const me = await needOwnAccount(db, session);
    requireRecentProof(me, clock);
    return me;
  };
  return {
    confirmWays: (session) => answered(() => readConfirmWays(parts, session)),
    askPasskeys: (session) => answered(() => askOwnPasskeys(parts, session)),
    confirm: (session, confirmation, visitor) =>
      answered(async () => {
        await confirmIdentity(parts, guesses, session, confirmation, visitor);
        flushKeys();
        return { confirmed: true };
      }),
    read: (session) => answered(() => readTwoStep(parts, session)),
    begin: (session) =>
      answered(async () => {
        const { accountId } = await requireProven(session);
        const { email } = await needAccount(db, accountId);
        const secret = await inTransaction(pool, (tx) => beginApp(tx, accountId, parts));
        return { secret, qr: drawQr(toKeyUri(secret, email)) };
      }),
    turnOn: (session, code, { address }) =>
      answered(async () => {
        const me = await requireProven(session);
        const { accountId, sessionId } = me;
        const { email } = await needAccount(db, accountId);
        await guesses.spendCode(email, address);
        const codes = await inTransaction(pool, async (tx) => {
          await lockAccount(tx, accountId);
          await confirmApp(tx, accountId, code, parts);
          await endSessions(tx, { accountId, except: sessionId }, clock);
          await renewProof(tx.client, sessionId, { twoFactor: true, now: clock.now() });
          await recordAudit(tx, { type: "second_factor.enable", by: { ...me, address } });
          await requireLiveKey(tx, me.actor.keyId);
          return createRecoveryCodes(tx, accountId);
        });
        await guesses.codeWasRight(email, address);
        flushKeys();
        return { codes };
      }),
    turnOff: (session, { address }) =>
      answered(async () => {
        const me = await requireProven(session);
        const { accountId } = me;
        await inTransaction(pool, async (tx) => {
          await lockAccount(tx, accountId);
          const organization = await findRequiringOrganization(tx.client, accountId);
          if (organization !== null) {
            const message = `${organization} requires two-step verification of its administrators, so it stays on.`;
            throw new Refusal("conflict", message);
          }
          const wasOn = await removeApp(tx, accountId);
          if (wasOn) await recordAudit(tx, { type: "second_factor.disable", by: { ...me, address } });
        });
        flushKeys();
        return { isOn: false };
      }),
    createCodes: (session, { address }) =>
      answered(async () => {
        const me = await requireProven(session);
        const { accountId } = me;
        return inTransaction(pool, async (tx) => {
          await lockAccount(tx, accountId);
          if (!(await getAppSince(tx.client, accountId))) {
            throw new Refusal("conflict", "Two-step verification is off, so there is nothing to recover.");
          }
          await recordAudit(tx, { type: "recovery_codes.create", by: { ...me, address } });
          return { codes: await createRecoveryCodes(tx, accountId) };
        });
      }),
    isOpen: (ticket) => isSecondStepOpen(parts, ticket),
    finish: (ticket, code, visitor) => answered(() => finishSecondStep(parts, guesses, { ticket, code }, visitor)),
  };
}

async function readTwoStep({ pool, db }: TwoStepParts, session: OpenedSession) {
  const { accountId, memberId, twoFactor } = await needOwnAccount(db, session);
  const [since, codesLeft, requiredBy, passkeys, rule] = await Promise.all([
    getAppSince(pool, accountId),
    countRecoveryCodes(pool, accountId),
    findRequiringOrganization(pool, accountId),
    pool.query("select 1 from passkeys where account_id = $1 limit 1", [accountId]),
    pool.query(
      `select 1 from members m join organizations o on o.id = m.org_id
       where m.id = $1 and m.role in ('owner', 'admin') and o.settings -> 'require_two_step' = 'true'`,
      [memberId],
    ),
  ]);
  return {
    since: since?.toISOString() ?? null,
    ...{ codesLeft, requiredBy },
    passkeys: passkeys.rows.length > 0,
    isLocked: rule.rows.length > 0 && !twoFactor,
  };
}
