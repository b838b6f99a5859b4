import type { OpenedSession, Visitor } from "#lib/embedded-service.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { closeSessionsOf } from "#lib/service/auth/sessions/session-store.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { AccountDeps } from "#lib/service/auth/account-deps.ts";
import type { SignInThrottle } from "#lib/service/auth/sign-in-throttle.ts";
import { requireAccount, requireSignedInAccount } from "#lib/service/auth/require-account.ts";
import { requireStrongPassword } from "#lib/service/auth/passwords/require-strong-password.ts";
import { hashPassword, verifyPassword, normalizePassword } from "#lib/service/auth/passwords/password-hashing.ts";
import { requireRecentAuthentication } from "#lib/service/auth/sessions/recent-authentication.ts";

/**
 * Sets the password of the caller's own account; who has one gives it too. Ends every other session of the account.
 * @throws Refusal `forbidden` for a session that an API key opened: a key is not the person
 */
export async function setPassword(
  { pool, db, clock, log, flushKeys }: AccountDeps,
  guesses: SignInThrottle,
  session: OpenedSession,
  input: { current: string; password: string },
  { address }: Visitor,
): Promise<void> {
  const me = await requireSignedInAccount(db, session);
  const account = await requireAccount(db, me.accountId);
  const before = account.passwordHash;
  if (before !== null) {
    await guesses.spend(account.email, address);
    if (!(await verifyPassword(before, normalizePassword(input.current) ?? ""))) {
      throw new Refusal("invalid_request", "This is not your current password.", "current");
    }
    await guesses.wasRight(account.email, address);
  } else requireRecentAuthentication(me, clock);
  const passwordHash = await hashPassword(requireStrongPassword(input.password, [account.name, account.email]));
  const { accountId } = me;
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.client.query(
      `update accounts set password_hash = $2, password_set_at = $3
       where id = $1 and password_hash is not distinct from $4 returning id`,
      [accountId, passwordHash, clock.now(), before],
    );
    if (!rows[0]) throw new Refusal("conflict", "The password was changed in the same moment. Reload and look again.");
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
