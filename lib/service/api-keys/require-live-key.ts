import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/**
 * Call it last in a transaction that gives out access. A request is let in before its transaction begins, so its key may
 * have been revoked since: a password reset or a deactivation would then miss what this request adds. This waits for such a
 * change and refuses after it; a change that comes later waits for this transaction and finds what it added.
 * @throws Refusal `unauthorized`
 */
export async function requireLiveKey(tx: Tx, keyId: string): Promise<void> {
  const { rowCount } = await tx.client.query({
    name: "require-live-key",
    text: "select 1 from api_keys where id = $1 and revoked_at is null for no key update",
    values: [keyId],
  });
  if (rowCount === 0) throw new Refusal("unauthorized", "You are no longer signed in. Nothing was changed.");
}
