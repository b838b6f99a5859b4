import { OrganizationSettings } from "#lib/contract/resources/organization-settings.ts";
import type { OrganizationSettings as Wanted } from "#lib/contract/types.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** How the organization wants its points and reviews: what was chosen, and the defaults of the rest. */
export async function getOrganizationSettings(db: Pick<Tx["client"], "query">, orgId: string): Promise<Wanted> {
  const { rows } = await db.query<{ settings: unknown }>({
    name: "organization-settings",
    text: "select settings from organizations where id = $1",
    values: [orgId],
  });
  return OrganizationSettings.parse(rows[0]?.settings ?? {});
}

/**
 * Changes what is named and leaves the rest, also of what another administrator changes at the same time.
 * @throws Refusal `invalid_request` when the starts of levels do not rise, or a text can't be kept
 */
export async function updateOrganizationSettings(tx: Tx, orgId: string, change: Partial<Wanted>): Promise<void> {
  const starts = change.level_starts;
  if (starts?.some((start, at) => at > 0 && start <= (starts[at - 1] ?? 0))) {
    const message = "Level starts must rise: each requires more points than the one before.";
    throw new Refusal("invalid_request", message, "settings.level_starts");
  }
  // PostgreSQL's JSON knows every character but this one.
  if (JSON.stringify(change).includes("\\u0000")) {
    throw new Refusal("invalid_request", "A text contains a character that can't be stored.", "settings");
  }
  await tx.client.query("update organizations set settings = settings || $2::jsonb where id = $1", [
    orgId,
    JSON.stringify(change),
  ]);
}
