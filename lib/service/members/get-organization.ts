import type { Organization } from "#lib/contract/types.ts";
import type { ServiceSettings } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { getOrganizationSettings } from "#lib/service/settings/organization-settings.ts";

/** The organization with its rules, for everyone in it. */
export async function getOrganization(
  db: Pick<Tx["client"], "query">,
  orgId: string,
  settings: Pick<ServiceSettings, "sendsMail">,
): Promise<Organization> {
  const { rows } = await db.query<{ id: string; name: string; slug: string; members: number }>({
    name: "get-organization",
    text: `select o.id, o.name, o.slug,
             (select count(*)::int from members m where m.org_id = o.id and m.removed_at is null) as members
           from organizations o where o.id = $1`,
    values: [orgId],
  });
  const [row] = rows;
  if (!row) throw new Refusal("unauthorized", "The organization of this API key no longer exists.");
  return { ...row, settings: await getOrganizationSettings(db, orgId), mail: settings.sendsMail };
}
