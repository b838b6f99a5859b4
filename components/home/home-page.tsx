"use client";
import { type ReactNode, Suspense } from "react";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { CountBadge } from "#components/ui/feedback/badge.tsx";
import { StaleBanner } from "#components/ui/feedback/stale-banner.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { Failure } from "#lib/contract/errors.ts";
import type { PartialMemberRank } from "#lib/contract/resources/leaderboard-ranks.ts";
import type { Channel, InboxItem, MemberSettings, Post } from "#lib/contract/types.ts";
import { type HomePosts, homeQueries, isHomeInProgress } from "#lib/queries/home.ts";
import { type InboxScope, inboxQueries } from "#lib/queries/inbox.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import { formatRelativeDate } from "#lib/time/format.ts";
import { formatLongDay } from "#lib/time/format-long.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { DraftsCard } from "./drafts-card.tsx";
import { getPostPath } from "./get-post-path.ts";
import { groupPublishingPosts, type HomeTimeOptions } from "./home-overview.ts";
import { NextPostsCard } from "./next-posts-card.tsx";
import { OnboardingChecklist } from "./onboarding-checklist.tsx";
import { PointsCard } from "./points-card.tsx";

// Loaded while a post is publishing.
const PublishingNowList = lazyComponent(() =>
  import("./publishing-now-list.tsx").then((file) => file.PublishingNowList),
);

const maxGroups = 3;

type PublishingNowCardProps = {
  moving: readonly Post[];
  last: Post | null;
  channels: readonly Channel[];
  reader: HomeTimeOptions;
  now: Date;
};

/** Shows posts that are publishing, part by part; otherwise the last published post. */
function PublishingNowCard({ moving, last, channels, reader, now }: PublishingNowCardProps) {
  const plans = groupPublishingPosts(moving);
  return (
    <Card title="Now" aside={plans.length > 0 ? <StatusBadge status="publishing" /> : null}>
      {plans.length === 0 ? (
        <p className="text-14 text-ink-3">
          Nothing is being published.
          {last ? (
            <>
              {" "}
              Last post:{" "}
              <PrefetchLink href={getPostPath(last)} className="text-ink-2 underline underline-offset-2">
                {getPostTitle(last)}
              </PrefetchLink>
              , {formatAgo(new Date(last.published_at ?? last.updated_at), now, reader.zone)}.
            </>
          ) : null}
        </p>
      ) : (
        <Suspense>
          <PublishingNowList plans={plans.slice(0, maxGroups)} channels={channels} reader={reader} now={now} />
        </Suspense>
      )}
      {plans.length > maxGroups ? (
        <p className="mt-3 text-13 text-ink-3">
          <PrefetchLink href="/posts?status=publishing" className="underline underline-offset-2">
            {formatCount(plans.length - maxGroups, "more post is", "more posts are")} publishing
          </PrefetchLink>
        </p>
      ) : null}
    </Card>
  );
}

function formatAgo(at: Date, now: Date, zone: string): string {
  const relativeTime = formatRelativeDate(at, now, zone);
  return relativeTime === "now" ? "just now" : relativeTime;
}

// Messages and actions load when the inbox has items.
const NeedsAttentionList = lazyComponent(() =>
  import("./needs-attention-list.tsx").then((file) => file.NeedsAttentionList),
);

const maxItems = 4;
const openItems = { mine: inboxQueries.list("open", "mine"), everyone: inboxQueries.list("open", "everyone") };

type NeedsAttentionCardProps = {
  scope: InboxScope;
  first: InboxItem[];
  nowMs: number;
  mayChange: boolean;
  reader: HomeTimeOptions;
  now: Date;
};

/** Lists the causes that need the member, each with the action that resolves it. */
function NeedsAttentionCard({ scope, first, nowMs, mayChange, reader, now }: NeedsAttentionCardProps) {
  const { data: items } = useLiveQuery(openItems[scope], first, nowMs);
  return (
    <Card title="Inbox" aside={items.length > 0 ? <CountBadge>{items.length}</CountBadge> : null}>
      {items.length === 0 ? (
        <p className="text-14 text-ink-3">All caught up. Failed posts appear here.</p>
      ) : (
        <Suspense>
          <NeedsAttentionList
            scope={scope}
            items={items.slice(0, maxItems)}
            mayChange={mayChange}
            reader={reader}
            now={now}
          />
        </Suspense>
      )}
      {items.length > maxItems ? (
        <p className="mt-3 text-13 text-ink-3">
          <PrefetchLink href="/inbox" className="underline underline-offset-2 pointer-coarse:py-3">
            {items.length - maxItems} more in the inbox
          </PrefetchLink>
        </p>
      ) : null}
    </Card>
  );
}

// Most visits don't show an error, so its code loads on demand.
const NeedsAttentionError = lazyComponent(() =>
  import("./needs-attention-error.tsx").then((file) => file.NeedsAttentionError),
);

