import { isAdmin } from "#lib/contract/scopes.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { getAuthenticatorConfirmedAt } from "./authenticator-app.ts";

/**
 * Returns an organization where this account is an administrator and two-step verification is required; null when there
 * is none.
 */
export async function findRequiringOrganization(
  client: Pick<Tx["client"], "query">,
  accountId: string,
): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>({
    name: "two-step-required-by",
    text: `select o.name from members m join organizations o on o.id = m.org_id
           where m.account_id = $1 and m.removed_at is null and m.role in ('owner', 'admin')
             and o.settings -> 'require_two_step' = 'true'
           order by m.created_at limit 1`,
    values: [accountId],
  });
  return rows[0]?.name ?? null;
}

/**
 * Checks whether a sign-in at the provider must be followed by our code: the provider's own second factor is enough
 * until an organization requires ours.
 */
export async function requiresTwoStepCode(tx: Tx, accountId: string): Promise<boolean> {
  if (!(await getAuthenticatorConfirmedAt(tx.client, accountId))) return false;
  return (await findRequiringOrganization(tx.client, accountId)) !== null;
}

type Row = { role: string; account_id: string | null; has_factor: boolean };

/**
 * Refuses a change of the organization's rule; call it before the change.
 * @throws Refusal `forbidden` for a member who is not an owner, `conflict` for an owner without a second factor: they
 * would lock themselves out
 */
export async function requireTwoStepRuleOwner(tx: Tx, actor: Actor, isOn: boolean): Promise<void> {
  const { rows } = await tx.client.query<Row>(
    `select m.role, m.account_id,
       exists (select 1 from authenticator_apps t where t.account_id = m.account_id and t.secret is not null)
         or exists (select 1 from passkeys p where p.account_id = m.account_id) as has_factor
     from members m where m.id = $1`,
    [actor.memberId],
  );
  const me = rows[0];
  if (!isAdmin(actor.role) || me?.role !== "owner") {
    throw new Refusal("forbidden", "Only owners can change whether two-step verification is required.");
  }
  if (!isOn || me.has_factor) return;
  throw new Refusal(
    "conflict",
    "Set up two-step verification or a passkey for yourself first. Otherwise you would lock yourself out.",
  );
}
