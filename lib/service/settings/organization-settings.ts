import { OrganizationSettings } from "#lib/contract/organization-settings";
import type { OrganizationSettings as Wanted } from "#lib/contract/types";
import type { Tx } from "#lib/service/db/tx";

/** How the organization wants its points and reviews: what was chosen, and the defaults of the rest. */
export async function readOrganizationSettings(db: Pick<Tx["client"], "query">, orgId: string): Promise<Wanted> {
  const { rows } = await db.query<{ settings: unknown }>({
    name: "organization-settings",
    text: "select settings from organizations where id = $1",
    values: [orgId],
  });
  return OrganizationSettings.parse(rows[0]?.settings ?? {});
}
