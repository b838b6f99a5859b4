"use client";
import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { updateSettings } from "#lib/actions/settings.ts";
import type { Channel, MemberSettings, Slot } from "#lib/contract/types.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { type CalendarFeed, CalendarFeedSection } from "./calendar-feed-section.tsx";
import { SaveFailureBanner } from "./save-failure-banner.tsx";
import { SettingRow } from "./setting-row.tsx";
import { SlotsSection } from "./slots/slots-section.tsx";
import { type BrowserTimes, TimePreferencesSection } from "./time-preferences-section.tsx";
import { useScrollToFragment } from "./use-scroll-to-fragment.ts";
import { type SaveSettings, useSettings } from "./use-settings.ts";

const splits = [
  { value: "offer", label: "Offer to split" },
  { value: "always", label: "Split automatically" },
] as const;
const numbers = [
  { value: "without", label: "None" },
  { value: "with", label: "1/5" },
] as const;

const undoTimes = ([0, 5, 10, 30] as const).map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? "Off" : `${seconds} s`,
}));

/** Sets how the composer treats a text that is longer than a part may be, and how long publishing waits. */
function ComposerPreferencesSection({
  settings,
  save,
  isStored,
}: Pick<SettingsPageProps, "settings" | "isStored"> & { save: SaveSettings }) {
  return (
    <Section id="writing" title="Writing">
      <Card flush>
        <SettingRow label="Text over the limit" note="Splits at paragraphs, sentences or words. Undo rejoins it.">
          <SegmentedControl
            label="Text over the limit"
            options={splits}
            value={settings.always_split ? "always" : "offer"}
            onChange={(next) =>
              save(
                { always_split: next === "always" },
                next === "always" ? "long texts split automatically" : "offer to split",
              )
            }
          />
        </SettingRow>
        <SettingRow label="Number thread parts" note="Adds 1/5 to each part, except where parts are joined.">
          <SegmentedControl
            label="Number thread parts"
            options={numbers}
            value={settings.numbering ? "with" : "without"}
            onChange={(next) =>
              save({ numbering: next === "with" }, next === "with" ? "thread parts numbered" : "no numbers")
            }
          />
        </SettingRow>
        {isStored ? (
          <SettingRow
            label="Undo publishing"
            note="Publish and retry wait this long before anything is sent. A continued thread or an edit of channels doesn't wait."
          >
            <SegmentedControl
              label="Undo publishing"
              options={undoTimes}
              value={String(settings.undo_seconds ?? 5)}
              onChange={(next) =>
                save(
                  { undo_seconds: Number(next) as MemberSettings["undo_seconds"] },
                  next === "0" ? "publishing does not wait" : `publishing waits ${next} seconds`,
                )
              }
            />
          </SettingRow>
        ) : null}
      </Card>
    </Section>
  );
}

const densities = [
  { value: "comfortable", label: "Comfortable" },
  { value: "dense", label: "Dense" },
] as const;

/** Sets the theme and the row density. `theme` is the theme switch. */
function AppearanceSection({
  settings,
  theme,
  save,
}: {
  settings: MemberSettings;
  theme: ReactNode;
  save: SaveSettings;
}) {
  return (
    <Section id="appearance" title="Appearance">
      <Card flush>
        <SettingRow label="Theme" note="Saved in this browser.">
          {theme}
        </SettingRow>
        <SettingRow label="List density" note="Dense shows more posts.">
          <SegmentedControl
            label="List density"
            options={densities}
            value={settings.density}
            onChange={(next) => save({ density: next }, `${next} lists`)}
          />
        </SettingRow>
      </Card>
    </Section>
  );
}

type SettingsPageProps = {
  settings: MemberSettings;
  /** The browser's own zone, clock and date order, for settings that follow it. */
  browser: BrowserTimes;
  nowMs: number;
  channels: readonly Channel[];
  /** Null when the service has no slots of the team. */
  team: { slots: readonly Slot[]; zone: string; mayChange: boolean } | null;
  /** Null when the service has no feed or did not report it. */
  feed: CalendarFeed | null;
  /** False when the service has no settings: then only the dashboard's own settings work, stored in the browser. */
  isStored: boolean;
  /** False when this key may not change anything. */
  mayChange: boolean;
  theme: ReactNode;
  notices: ReactNode;
  webhooks: ReactNode;
};

/** Shows all of a member's settings by section; each change is saved at once. */
export function MemberSettingsPage({ settings: first, browser, nowMs, channels, ...rest }: SettingsPageProps) {
  const { settings, save, failure } = useSettings(first, updateSettings);
  const now = useNow(nowMs);
  const { team, feed, isStored, mayChange, theme, notices, webhooks } = rest;
  const shown = { clock: settings.clock ?? browser.clock, weekStart: settings.week_start, channels };
  useScrollToFragment();
  const sections = [
    { id: "times", title: "Date and time", isThere: true },
    { id: "writing", title: "Writing", isThere: true },
    { id: "slots", title: "Posting slots", isThere: isStored },
    { id: "feed", title: "Calendar feed", isThere: feed !== null },
    { id: "notices", title: "Notifications", isThere: notices !== null },
    { id: "webhooks", title: "Webhooks", isThere: webhooks !== null },
    { id: "appearance", title: "Appearance", isThere: true },
  ].filter(({ isThere }) => isThere);

  return (
    <div className="grid items-start gap-x-[18px] lg:grid-cols-[200px_minmax(0,1fr)]">
      <nav aria-label="Settings" className="sticky top-[68px] max-lg:hidden">
        <ul className="grid gap-0.5">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex h-9 items-center rounded-control px-3 text-14 text-ink-2 hover:bg-sunk hover:text-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid max-w-[944px] gap-9">
        {failure ? <SaveFailureBanner failure={failure} /> : null}
        {mayChange ? null : (
          <Banner>
            You signed in with a read-only key. Sign in with a key that can write posts to change settings.
          </Banner>
        )}
        {isStored ? null : (
          <Banner>
            This service stores no settings, so yours are saved in this browser. Posting slots, notifications and
            webhooks aren't available.
          </Banner>
        )}
        <TimePreferencesSection settings={settings} browser={browser} now={now} save={save} />
        <ComposerPreferencesSection settings={settings} save={save} isStored={isStored} />
        {isStored ? (
          <SlotsSection
            id="slots"
            title="Your posting slots"
            note={`Your regular posting times. “Add to queue” takes the first free slot${team && team.slots.length > 0 ? ", yours or the team's" : ""}. Times in ${getTimeZoneCity(settings.zone ?? browser.zone)}`}
            slots={settings.slots}
            {...shown}
            onSave={(slots, message, undo) => save({ slots }, message, (now) => ({ slots: undo(now.slots) }))}
          />
        ) : null}
        {team && (team.slots.length > 0 || team.mayChange) ? (
          <SlotsSection
            id="team-slots"
            title="Team posting slots"
            note={`Everyone's posting times. “Add to queue” takes the first free slot, yours or the team's.${team.slots.length > 0 ? ` Times in ${getTimeZoneCity(team.zone)}` : ""}`}
            slots={team.slots}
            {...shown}
            onSave={null}
            link={
              team.mayChange ? (
                <ButtonLink href="/organization#slots">
                  {team.slots.length > 0 ? "Change" : "Add"} in Organization
                </ButtonLink>
              ) : undefined
            }
          />
        ) : null}
        {feed ? <CalendarFeedSection feed={feed} now={now} /> : null}
        {notices}
        {webhooks}
        <AppearanceSection settings={settings} theme={theme} save={save} />
      </div>
    </div>
  );
}
