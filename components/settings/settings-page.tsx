"use client";
import { type ReactNode, useEffect } from "react";
import { Banner } from "#components/ui/feedback/banner.tsx";
import type { Channel, MemberSettings } from "#lib/contract/types.ts";
import { useNow } from "#components/ui/use-now.ts";
import { AppearanceSection } from "./appearance-section.tsx";
import { type CalendarFeed, CalendarFeedSection } from "./calendar-feed-section.tsx";
import { SaveFailureBanner } from "./not-saved.tsx";
import { SlotsSection } from "./slots-section.tsx";
import { TimePreferencesSection } from "./time-preferences-section.tsx";
import { useSettings } from "./use-settings.ts";
import { ComposerPreferencesSection } from "./writing-section.tsx";

type SettingsPageProps = {
  settings: MemberSettings;
  browserZone: string;
  nowMs: number;
  channels: readonly Channel[];
  /** Null where the service has no feed, or did not tell. */
  feed: CalendarFeed | null;
  /** False where the service keeps no settings: then those that concern the dashboard alone stay in the browser. */
  isKept: boolean;
  /** False where this key may not change anything. */
  mayChange: boolean;
  theme: ReactNode;
  notices: ReactNode;
  webhooks: ReactNode;
};

/** Everything a member can set, section by section, saved as it is changed. */
export function SettingsPage({ settings: first, browserZone, nowMs, channels, ...rest }: SettingsPageProps) {
  const { settings, save, failure } = useSettings(first);
  const now = useNow(nowMs);
  const { feed, isKept, mayChange, theme, notices, webhooks } = rest;
  // The sections stream in after the browser has looked for the one its address names.
  useEffect(() => {
    if (scrollY === 0) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  const sections = [
    { id: "times", title: "Times", isThere: true },
    { id: "writing", title: "Writing", isThere: true },
    { id: "slots", title: "Posting slots", isThere: isKept },
    { id: "feed", title: "In your own calendar", isThere: feed !== null },
    { id: "notices", title: "Notices", isThere: notices !== null },
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
      <div className="grid max-w-[860px] gap-9">
        {failure ? <SaveFailureBanner failure={failure} /> : null}
        {mayChange ? null : (
          <Banner>
            The key you signed in with may only read. Sign in with one that may write posts to change anything here.
          </Banner>
        )}
        {isKept ? null : (
          <Banner>
            This publishing service keeps no settings. What you set here is kept in this browser; posting slots, notices
            and webhooks need a service that keeps them.
          </Banner>
        )}
        <TimePreferencesSection settings={settings} browserZone={browserZone} now={now} save={save} />
        <ComposerPreferencesSection settings={settings} save={save} />
        {isKept ? (
          <SlotsSection settings={settings} zone={settings.zone ?? browserZone} channels={channels} save={save} />
        ) : null}
        {feed ? <CalendarFeedSection feed={feed} now={now} /> : null}
        {notices}
        {webhooks}
        <AppearanceSection settings={settings} theme={theme} save={save} />
      </div>
    </div>
  );
}
