"use client";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import type { MemberSettings } from "#lib/contract/types.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { getWeekdayName } from "#lib/time/format-long.ts";
import { formatClockTime, getTimeZoneCity } from "#lib/time/format-short.ts";
import { SettingRow } from "./setting-row.tsx";
import { formatTimeInZone, TimeZoneButton } from "./time-zone-button.tsx";
import type { SaveSettings } from "./use-settings.ts";

export type BrowserTimes = Pick<DisplayPreferences, "zone" | "clock" | "dateOrder">;

type TimePreferencesSectionProps = { settings: MemberSettings; browser: BrowserTimes; now: Date; save: SaveSettings };

const clocks = [
  { value: "browser", label: "Browser's" },
  { value: "24", label: "24 hours" },
  { value: "12", label: "12 hours" },
] as const;

const dateOrders = [
  { value: "browser", label: "Browser's" },
  { value: "day_first", label: "Day first" },
  { value: "month_first", label: "Month first" },
] as const;

/** Sets the member's time zones, clock and first day of the week. */
export function TimePreferencesSection({ settings, browser, now, save }: TimePreferencesSectionProps) {
  const { zone, second_zone: second } = settings;
  const browserZone = browser.zone;
  const clock = settings.clock ?? browser.clock;
  // A service of an earlier version stores no such setting.
  const chosenOrder = settings.date_order ?? null;
  const followed = `This browser's (${getTimeZoneCity(browserZone)})`;
  const timeIn = (where: string) => formatTimeInZone(where, clock, now);
  const starts = [...new Set([1, 0, 6, settings.week_start])].map((day) => ({
    value: String(day),
    label: getWeekdayName(day),
  }));
  return (
    <Section id="times" title="Date and time" note="How dates and times are shown to you.">
      <Card flush>
        <SettingRow
          label="Time zone"
          note={
            <>
              {zone === null ? "Follows your browser. " : ""}
              {timeIn(zone ?? browserZone)}
              {zone !== null && zone !== browserZone ? `. This browser is in ${getTimeZoneCity(browserZone)}.` : ""}
            </>
          }
        >
          <TimeZoneButton
            label="Time zone"
            zone={zone}
            now={now}
            clock={clock}
            noneLabel={followed}
            onChoose={(next) => save({ zone: next }, next === null ? "the browser's zone" : getTimeZoneCity(next))}
          />
        </SettingRow>
        <SettingRow label="Also show" note={second === null ? "A second time zone in the calendar." : timeIn(second)}>
          <TimeZoneButton
            label="Second time zone"
            zone={second}
            now={now}
            clock={clock}
            noneLabel="None"
            onChoose={(next) =>
              save({ second_zone: next }, next === null ? "no second zone" : `${getTimeZoneCity(next)} also shown`)
            }
          />
        </SettingRow>
        <SettingRow label="Clock" note={`Example: ${formatClockTime("18:30", clock)}`}>
          <SegmentedControl
            label="Clock"
            options={clocks}
            value={settings.clock ?? "browser"}
            onChange={(next) =>
              next === "browser"
                ? save({ clock: null }, "the browser's clock")
                : save({ clock: next }, `${next}-hour clock`)
            }
          />
        </SettingRow>
        <SettingRow
          label="Dates in numbers"
          note={`A typed 3/12 is ${(chosenOrder ?? browser.dateOrder) === "day_first" ? "3 December" : "12 March"}.`}
        >
          <SegmentedControl
            label="Dates in numbers"
            options={dateOrders}
            value={chosenOrder ?? "browser"}
            onChange={(next) =>
              next === "browser"
                ? save({ date_order: null }, "the browser's order of dates")
                : save(
                    { date_order: next },
                    next === "day_first" ? "dates with the day first" : "dates with the month first",
                  )
            }
          />
        </SettingRow>
        <SettingRow label="Week starts on">
          <SegmentedControl
            label="Week starts on"
            options={starts}
            value={String(settings.week_start)}
            onChange={(next) => save({ week_start: Number(next) }, `week starts on ${getWeekdayName(Number(next))}`)}
          />
        </SettingRow>
      </Card>
    </Section>
  );
}
