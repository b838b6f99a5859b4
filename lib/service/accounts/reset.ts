import { inTransaction, type Tx } from "#lib/service/db/tx";
import { hashKey } from "#lib/service/keys/make-key";
import { endSessions } from "#lib/service/keys/sessions";
import { Refusal } from "#lib/service/refusal";
import type { AccountParts } from "./account-parts.ts";
import type { Guesses } from "./guesses.ts";
import { findAccount } from "./need-account.ts";
import { needStrong } from "./need-strong.ts";
import { hashPassword } from "./passwords.ts";
import { writeReset } from "./reset-letter.ts";
import { addReset, isStillTheirs } from "./reset-link.ts";

/**
 * Sends a letter with a link to who has this e-mail; to nobody when there is no such account, or when enough were sent. The
 * caller answers the same at the same time in each case: it does not wait for this.
 */
export async function sendReset(parts: AccountParts, guesses: Guesses, email: string, address: string): Promise<void> {
  const { pool, db, clock, log, settings, sendLetter } = parts;
  if (!(await guesses.maySend(email, address))) return;
  const account = email.length > 254 || email.includes("\0") ? null : await findAccount(db, email);
  if (!account || !settings.sendsMail) return;
  const { token } = await inTransaction(pool, (tx) => addReset(tx, { accountId: account.id, source: "email" }, clock));
  const letter = writeReset(`${settings.origin}/reset?token=${token}`);
  const came = await sendLetter({ to: { name: account.name, address: account.email }, ...letter, id: clock.newId() });
  log.info({ accountId: account.id, sent: came.sent }, "password reset asked for");
}

type Row = { id: string; account_id: string; made_by: string | null; email: string; name: string };

const readSql = `
  select r.id, r.account_id, r.made_by, a.email, a.name from password_resets r join accounts a on a.id = r.account_id
  where r.token_hash = $1 and r.used_at is null and r.expires_at > $2`;

const gone = () => new Refusal("not_found", "This link was used already, or it has run out. Ask for a new one.");

/** Whose password a link sets; null when it works no more. Reads only. */
export async function readReset({ pool, clock }: AccountParts, token: string): Promise<{ email: string } | null> {
  const { rows } = await pool.query<Row>(readSql, [hashKey(token), clock.now()]);
  return rows[0] ? { email: rows[0].email } : null;
}

/** Sets a new password by a link, once, and ends every session of the account. @throws Refusal `not_found` */
export async function useReset(parts: AccountParts, token: string, typed: string): Promise<void> {
  const { pool, clock, log, flushKeys } = parts;
  const { rows } = await pool.query<Row>(readSql, [hashKey(token), clock.now()]);
  const seen = rows[0];
  if (!seen) throw gone();
  const passwordHash = await hashPassword(needStrong(typed, [seen.name, seen.email]));
  await inTransaction(pool, async (tx: Tx) => {
    const now = clock.now();
    const locked = await tx.client.query<Row>(`${readSql} for update of r`, [hashKey(token), now]);
    const row = locked.rows[0];
    if (!row || (row.made_by !== null && !(await isStillTheirs(tx, row.account_id, row.made_by)))) throw gone();
    await tx.client.query("update accounts set password_hash = $2, password_set_at = $3 where id = $1", [
      ...[row.account_id, passwordHash, now],
    ]);
    // The other links too: whoever asked for them has been answered.
    await tx.client.query("update password_resets set used_at = $2 where account_id = $1 and used_at is null", [
      ...[row.account_id, now],
    ]);
    await endSessions(tx, { accountId: row.account_id, except: null }, clock);
  });
  flushKeys();
  log.info({ accountId: seen.account_id }, "password reset");
}
