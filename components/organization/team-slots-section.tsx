"use client";
import { SaveFailureBanner } from "#components/settings/save-failure-banner.tsx";
import { SettingRow } from "#components/settings/setting-row.tsx";
import { SlotsSection } from "#components/settings/slots/slots-section.tsx";
import { formatTimeInZone, TimeZoneButton } from "#components/settings/time-zone-button.tsx";
import { useSettings } from "#components/settings/use-settings.ts";
import { useNow } from "#components/ui/use-now.ts";
import { readOrganizationSettings, updateOrganization } from "#lib/actions/organization.ts";
import type { Channel, OrganizationSettings } from "#lib/contract/types.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { applyTeamSlotsChange } from "./apply-team-slots-change.ts";
import { getTeamSlotsZone } from "./team-slots-zone.ts";

type TeamSlotsSectionProps = {
  settings: OrganizationSettings;
  channels: readonly Channel[];
  nowMs: number;
  mayChange: boolean;
};

type SettingsChange = Partial<OrganizationSettings>;

/** Saves a change of the zone, or one of the slots with the zone of their times. */
async function updateOrganizationSettings(change: SettingsChange, before: SettingsChange) {
  let settings = change;
  if (change.slots && before.slots && change.slots_zone !== undefined) {
    const now = await readOrganizationSettings();
    if (now.error) return now;
    const after = { slots: change.slots, slots_zone: change.slots_zone };
    const applied = applyTeamSlotsChange({ slots: before.slots }, after, now.ok);
    if (applied.error) return applied;
    settings = applied.ok;
  }
  const result = await updateOrganization({ settings });
  return result.ok ? { ok: result.ok.settings } : result;
}

/** The weekly posting times of everyone in the organization, with the zone of their wall times. */
export function TeamSlotsSection({ settings: initial, channels, nowMs, mayChange }: TeamSlotsSectionProps) {
  const { settings, save, failure } = useSettings(initial, updateOrganizationSettings);
  const { zone: ownZone, clock, weekStart } = usePreferences();
  const now = useNow(nowMs);
  const { slots } = settings;
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
          mayChange && zone !== null
            ? (next, message, undo) =>
                save({ slots: next, slots_zone: zone }, message, (current) => ({
                  slots: undo(current.slots),
                  slots_zone: zone,
                }))
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
