import type { OrganizationChange } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { recordAudit } from "#lib/service/audit/record-audit-event.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { changeOrganizationSettings } from "#lib/service/settings/organization-settings.ts";
import { lockOrganization, needAdmin } from "./require-admin.ts";

/** Renames the organization, or changes its rules. @throws Refusal `forbidden` for who is no administrator */
export async function changeOrganization(tx: Tx, actor: Actor, change: OrganizationChange): Promise<void> {
  needAdmin(await lockOrganization(tx, actor), "change the organization");
  if (change.name !== undefined) {
    // The slug stays: it stands in addresses.
    await tx.client.query("update organizations set name = $2 where id = $1", [actor.orgId, change.name]);
  }
  if (change.settings) await changeOrganizationSettings(tx, actor.orgId, change.settings);
  await recordAudit(tx, {
    ...{ type: "organization.update", by: actor },
    target: { type: "organization", id: actor.orgId },
    detail: {
      ...(change.name !== undefined && { name: change.name }),
      changed: Object.keys(change.settings ?? {}),
    },
  });
}
