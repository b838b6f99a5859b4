import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { createAccount, parsePersonDetails } from "./create-account.ts";

type Row = { name: string; email: string; account_id: string | null };

/**
 * Returns the account of a member and creates it for a member who has only used API keys. A new account has no way to
 * sign in: the caller gives out a link to set one.
 * @throws Refusal `not_found`; `conflict` when another account has the member's e-mail
 */
export async function ensureAccount(tx: Tx, memberId: string, clock: Clock): Promise<string> {
  const { rows } = await tx.client.query<Row>(
    "select name, email, account_id from members where id = $1 and removed_at is null for no key update",
    [memberId],
  );
  const row = rows[0];
  if (!row) throw new Refusal("not_found", "The member was not found.");
  if (row.account_id !== null) return row.account_id;
  const accountId = await createAccount(tx, parsePersonDetails(row), clock).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== "conflict") throw error;
    const message = `An account with ${row.email} already exists. Invite it instead. Nothing was changed.`;
    throw new Refusal("conflict", message);
  });
  await tx.client.query("update members set account_id = $2 where id = $1", [memberId, accountId]);
  return accountId;
}

/**
 * Checks whether a member's account has a password, a passkey, or an identity at the current provider. @param issuer
 * the provider's; null if there is none
 */
export async function hasSignInMethod(
  client: Pick<Tx["client"], "query">,
  memberId: string,
  issuer: string | null,
): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    `select ${hasSignInMethodSql("a.id", "$2")} as has from members m join accounts a on a.id = m.account_id where m.id = $1`,
    [memberId, issuer],
  );
  return rows[0]?.has ?? false;
}

/** The SQL condition of `hasSignInMethod`, for an account `a` in the statement. */
export const hasSignInMethodSql = (accountId: string, issuer: string): string => `(
  a.password_hash is not null
  or exists (select 1 from passkeys p where p.account_id = ${accountId})
  or exists (select 1 from account_identities i where i.account_id = ${accountId}
       and rtrim(i.issuer, '/') = rtrim(${issuer}::text, '/')))`;
