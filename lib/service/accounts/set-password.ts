import type { OpenedSession, Visitor } from "#lib/embed";
import { inTransaction } from "#lib/service/db/tx";
import { endSessions } from "#lib/service/keys/sessions";
import { Refusal } from "#lib/service/refusal";
import type { AccountParts } from "./account-parts.ts";
import { claimAccount } from "./claim-account.ts";
import type { Guesses } from "./guesses.ts";
import { needAccount, needSignedIn } from "./need-account.ts";
import { needStrong } from "./need-strong.ts";
import { openAccountSession } from "./open-session.ts";
import { hashPassword, isPassword, readPassword } from "./passwords.ts";
import { requireRecentProof } from "./recent-proof.ts";

/**
 * Sets one's own password; who has one gives it too. Ends every other session of the account.
 * @returns a new session where the caller came with an API key: they are signed in as themselves from now on
 */
export async function setPassword(
  { pool, db, clock, log, flushKeys }: AccountParts,
  guesses: Guesses,
  session: OpenedSession,
  input: { current: string; password: string },
  { address, device }: Visitor,
): Promise<OpenedSession | null> {
  const me = await needSignedIn(db, session);
  const account = me.accountId === null ? null : await needAccount(db, me.accountId);
  const before = account?.passwordHash ?? null;
  if (account && before !== null) {
    await guesses.spend(account.email, address);
    if (!(await isPassword(before, readPassword(input.current) ?? ""))) {
      throw new Refusal("invalid_request", "This is not your current password.", "current");
    }
    await guesses.wasRight(account.email, address);
  } else if (account) requireRecentProof(me, clock);
  const about = account ? [account.name, account.email] : await aboutMember(db.$client, me.memberId);
  const passwordHash = await hashPassword(needStrong(input.password, about));
  const opened = await inTransaction(pool, async (tx) => {
    const accountId = await claimAccount(tx, me, clock);
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
    if (me.accountId !== null) return null;
    const proof = { provedAt: clock.now(), twoFactor: false };
    return openAccountSession(tx, { accountId, memberId: me.memberId, way: "password", device, proof }, clock);
  });
  flushKeys();
  log.info({ memberId: me.memberId }, "password set");
  return opened;
}

async function aboutMember(client: AccountParts["pool"], memberId: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; email: string }>(
    "select name, email from members where id = $1",
    [memberId],
  );
  return rows[0] ? [rows[0].name, rows[0].email] : [];
}
