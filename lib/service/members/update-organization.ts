import type { OrganizationChange } from "#lib/contract/types.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { updateOrganizationSettings } from "#lib/service/settings/organization-settings.ts";
import { lockOrganization, requireAdmin } from "./require-admin.ts";

/** Renames the organization, or changes its settings. @throws Refusal `forbidden` for who is no administrator */
export async function updateOrganization(tx: Tx, actor: Actor, change: OrganizationChange): Promise<void> {
  requireAdmin(await lockOrganization(tx, actor), "change the organization");
  if (change.name !== undefined) {
    // The slug stays: it stands in addresses.
    await tx.client.query("update organizations set name = $2 where id = $1", [actor.orgId, change.name]);
  }
  if (change.settings) await updateOrganizationSettings(tx, actor.orgId, change.settings);
  await recordAuditEvent(tx, {
    type: "organization.update",
    by: actor,
    target: { type: "organization", id: actor.orgId },
    detail: {
      ...(change.name !== undefined && { name: change.name }),
      changed: Object.keys(change.settings ?? {}),
    },
  });
}
