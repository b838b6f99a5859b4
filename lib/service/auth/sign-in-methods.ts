import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** Changes to the ways into one account come one after the other: of two that are removed at the same time one stays. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.client.query("select 1 from accounts where id = $1 for update", [accountId]);
}

/**
 * Called once a way was removed, in its transaction: refuses when none is left. @param issuer the provider that people can
 * sign in with now: who somebody is at another is no way in.
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
    "This is your only way to sign in, so it stays. Set a password or add a passkey first, then remove it.",
  );
}
