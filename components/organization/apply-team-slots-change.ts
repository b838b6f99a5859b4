import { applySlotChange } from "#components/settings/slots/slot-list-updates.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { OrganizationSettings } from "#lib/contract/types.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";

/** The slots with the zone of their wall times. */
type ZonedTeamSlots = Pick<OrganizationSettings, "slots" | "slots_zone">;

/**
 * Applies this tab's change to the slots as they are now. Slots are written whole, and other administrators may have saved
 * theirs. The zone of `after` is that of its times; while the team's slots are in another one, 09:00 would be another
 * instant than the page showed, so the change is refused.
 */
export function applyTeamSlotsChange(
  before: Pick<ZonedTeamSlots, "slots">,
  after: ZonedTeamSlots,
  now: ZonedTeamSlots,
): Result<ZonedTeamSlots> {
  if (now.slots.length > 0 && now.slots_zone !== after.slots_zone) {
    const message = `The team's slots are in ${getTimeZoneCity(now.slots_zone)} time now.`;
    return { error: { code: "conflict", message, status: 409 } };
  }
  return { ok: { slots: applySlotChange(before.slots, after.slots, now.slots), slots_zone: after.slots_zone } };
}
