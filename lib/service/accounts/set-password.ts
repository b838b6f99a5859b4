import type { OpenedSession, Visitor } from "#lib/embedded-service.ts";
import { recordAudit } from "#lib/service/audit/record-audit-event.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { endSessions } from "#lib/service/auth/sessions/session-store.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { AccountParts } from "#lib/service/auth/account-deps.ts";
import type { Guesses } from "#lib/service/auth/sign-in-throttle.ts";
import { needAccount, needOwnAccount } from "#lib/service/auth/require-account.ts";
import { needStrong } from "#lib/service/auth/passwords/require-strong-password.ts";
import { hashPassword, isPassword, readPassword } from "#lib/service/auth/passwords/password-hashing.ts";
import { requireRecentProof } from "#lib/service/auth/sessions/recent-authentication.ts";

/**
 * Sets the password of the caller's own account; who has one gives it too. Ends every other session of the account.
 * @throws Refusal `forbidden` for a session that an API key opened: a key is not the person
 */
export async function setPassword(
  { pool, db, clock, log, flushKeys }: AccountParts,
  guesses: Guesses,
  session: OpenedSession,
  input: { current: string; password: string },
  { address }: Visitor,
): Promise<void> {
  const me = await needOwnAccount(db, session);
  const account = await needAccount(db, me.accountId);
  const before = account.passwordHash;
  if (before !== null) {
    await guesses.spend(account.email, address);
    if (!(await isPassword(before, readPassword(input.current) ?? ""))) {
      throw new Refusal("invalid_request", "This is not your current password.", "current");
    }
    await guesses.wasRight(account.email, address);
  } else requireRecentProof(me, clock);
  const passwordHash = await hashPassword(needStrong(input.password, [account.name, account.email]));
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
    await endSessions(tx, { accountId, except: me.sessionId }, clock);
    await recordAudit(tx, { type: "password.set", by: { ...me.actor, accountId, address } });
  });
  flushKeys();
  log.info({ memberId: me.memberId }, "password set");
}
