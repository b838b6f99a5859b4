import type { OrganizationSettings } from "#lib/contract/types.ts";

/**
 * Returns the zone of the team's slots. Without slots, the stored zone is left over from removed ones, so an
 * administrator gets their own zone and a member gets null.
 */
export function getTeamSlotsZone(
  { slots, slots_zone: storedZone }: Pick<OrganizationSettings, "slots" | "slots_zone">,
  reader: { zone: string; mayChange: boolean },
): string | null {
  if (slots.length > 0) return storedZone;
  return reader.mayChange ? reader.zone : null;
}
