import type { OrganizationSettings } from "#lib/contract/types.ts";

/**
 * Returns the zone of the team's slots. Without slots nobody has chosen one, also where the service still has that of
 * former slots: the first slots are in that of the administrator who adds them, and for others there is none.
 */
export function getTeamSlotsZone(
  { slots, slots_zone: storedZone }: Pick<OrganizationSettings, "slots" | "slots_zone">,
  reader: { zone: string; mayChange: boolean },
): string | null {
  if (slots.length > 0) return storedZone;
  return reader.mayChange ? reader.zone : null;
}
