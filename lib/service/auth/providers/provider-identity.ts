import { lockAccount } from "#lib/service/auth/sign-in-methods.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { ProviderIdentity } from "./oidc-flow.ts";

/** The account of somebody at the provider; null when there is none. */
export async function findAccountByIdentity(tx: Tx, { issuer, subject }: ProviderIdentity): Promise<string | null> {
  const { rows } = await tx.client.query<{ account_id: string }>(
    // Held, so that a reset which removes it meanwhile ends the session that this opens.
    "select account_id from account_identities where issuer = $1 and subject = $2 for share",
    [issuer, subject],
  );
  return rows[0]?.account_id ?? null;
}

/**
 * The account with the confirmed e-mail address of somebody who comes for the first time. It is theirs by that alone only
 * while nobody has another way into it: an address that was typed when an account was made proves nothing, so that
 * otherwise whoever holds it could take over the account of who typed it, or be led into theirs.
 * @throws conflict when there is such an account with another way in.
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
    `There is an account with this e-mail address. Sign in to it as usual, then connect ${name} on your profile.`,
  );
}

/**
 * Writes down that somebody at the provider is this account.
 * @throws conflict when they are another one already, or the account is somebody else there.
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
    throw new Refusal("conflict", `You are known at ${name} as another account here. Nothing was changed.`);
  }
  if (rows.length > 1) {
    throw new Refusal("conflict", `Your account is connected to somebody else at ${name}. Disconnect that first.`);
  }
}

/** Since when an account is known at the provider; null when it is not. A slash at the end tells no two issuers apart. */
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

/** @returns false when there was none. */
export async function unlinkIdentity(tx: Tx, accountId: string, issuer: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    "delete from account_identities where account_id = $1 and rtrim(issuer, '/') = rtrim($2, '/')",
    [accountId, issuer],
  );
  return (rowCount ?? 0) > 0;
}
