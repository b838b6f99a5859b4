"use client";
import { Suspense } from "react";
import { StaleInboxBanner } from "#components/inbox/stale-inbox-banner.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import type { PartialMemberRank } from "#lib/contract/resources/leaderboard-ranks.ts";
import type { Channel, InboxItem, MemberSettings } from "#lib/contract/types.ts";
import { type HomePosts, homeQuery, isHomeInProgress } from "#lib/queries/home.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";
import { formatLongDay } from "#lib/time/format.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/time-zone.ts";
import { useNow } from "#components/ui/use-now.ts";
import { DraftsCard } from "./drafts-card.tsx";
import { FailedPostsCard } from "./failed-card.tsx";
import { OnboardingChecklist } from "./onboarding-checklist.tsx";
import { NeedsAttentionCard } from "./needs-card.tsx";
import { NextPostsCard } from "./next-posts-card.tsx";
import { PublishingNowCard } from "./now-card.tsx";
import { PointsCard } from "./points-card.tsx";

// What most visits don't show is loaded when it is.
const NeedsAttentionError = lazyComponent(() => import("./needs-attention-error.tsx").then((file) => file.NeedsAttentionError));

type HomePageProps = {
  home: HomePosts;
  /** Null where the service has no inbox. */
  inbox: InboxItem[] | null;
  /** Why the inbox could not be read. */
  inboxFailure: Failure | null;
  mayChange: boolean;
  /** Null where this key may not see the leaderboard. */
  standing: PartialMemberRank | null;
  channels: readonly Channel[];
  settings: MemberSettings;
  /** Whether the service keeps settings, and with them posting slots. */
  keepsSettings: boolean;
  /** The next free posting slot, where there is one. */
  nextSlot: string | null;
  /** Whether one can sign in without a key; null where that is no question. */
  hasWay: boolean | null;
  nowMs: number;
};

/** The first page: what goes out next, what is going out, what needs the member, where they stand. */
export function HomePage({ home: first, inbox, nowMs, ...rest }: HomePageProps) {
  const { inboxFailure, mayChange, standing, channels, settings, keepsSettings, nextSlot, hasWay } = rest;
  const preferences = usePreferences();
  const { zone, clock } = preferences;
  const now = useNow(nowMs);
  const { data: home, error } = useLiveQuery(homeQuery, first, nowMs, isHomeInProgress);
  const reader = { zone, clock };

  const needs =
    inboxFailure !== null ? (
      <Suspense>
        <NeedsAttentionError failure={inboxFailure} />
      </Suspense>
    ) : inbox === null ? (
      <FailedPostsCard posts={home.failed} total={home.counts["failed"] ?? home.failed.length} now={now} />
    ) : (
      <NeedsAttentionCard first={inbox} nowMs={nowMs} mayChange={mayChange} reader={reader} now={now} />
    );
  // As the page came: cards do not change places while they are read.
  const hasNeeds = inbox === null ? first.failed.length > 0 : inbox.length > 0;

  return (
    <Page
      title={formatLongDay(toWallTime(now, zone).date)}
      actions={<span className="text-13 text-ink-3">Times in {getTimeZoneCity(zone)}</span>}
    >
      {error ? <StaleInboxBanner error={error} /> : null}
      <OnboardingChecklist {...{ home, settings, keepsSettings, zone, channels, hasWay }} />
      <div className="grid items-start gap-3.5 sm:grid-cols-2 xl:grid-cols-[minmax(0,1.36fr)_minmax(0,1fr)_minmax(0,1fr)]">
        {/* First where there is something: on a phone it is met first, and read out first everywhere. */}
        {hasNeeds ? <div className="min-w-0 sm:max-xl:col-span-2 xl:col-start-3 xl:row-start-1">{needs}</div> : null}
        <div className="flex min-w-0 flex-col gap-3.5 xl:col-start-1 xl:row-start-1">
          <NextPostsCard
            posts={home.next}
            total={home.counts["scheduled"] ?? null}
            nextSlot={nextSlot}
            reader={reader}
            now={now}
          />
          <DraftsCard posts={home.drafts} total={home.counts["draft"] ?? null} reader={reader} now={now} />
        </div>
        <div className="flex min-w-0 flex-col gap-3.5 xl:col-start-2 xl:row-start-1">
          <PublishingNowCard moving={home.moving} last={home.published[0] ?? null} reader={reader} now={now} />
          {standing ? <PointsCard standing={standing} published={home.published} reader={reader} now={now} /> : null}
        </div>
        {hasNeeds ? null : <div className="min-w-0 sm:max-xl:col-span-2 xl:col-start-3 xl:row-start-1">{needs}</div>}
      </div>
    </Page>
  );
}