type HomePageProps = {
  /** The scope of the posts on the page. Drafts, points and first steps are always the member's own. */
  scope: "mine" | "everyone";
  scopeSwitch: ReactNode;
  home: HomePosts;
  /** Null when the service has no inbox. */
  inbox: InboxItem[] | null;
  /** Why the inbox could not be read. */
  inboxFailure: Failure | null;
  mayChange: boolean;
  /** Null when this key may not read the leaderboard. */
  ownRank: PartialMemberRank | null;
  channels: readonly Channel[];
  settings: MemberSettings;
  mayConnect: boolean;
  /** Number of posting slots of the member and the team, and the next free time; null when the service has none. */
  slots: { count: number; nextAt: string | null } | null;
  /** True when the member can sign in without a key; null when the question does not apply. */
  hasSignInMethod: boolean | null;
  /** True when one of the member's published posts was scheduled. */
  hasPublishedScheduled: boolean;
  nowMs: number;
};

/** The home page: next posts, publishing posts, items that need the member, points and rank. */
export function HomePage({ home: first, inbox, nowMs, scope, scopeSwitch, ...rest }: HomePageProps) {
  const { inboxFailure, mayChange, ownRank, channels, settings, mayConnect, slots } = rest;
  const preferences = usePreferences();
  const { zone, clock } = preferences;
  const now = useNow(nowMs);
  const { data: home, error } = useLiveQuery(homeQueries[scope], first, nowMs, isHomeInProgress);
  const reader = { zone, clock };

  const needs =
    inboxFailure !== null ? (
      <Suspense>
        <NeedsAttentionError failure={inboxFailure} />
      </Suspense>
    ) : inbox === null ? (
      <FailedPostsCard posts={home.failed.posts} total={home.failed.total ?? home.failed.posts.length} now={now} />
    ) : (
      <NeedsAttentionCard scope={scope} first={inbox} nowMs={nowMs} mayChange={mayChange} reader={reader} now={now} />
    );
  // Uses the first snapshot: cards do not change places while somebody reads them.
  const hasNeeds = inbox === null ? first.failed.posts.length > 0 : inbox.length > 0;
  const hasDrafts = first.drafts.total > 0;
  const drafts = <DraftsCard first={first.drafts} nowMs={nowMs} channels={channels} reader={reader} now={now} />;

  return (
    <Page
      title={formatLongDay(toWallTime(now, zone).date)}
      note={scopeSwitch}
      actions={<span className="text-13 text-ink-3">Times in {getTimeZoneCity(zone)}</span>}
    >
      {error ? <StaleBanner reason={toReadFailure(error).message} className="mb-3.5" /> : null}
      {scope === "mine" ? (
        <OnboardingChecklist
          home={home}
          settings={settings}
          slotCount={slots?.count ?? null}
          zone={zone}
          channels={channels}
          mayConnect={mayConnect}
          hasSignInMethod={rest.hasSignInMethod}
          hasPublishedScheduled={rest.hasPublishedScheduled}
        />
      ) : null}
      <div className="grid items-start gap-3.5 sm:grid-cols-2 xl:grid-cols-[minmax(0,1.36fr)_minmax(0,1fr)_minmax(0,1fr)]">
        {/* Comes first when it has items: phones show it at the top and screen readers read it first everywhere. */}
        {hasNeeds ? <div className="min-w-0 sm:max-xl:col-span-2 xl:col-start-3 xl:row-start-1">{needs}</div> : null}
        <div className="flex min-w-0 flex-col gap-3.5 xl:col-start-1 xl:row-start-1">
          {hasDrafts ? drafts : null}
          <NextPostsCard
            posts={home.next}
            channels={channels}
            total={home.scheduledTotal}
            nextSlot={slots?.nextAt ?? null}
            showsAuthors={scope === "everyone"}
            reader={reader}
            now={now}
          />
          {hasDrafts ? null : drafts}
        </div>
        <div className="flex min-w-0 flex-col gap-3.5 xl:col-start-2 xl:row-start-1">
          <PublishingNowCard
            moving={home.moving}
            last={home.lastPublished}
            channels={channels}
            reader={reader}
            now={now}
          />
          {ownRank ? <PointsCard ownRank={ownRank} published={home.published} reader={reader} now={now} /> : null}
        </div>
        {hasNeeds ? null : <div className="min-w-0 sm:max-xl:col-span-2 xl:col-start-3 xl:row-start-1">{needs}</div>}
      </div>
    </Page>
  );
}

/** Replaces the inbox items on a service without an inbox: lists failed posts, each with a link to its page. */
function FailedPostsCard({ posts, total, now }: { posts: readonly Post[]; total: number; now: Date }) {
  const { zone } = usePreferences();
  return (
    <Card title="Inbox" aside={total > 0 ? <CountBadge>{total}</CountBadge> : null}>
      {posts.length === 0 ? (
        <p className="text-14 text-ink-3">No post has failed.</p>
      ) : (
        <ul className="divide-y">
          {posts.map((post) => (
            <li key={post.id} className="grid gap-1 py-3 first:pt-1 last:pb-1">
              <span className="flex items-center justify-between gap-3">
                <PrefetchLink href={getPostPath(post)} className="min-w-0 truncate text-14 font-medium hover:underline">
                  {getPostTitle(post)}
                </PrefetchLink>
                <StatusBadge status="failed" />
              </span>
              <span className="text-13 text-ink-3">
                {post.error ?? "It couldn't be sent"} · {formatRelativeDate(new Date(post.updated_at), now, zone)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
