import type { Metadata } from "next";
import { CalendarFromAllPosts } from "#components/calendar/calendar-from-all-posts.tsx";
import { CalendarFromRange } from "#components/calendar/calendar-from-range.tsx";
import { parseCalendarParams } from "#components/calendar/calendar-params.ts";
import { Page } from "#components/ui/layout/page.tsx";
import { isAdmin } from "#lib/contract/scopes.ts";
import { readSettingsOrDefaults } from "#lib/gateway/account/member-settings.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { listMemberNames } from "#lib/gateway/leaderboard.ts";
import { getCalendar } from "#lib/gateway/posts/calendar.ts";
import { getCalendarPermissions } from "#lib/gateway/posts/calendar-permissions.ts";
import { listDrafts } from "#lib/gateway/posts/drafts.ts";
import { canSeeOthersPosts } from "#lib/gateway/service-capabilities.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { waitForOptionalAnswer } from "#lib/gateway/wait-for-optional-answer.ts";
import { trayDraftsMax } from "#lib/queries/drafts/draft-queries.ts";
import { listDaysOfView } from "#lib/time/calendar-views.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { createZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { FailureState } from "../../failure-state.tsx";
import { applyRememberedScope } from "../../read-remembered-scope.ts";
import "./calendar.css";

export const metadata: Metadata = { title: "Calendar" };

type CalendarRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function CalendarRoute({ searchParams }: CalendarRouteProps) {
  const [preferences, abilities, client] = await Promise.all([
    readPreferences(),
    getCalendarPermissions(),
    getServiceClient(),
  ]);
  const nowMs = Date.now();
  const search = await searchParams;
  const params = parseCalendarParams(
    abilities.range ? await applyRememberedScope(search) : search,
    toWallTime(new Date(nowMs), preferences.zone).date,
  );
  const { from, to } = createZonedDayRange(
    listDaysOfView(params.view, params.day, preferences.weekStart),
    preferences.zone,
  );
  const query = {
    from: from.toISOString(),
    to: to.toISOString(),
    status: params.statuses,
    channel: params.channelIds,
    member: params.member,
    q: params.text,
  };
  const main = Promise.all([
    abilities.range ? redirectIfSignedOut(getCalendar(client, query)) : null,
    redirectIfSignedOut(listDrafts(client, { kind: "draft", limit: trayDraftsMax })),
  ]);
  const [[snapshot, drafts], me, channels, settings, names] = await Promise.all([
    main,
    getIdentity(),
    waitForOptionalAnswer(main, client.listChannels(), null),
    readSettingsOrDefaults(),
    canSeeOthersPosts().then((seesOthers) => (abilities.range && seesOthers ? listMemberNames(client) : null)),
  ]);
  const error = snapshot?.error ?? drafts.error ?? me.error;
  if (error || !drafts.ok || !me.ok) {
    return <Page title="Calendar">{error ? <FailureState failure={error} again="/calendar" /> : null}</Page>;
  }
  const shared = {
    params,
    preferences,
    nowMs,
    abilities,
    channels: channels?.ok ?? [],
    slots: settings.slots,
    me: { id: me.ok.membership.id, isAdmin: isAdmin(me.ok.membership.role) },
    members: names,
    firstDrafts: drafts.ok,
  };
  return snapshot?.ok ? (
    <CalendarFromRange {...shared} firstSnapshot={snapshot.ok} query={query} />
  ) : (
    <CalendarFromAllPosts {...shared} />
  );
}
