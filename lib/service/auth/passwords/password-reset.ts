import { getThrottleKey } from "#lib/address-throttle.ts";
import type { ResetSeen, Visitor } from "#lib/embedded-service.ts";
import { hashToken } from "#lib/service/api-keys/api-key-token.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { AccountDeps } from "#lib/service/auth/account-deps.ts";
import { findAccount } from "#lib/service/auth/accounts.ts";
import { listCredentials, removeMemberAccess, removeSignIns } from "#lib/service/auth/list-or-remove-credentials.ts";
import { lockAccount } from "#lib/service/auth/require-sign-in-method-left.ts";
import { closeSessionsOf } from "#lib/service/auth/sessions/close-session.ts";
import { getAuthenticatorConfirmedAt } from "#lib/service/auth/two-step/authenticator-app.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { EmailMessage, MailPermit } from "#lib/service/core/context.ts";
import { escapeHtml, renderEmailDocument } from "#lib/service/core/email-document.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { spendMail } from "#lib/service/outbox/mail-limits.ts";
import { hashPassword } from "./password-hashing.ts";
import { createPasswordReset, mayAdminResetPassword, type PasswordResetSource } from "./password-reset-link.ts";
import { requireStrongPassword } from "./require-strong-password.ts";

/**
 * Sends an e-mail with a link to the account with this address; sends nothing when there is no account or too many were
 * sent. The caller's response and its time are the same in each case, because the caller does not wait.
 */
export async function sendPasswordReset(parts: AccountDeps, email: string, address: string): Promise<void> {
  const { pool, db, clock, log, settings, sendEmail } = parts;
  const permit = await spendResetMail(parts, email, address);
  if (!permit) return;
  const account = email.length > 254 || email.includes("\0") ? null : await findAccount(db, email);
  if (!account || !settings.sendsMail) return;
  const { token } = await inTransaction(pool, (tx) =>
    createPasswordReset(tx, { accountId: account.id, source: "email" }, clock),
  );
  const message = renderPasswordResetEmail(`${settings.origin}/reset?token=${token}`);
  const to = { name: account.name, address: account.email };
  const outcome = await sendEmail({ to, ...message, id: clock.newId() }, permit);
  log.info({ accountId: account.id, sent: outcome.sent }, "password reset requested");
}

/** Counts also for an address without an account. @returns null when too many were asked for */
async function spendResetMail(
  { pool, clock, settings }: AccountDeps,
  email: string,
  address: string,
): Promise<MailPermit | null> {
  const mail = { type: "password reset", to: email, by: getThrottleKey(address) } as const;
  try {
    return await spendMail(pool, mail, { clock, settings });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

type Row = {
  id: string;
  account_id: string;
  made_by: string | null;
  source: PasswordResetSource;
  email: string;
  name: string;
  email_confirmed_at: Date | null;
};

const selectResetSql = `
  select r.id, r.account_id, r.made_by, r.source, a.email, a.name, a.email_confirmed_at
  from password_resets r join accounts a on a.id = r.account_id
  where r.token_hash = $1 and r.used_at is null and r.expires_at > $2`;

const createResetExpiredRefusal = () =>
  new Refusal("not_found", "This link was already used or has expired. Ask for a new one.");

/**
 * Returns the account of a reset link and the credentials the reset would remove; null when the link no longer works.
 * Reads only.
 */
export async function getPasswordReset({ pool, clock }: AccountDeps, token: string): Promise<ResetSeen | null> {
  const now = clock.now();
  const { rows } = await pool.query<Row>(selectResetSql, [hashToken(token), now]);
  const row = rows[0];
  if (!row) return null;
  const { email, source, account_id: accountId, email_confirmed_at: confirmedAt } = row;
  if (source !== "email") return { email, review: null };
  const credentials = await listCredentials(pool, accountId, now);
  const hasTwoStep = (await getAuthenticatorConfirmedAt(pool, accountId)) !== null;
  return { email, review: { wasConfirmed: confirmedAt !== null, hasTwoStep, credentials } };
}

/**
 * Sets a new password by a link, once, and ends every session of the account and of its members' keys. A link that came
 * by e-mail proves the address: the reset confirms the address and removes each credential that `keep` doesn't name
 * (docs/decisions/0050).
 * @throws Refusal `not_found`; `invalid_request` for a weak password
 */
export async function completePasswordReset(
  parts: AccountDeps,
  token: string,
  input: { password: string; keep: readonly string[] },
  { address }: Visitor,
): Promise<void> {
  const { pool, clock, log, flushKeys } = parts;
  const { rows } = await pool.query<Row>(selectResetSql, [hashToken(token), clock.now()]);
  const seen = rows[0];
  if (!seen) throw createResetExpiredRefusal();
  const passwordHash = await hashPassword(requireStrongPassword(input.password, [seen.name, seen.email]));
  await inTransaction(pool, async (tx: Tx) => {
    const now = clock.now();
    const locked = await tx.client.query<Row>(`${selectResetSql} for update of r`, [hashToken(token), now]);
    const row = locked.rows[0];
    if (!row || (row.made_by !== null && !(await mayAdminResetPassword(tx, row.account_id, row.made_by))))
      throw createResetExpiredRefusal();
    const { account_id: accountId, source } = row;
    await lockAccount(tx, accountId);
    await tx.client.query(
      `update accounts set password_hash = $2, password_set_at = $3,
         email_confirmed_at = case when $4 then $3 else email_confirmed_at end
       where id = $1`,
      [accountId, passwordHash, now, source === "email"],
    );
    // The account's other links end too: their purpose is fulfilled.
    await tx.client.query("update password_resets set used_at = $2 where account_id = $1 and used_at is null", [
      ...[accountId, now],
    ]);
    // Sessions end between the two removals: a concurrent sign-in has committed before, and a credential that a session
    // adds is refused after.
    const removal = source === "email" ? { accountId, keep: input.keep, address, now } : null;
    const signIns = removal && (await removeSignIns(tx, removal));
    await endAllSessions(tx, accountId, clock);
    const others = removal && (await removeMemberAccess(tx, removal));
    const by = { orgId: null, memberId: null, accountId, address };
    const detail = { source, ...(removal && { removed: (signIns ?? 0) + (others ?? 0) }) };
    await recordAuditEvent(tx, { type: source === "server" ? "account.claim" : "password.reset", by, detail });
  });
  flushKeys();
  log.info({ accountId: seen.account_id }, "password reset");
}

async function endAllSessions(tx: Tx, accountId: string, clock: Clock): Promise<void> {
  await closeSessionsOf(tx, { accountId, except: null }, clock);
  const { rows } = await tx.client.query<{ id: string }>("select id from members where account_id = $1", [accountId]);
  for (const { id } of rows) await closeSessionsOf(tx, { memberId: id, except: null }, clock);
}

/**
 * Renders the e-mail with the link to a new password. The e-mail names nobody: the person who typed the address is
 * unknown.
 */
function renderPasswordResetEmail(url: string): Pick<EmailMessage, "subject" | "text" | "html"> {
  const what = "Someone asked to reset the password of your Postwright account.";
  const until =
    "The link works once and expires in an hour. Setting a new password signs you out everywhere, and you choose which passkeys and API keys stay.";
  const unknown = "If this wasn't you, ignore this e-mail. Nothing changes.";
  return {
    subject: "Set a new password",
    text: [what, "", `Set a new password: ${url}`, "", until, unknown, ""].join("\n"),
    html: renderEmailDocument({
      title: what,
      content: `<p style="margin:0">${what}</p>`,
      action: { label: "Set a new password", url },
      note: escapeHtml(`${until} ${unknown}`),
    }),
  };
}
