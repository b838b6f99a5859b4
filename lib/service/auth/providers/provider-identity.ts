import { lockAccount } from "#lib/service/auth/sign-in-methods.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { ProviderIdentity } from "./oidc-flow.ts";

/** Returns the account of an identity at the provider; null when there is none. */
export async function findAccountByIdentity(tx: Tx, { issuer, subject }: ProviderIdentity): Promise<string | null> {
  const { rows } = await tx.client.query<{ account_id: string }>(
    // The row lock makes a concurrent reset that removes the identity end the session that this sign-in opens.
    "select account_id from account_identities where issuer = $1 and subject = $2 for share",
    [issuer, subject],
  );
  return rows[0]?.account_id ?? null;
}

/**
 * Returns the account with the confirmed e-mail address of a person's first sign-in. The address is enough only while
 * the account has no other sign-in method: an address typed at registration proves nothing. Otherwise the owner of the
 * address could take over the account of the person who typed it, or be led into that account.
 * @throws conflict when the account has another sign-in method.
 */
export async function findAccountByVerifiedEmail(
  tx: Tx,
  identity: ProviderIdentity,
  name: string,
): Promise<string | null> {
  if (identity.email === null) return null;
  const { rows } = await tx.client.query<{ id: string; has_way: boolean }>(
    `select a.id, (a.password_hash is not null
        or exists (select 1 from passkeys p where p.account_id = a.id)
        or exists (select 1 from account_identities i where i.account_id = a.id)) as has_way
     from accounts a where lower(a.email) = lower($1) for update`,
    [identity.email],
  );
  const found = rows[0];
  if (!found) return null;
  if (!found.has_way) return found.id;
  throw new Refusal(
    "conflict",
    `An account with this e-mail address already exists. Sign in to it, then connect ${name} on your profile.`,
  );
}

/**
 * Links an account to an identity at the provider.
 * @throws conflict when the identity belongs to another account, or the account has another identity there.
 */
export async function linkIdentity(
  tx: Tx,
  { issuer, subject }: ProviderIdentity,
  accountId: string,
  name: string,
  clock: Clock,
): Promise<void> {
  await lockAccount(tx, accountId);
  await tx.client.query(
    `insert into account_identities (issuer, subject, account_id, created_at) values ($1, $2, $3, $4)
     on conflict (issuer, subject) do nothing`,
    [issuer, subject, accountId, clock.now()],
  );
  const { rows } = await tx.client.query<{ subject: string; account_id: string }>(
    "select subject, account_id from account_identities where issuer = $1 and (subject = $2 or account_id = $3)",
    [issuer, subject, accountId],
  );
  if (rows.some((row) => row.account_id !== accountId)) {
    throw new Refusal("conflict", `Your ${name} identity is connected to another account here. Nothing was changed.`);
  }
  if (rows.length > 1) {
    throw new Refusal("conflict", `Your account is connected to another ${name} identity. Disconnect that one first.`);
  }
}

/**
 * Returns the time since when an account is linked to the provider; null when it is not. A slash at the end does not
 * distinguish two issuers.
 */
export async function getProviderConnectedAt(
  tx: Pick<Tx, "client">,
  accountId: string,
  issuer: string,
): Promise<Date | null> {
  const { rows } = await tx.client.query<{ created_at: Date }>(
    `select created_at from account_identities where account_id = $1 and rtrim(issuer, '/') = rtrim($2, '/')`,
    [accountId, issuer],
  );
  return rows[0]?.created_at ?? null;
}

/** @returns false when there was no link. */
export async function unlinkIdentity(tx: Tx, accountId: string, issuer: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    "delete from account_identities where account_id = $1 and rtrim(issuer, '/') = rtrim($2, '/')",
    [accountId, issuer],
  );
  return (rowCount ?? 0) > 0;
}
