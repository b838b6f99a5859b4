import { encode } from "uqr";
import type { EmbeddedTwoStep, OpenedSession } from "#lib/embedded-service.ts";
import { requireLiveKey } from "#lib/service/api-keys/require-live-key.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { AccountDeps } from "#lib/service/auth/account-deps.ts";
import { requireAccount } from "#lib/service/auth/accounts.ts";
import { captureRefusal } from "#lib/service/auth/capture-refusal.ts";
import { lockAccount } from "#lib/service/auth/require-sign-in-method-left.ts";
import { requireSignedInAccount } from "#lib/service/auth/require-signed-in.ts";
import { closeSessionsOf } from "#lib/service/auth/sessions/close-session.ts";
import {
  type ConfirmIdentityDeps,
  confirmIdentity,
  createOwnPasskeyRequest,
  getConfirmMethods,
} from "#lib/service/auth/sessions/confirm-identity.ts";
import { recordAuthentication, requireRecentAuthentication } from "#lib/service/auth/sessions/recent-authentication.ts";
import { createSignInThrottle } from "#lib/service/auth/sign-in-throttle.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import {
  beginAuthenticatorSetup,
  confirmAuthenticator,
  getAuthenticatorConfirmedAt,
  removeAuthenticator,
} from "./authenticator-app.ts";
import { countRecoveryCodes, createRecoveryCodes } from "./recovery-codes.ts";
import { finishSecondStep, isSecondStepPending } from "./second-step.ts";
import { toTotpUri } from "./totp.ts";
import { findRequiringOrganization } from "./two-step-requirement.ts";

/** A QR code as the path of an SVG whose view box is `size` by `size`, quiet zone included. */
type QrCodePath = { size: number; path: string };

/** The quiet zone of ISO/IEC 18004, in modules. */
const border = 4;

/** Renders a text as a QR code on the server: the secret in the text must not reach any other service. */
function renderQrCode(text: string): QrCodePath {
  const { data, size } = encode(text, { ecc: "M", border });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}

export type TwoStepDeps = AccountDeps & ConfirmIdentityDeps;

/** Creates the service for second factors and for confirming one's identity. */
export function createTwoStepService(parts: TwoStepDeps): EmbeddedTwoStep {
  const { pool, db, clock, flushKeys } = parts;
  const throttle = createSignInThrottle(pool);
  const requireProven = async (session: OpenedSession) => {
    const me = await requireSignedInAccount(db, session);
    await requireRecentAuthentication(pool, me, clock);
    return me;
  };
  return {
    confirmWays: (session) => captureRefusal(() => getConfirmMethods(parts, session)),
    askPasskeys: (session) => captureRefusal(() => createOwnPasskeyRequest(parts, session)),
    confirm: (session, confirmation, visitor) =>
      captureRefusal(async () => {
        await confirmIdentity(parts, throttle, session, confirmation, visitor);
        flushKeys();
        return { confirmed: true };
      }),
    read: (session) => captureRefusal(() => getTwoStep(parts, session)),
    begin: (session) =>
      captureRefusal(async () => {
        const { accountId } = await requireProven(session);
        const { email } = await requireAccount(db, accountId);
        const secret = await inTransaction(pool, (tx) => beginAuthenticatorSetup(tx, accountId, parts));
        return { secret, qr: renderQrCode(toTotpUri(secret, email)) };
      }),
    turnOn: (session, code, { address }) =>
      captureRefusal(async () => {
        const me = await requireProven(session);
        const { accountId, sessionId } = me;
        const { email } = await requireAccount(db, accountId);
        await throttle.spendCode(email, address);
        const codes = await inTransaction(pool, async (tx) => {
          await lockAccount(tx, accountId);
          await confirmAuthenticator(tx, accountId, code, parts);
          await closeSessionsOf(tx, { accountId, except: sessionId }, clock);
          await recordAuthentication(tx.client, sessionId, { twoFactor: true, now: clock.now() });
          await recordAuditEvent(tx, { type: "second_factor.enable", by: { ...me, address } });
          await requireLiveKey(tx, me.actor.keyId);
          return createRecoveryCodes(tx, accountId);
        });
        await throttle.codeWasRight(email, address);
        flushKeys();
        return { codes };
      }),
    turnOff: (session, { address }) =>
      captureRefusal(async () => {
        const me = await requireProven(session);
        const { accountId } = me;
        await inTransaction(pool, async (tx) => {
          await lockAccount(tx, accountId);
          const organization = await findRequiringOrganization(tx.client, accountId);
          if (organization !== null) {
            const message = `${organization} requires two-step verification of its administrators, so it stays on.`;
            throw new Refusal("conflict", message);
          }
          const wasOn = await removeAuthenticator(tx, accountId);
          if (wasOn) await recordAuditEvent(tx, { type: "second_factor.disable", by: { ...me, address } });
        });
        flushKeys();
        return { isOn: false };
      }),
    createCodes: (session, { address }) =>
      captureRefusal(async () => {
        const me = await requireProven(session);
        const { accountId } = me;
        return inTransaction(pool, async (tx) => {
          await lockAccount(tx, accountId);
          if (!(await getAuthenticatorConfirmedAt(tx.client, accountId))) {
            throw new Refusal("conflict", "Two-step verification is off, so there is nothing to recover.");
          }
          await recordAuditEvent(tx, { type: "recovery_codes.create", by: { ...me, address } });
          return { codes: await createRecoveryCodes(tx, accountId) };
        });
      }),
    isOpen: (ticket) => isSecondStepPending(parts, ticket),
    finish: (ticket, code, visitor) =>
      captureRefusal(() => finishSecondStep(parts, throttle, { ticket, code }, visitor)),
  };
}

async function getTwoStep({ pool, db }: TwoStepDeps, session: OpenedSession) {
  const { accountId, memberId, twoFactor } = await requireSignedInAccount(db, session);
  const [since, codesLeft, requiredBy, passkeys, rule] = await Promise.all([
    getAuthenticatorConfirmedAt(pool, accountId),
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
    codesLeft,
    requiredBy,
    passkeys: passkeys.rows.length > 0,
    isLocked: rule.rows.length > 0 && !twoFactor,
  };
}
