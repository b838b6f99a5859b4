"use client";
import { Card } from "#components/ui/layout/card.tsx";
import { Segmented } from "#components/ui/controls/segmented-control.tsx";
import type { Settings } from "#lib/contract/types.ts";
import { offsetText } from "#lib/time/format-calendar.ts";
import { weekdayName } from "#lib/time/format.ts";
import { clockText, zonePlace } from "#lib/time/format-short.ts";
import { isZone, toWall } from "#lib/time/time-zone.ts";
import { SettingRow, SettingsSection } from "./settings-section.tsx";
import type { Save } from "./use-settings.ts";
import { ZoneButton } from "./zone-button.tsx";

type TimesSectionProps = { settings: Settings; browserZone: string; now: Date; save: Save };

const clocks = [
  { value: "24", label: "24 hours" },
  { value: "12", label: "12 hours" },
] as const;

/** Where the member's clock hangs, how it is read, and on which day their week begins. */
export function TimesSection({ settings, browserZone, now, save }: TimesSectionProps) {
  const { zone, second_zone: second, clock } = settings;
  const followed = `This browser's (${zonePlace(browserZone)})`;
  const timeIn = (where: string) =>
    isZone(where) ? `${clockText(toWall(now, where).time, clock)} there now, ${offsetText(where, now)}` : "";
  const starts = [...new Set([1, 0, 6, settings.week_start])].map((day) => ({
    value: String(day),
    label: weekdayName(day),
  }));
  return (
    <SettingsSection id="times" title="Times" note="Every time in Postwright is written this way for you.">
      <Card flush>
        <SettingRow
          label="Time zone"
          note={
            <>
              {zone === null ? "Follows the browser you are in. " : ""}
              {timeIn(zone ?? browserZone)}
              {zone !== null && zone !== browserZone ? `. This browser is in ${zonePlace(browserZone)}.` : ""}
            </>
          }
        >
          <ZoneButton
            label="Time zone"
            zone={zone}
            now={now}
            clock={clock}
            none={followed}
            onChoose={(next) => save({ zone: next }, next === null ? "the browser's zone" : zonePlace(next))}
          />
        </SettingRow>
        <SettingRow
          label="Also show"
          note={second === null ? "A second zone beside yours in the calendar." : timeIn(second)}
        >
          <ZoneButton
            label="Second time zone"
            zone={second}
            now={now}
            clock={clock}
            none="None"
            onChoose={(next) =>
              save({ second_zone: next }, next === null ? "no second zone" : `${zonePlace(next)} is shown too`)
            }
          />
        </SettingRow>
        <SettingRow label="Clock" note={`Half past six in the evening is ${clockText("18:30", clock)}.`}>
          <Segmented
            label="Clock"
            options={clocks}
            value={clock}
            onChange={(next) => save({ clock: next }, `a clock of ${next} hours`)}
          />
        </SettingRow>
        <SettingRow label="Weeks begin on">
          <Segmented
            label="Weeks begin on"
            options={starts}
            value={String(settings.week_start)}
            onChange={(next) => save({ week_start: Number(next) }, `weeks begin on ${weekdayName(Number(next))}`)}
          />
        </SettingRow>
      </Card>
    </SettingsSection>
  );
}
