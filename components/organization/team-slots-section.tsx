"use client";
import { SaveFailureBanner } from "#components/settings/save-failure-banner.tsx";
import { SettingRow } from "#components/settings/setting-row.tsx";
import { applySlotChange } from "#components/settings/slots/slot-list-updates.ts";
import { SlotsSection } from "#components/settings/slots/slots-section.tsx";
import { formatTimeInZone, TimeZoneButton } from "#components/settings/time-zone-button.tsx";
import { useSettings } from "#components/settings/use-settings.ts";
import { useNow } from "#components/ui/use-now.ts";
import { readOrganizationSettings, updateOrganization } from "#lib/actions/organization.ts";
import type { Channel, OrganizationSettings } from "#lib/contract/types.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { getTeamSlotsZone } from "./team-slots-zone.ts";

type TeamSlotsSectionProps = {
  settings: OrganizationSettings;
  channels: readonly Channel[];
  nowMs: number;
  mayChange: boolean;
};

type SettingsChange = Partial<OrganizationSettings>;

/** Saves a change. Slots are written whole, so their change is applied to what other administrators have saved by now. */
async function updateOrganizationSettings(change: SettingsChange, before: SettingsChange) {
  const next = { ...change };
  if (change.slots && before.slots) {
    const now = await readOrganizationSettings();
    if (now.error) return now;
    next.slots = applySlotChange(before.slots, change.slots, now.ok.slots);
    // Another administrator has added the first slots, in their zone.
    if (now.ok.slots.length > 0) delete next.slots_zone;
  }
  const result = await updateOrganization({ settings: next });
  return result.ok ? { ok: result.ok.settings } : result;
}

/** The weekly posting times of everyone in the organization, with the zone of their wall times. */
export function TeamSlotsSection({ settings: initial, channels, nowMs, mayChange }: TeamSlotsSectionProps) {
  const { settings, save, failure } = useSettings(initial, updateOrganizationSettings);
  const { zone: ownZone, clock, weekStart } = usePreferences();
  const now = useNow(nowMs);
  const { slots, slots_zone: storedZone } = settings;
  const hasZoneRow = slots.length > 0 && mayChange;
  const zone = getTeamSlotsZone(settings, { zone: ownZone, mayChange });
  return (
    <div className="grid gap-3.5">
      {failure ? <SaveFailureBanner failure={failure} /> : null}
      <SlotsSection
        id="slots"
        title="Team posting slots"
        note={`Everyone's posting times. “Add to queue” takes the first free slot, the team's or the member's own.${hasZoneRow || zone === null ? "" : ` Times in ${getTimeZoneCity(zone)}`}`}
        slots={slots}
        clock={clock}
        weekStart={weekStart}
        channels={channels}
        onSave={
          mayChange
            ? (next, message, undo) =>
                save(
                  { slots: next, ...(zone !== null && zone !== storedZone && { slots_zone: zone }) },
                  message,
                  (current) => ({
                    slots: undo(current.slots),
                  }),
                )
            : null
        }
      >
        {hasZoneRow && zone !== null ? (
          <SettingRow label="Time zone" note={formatTimeInZone(zone, clock, now)}>
            <TimeZoneButton
              label="Time zone of the team's slots"
              zone={zone}
              now={now}
              clock={clock}
              noneLabel={null}
              onChoose={(next) => {
                if (next !== null) save({ slots_zone: next }, `the team's slots are in ${getTimeZoneCity(next)} time`);
              }}
            />
          </SettingRow>
        ) : null}
      </SlotsSection>
    </div>
  );
}
