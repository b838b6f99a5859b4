import { isAdmin, type Role } from "#lib/contract/scopes.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** @throws Refusal `forbidden` */
export function requireAdmin(actor: Pick<Actor, "role">, action: string): void {
  if (!isAdmin(actor.role)) throw new Refusal("forbidden", `Only administrators can ${action}.`);
}

/**
 * Makes changes of who is in an organization happen one after the other, and gives what the caller is now: while the
 * lock was waited for, somebody may have taken their role, or deactivated them.
 * @throws Refusal `unauthorized` when they are not active any more
 */
export async function lockOrganization(tx: Tx, actor: Actor): Promise<Actor> {
  await tx.client.query("select 1 from organizations where id = $1 for no key update", [actor.orgId]);
  const { rows } = await tx.client.query<{ role: Role }>(
    "select role from members where id = $1 and org_id = $2 and removed_at is null",
    [actor.memberId, actor.orgId],
  );
  if (!rows[0]) throw new Refusal("unauthorized", "You are no longer an active member of this organization.");
  return { ...actor, role: rows[0].role };
}
