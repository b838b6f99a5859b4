import { OrganizationSettings } from "#lib/contract/resources/organization-settings.ts";
import type { OrganizationSettings as Wanted } from "#lib/contract/types.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { requireNamedZone, requireValidSlots } from "./setting-checks.ts";

/** How the organization wants its points, reviews and posting slots: what was chosen, and the defaults of the rest. */
export async function getOrganizationSettings(db: Pick<Tx["client"], "query">, orgId: string): Promise<Wanted> {
  const { rows } = await db.query<{ settings: unknown }>({
    name: "organization-settings",
    text: "select settings from organizations where id = $1",
    values: [orgId],
  });
  return parseOrganizationSettings(rows[0]?.settings ?? {});
}

/** Returns the settings of the column `settings`, with the defaults of what was not chosen. */
export const parseOrganizationSettings = (stored: unknown): Wanted => OrganizationSettings.parse(stored);

/**
 * Changes what is named and leaves the rest, also of what another administrator changes at the same time.
 * @throws Refusal `invalid_request` when the starts of levels do not rise, a text can't be kept, the zone is unknown, or
 *   slots have one id or a channel of another organization
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
  if (change.slots_zone !== undefined) requireNamedZone(change.slots_zone, "settings.slots_zone");
  if (change.slots) await requireValidSlots(tx, orgId, change.slots, "settings.slots");
  await tx.client.query("update organizations set settings = settings || $2::jsonb where id = $1", [
    orgId,
    JSON.stringify(change),
  ]);
}
