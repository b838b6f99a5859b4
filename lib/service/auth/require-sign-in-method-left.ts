import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/**
 * Locks the account, so that concurrent changes of its sign-in methods run one after the other: of two concurrent
 * removals one is refused.
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.client.query("select 1 from accounts where id = $1 for update", [accountId]);
}

/**
 * Refuses when the account has no sign-in method left; call it after a removal, in the same transaction. @param issuer
 * the current provider: an identity at another provider is not a sign-in method
 */
export async function requireSignInMethodLeft(tx: Tx, accountId: string, issuer: string | null): Promise<void> {
  const { rows } = await tx.client.query<{ ways: number }>(
    `select (select count(*) from accounts where id = $1 and password_hash is not null)::int
          + (select count(*) from passkeys where account_id = $1)::int
          + (select count(*) from account_identities where account_id = $1
              and rtrim(issuer, '/') = rtrim($2, '/'))::int as ways`,
    [accountId, issuer],
  );
  if ((rows[0]?.ways ?? 0) > 0) return;
  throw new Refusal(
    "conflict",
    "This is your only way to sign in, so it can't be removed. Set a password or add a passkey first.",
  );
}
