"use client";
import { Suspense } from "react";
import { NotCurrent } from "#components/inbox/stale-inbox-banner.tsx";
import { later } from "#components/ui/layout/lazy-component.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import type { KnownStanding } from "#lib/contract/resources/leaderboard-ranks.ts";
import type { Channel, InboxItem, Settings } from "#lib/contract/types.ts";
import { type Home, homeQuery, isHomeMoving } from "#lib/queries/home.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { useLive } from "#lib/realtime/use-live-query.ts";
import { formatDay } from "#lib/time/format.ts";
import { zonePlace } from "#lib/time/format-short.ts";
import { toWall } from "#lib/time/time-zone.ts";
import { useNow } from "#components/ui/use-now.ts";
import { DraftsCard } from "./drafts-card.tsx";
import { FailedCard } from "./failed-card.tsx";
import { FirstSteps } from "./onboarding-checklist.tsx";
import { NeedsCard } from "./needs-card.tsx";
import { NextCard } from "./next-posts-card.tsx";
import { NowCard } from "./now-card.tsx";
import { PointsCard } from "./points-card.tsx";

// What most visits don't show is loaded when it is.
const NeedsUnknown = later(() => import("./needs-attention-error.tsx").then((file) => file.NeedsUnknown));

type HomeDeskProps = {
  home: Home;
  /** Null where the service has no inbox. */
  inbox: InboxItem[] | null;
  /** Why the inbox could not be read. */
  inboxFailure: Failure | null;
  mayChange: boolean;
  /** Null where this key may not see the leaderboard. */
  standing: KnownStanding | null;
  channels: readonly Channel[];
  settings: Settings;
  /** Whether the service keeps settings, and with them posting slots. */
  keepsSettings: boolean;
  /** The next free posting slot, where there is one. */
  nextSlot: string | null;
  /** Whether one can sign in without a key; null where that is no question. */
  hasWay: boolean | null;
  nowMs: number;
};

/** The first page: what goes out next, what is going out, what needs the member, where they stand. */
export function HomeDesk({ home: first, inbox, nowMs, ...rest }: HomeDeskProps) {
  const { inboxFailure, mayChange, standing, channels, settings, keepsSettings, nextSlot, hasWay } = rest;
  const preferences = usePreferences();
  const { zone, clock } = preferences;
  const now = useNow(nowMs);
  const { data: home, error } = useLive(homeQuery, first, nowMs, isHomeMoving);
  const reader = { zone, clock };

  const needs =
    inboxFailure !== null ? (
      <Suspense>
        <NeedsUnknown failure={inboxFailure} />
      </Suspense>
    ) : inbox === null ? (
      <FailedCard posts={home.failed} total={home.counts["failed"] ?? home.failed.length} now={now} />
    ) : (
      <NeedsCard first={inbox} nowMs={nowMs} mayChange={mayChange} reader={reader} now={now} />
    );
  // As the page came: cards do not change places while they are read.
  const hasNeeds = inbox === null ? first.failed.length > 0 : inbox.length > 0;

  return (
    <Page
      title={formatDay(toWall(now, zone).date)}
      actions={<span className="text-13 text-ink-3">Times in {zonePlace(zone)}</span>}
    >
      {error ? <NotCurrent error={error} /> : null}
      <FirstSteps {...{ home, settings, keepsSettings, zone, channels, hasWay }} />
      <div className="grid items-start gap-3.5 sm:grid-cols-2 xl:grid-cols-[minmax(0,1.36fr)_minmax(0,1fr)_minmax(0,1fr)]">
        {/* First where there is something: on a phone it is met first, and read out first everywhere. */}
        {hasNeeds ? <div className="min-w-0 sm:max-xl:col-span-2 xl:col-start-3 xl:row-start-1">{needs}</div> : null}
        <div className="flex min-w-0 flex-col gap-3.5 xl:col-start-1 xl:row-start-1">
          <NextCard
            posts={home.next}
            total={home.counts["scheduled"] ?? null}
            nextSlot={nextSlot}
            reader={reader}
            now={now}
          />
          <DraftsCard posts={home.drafts} total={home.counts["draft"] ?? null} reader={reader} now={now} />
        </div>
        <div className="flex min-w-0 flex-col gap-3.5 xl:col-start-2 xl:row-start-1">
          <NowCard moving={home.moving} last={home.published[0] ?? null} reader={reader} now={now} />
          {standing ? <PointsCard standing={standing} published={home.published} reader={reader} now={now} /> : null}
        </div>
        {hasNeeds ? null : <div className="min-w-0 sm:max-xl:col-span-2 xl:col-start-3 xl:row-start-1">{needs}</div>}
      </div>
    </Page>
  );
}
