import type { Metadata } from "next";
import { LiveCalendar } from "#components/calendar/live-calendar.tsx";
import { PagedCalendar } from "#components/calendar/paged-calendar.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { isAdmin } from "#lib/contract/scopes.ts";
import { calendarAbilities } from "#lib/gateway/posts/calendar-permissions.ts";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/service-client.ts";
import { getCalendar, listDrafts } from "#lib/gateway/posts/calendar.ts";
import { listNames } from "#lib/gateway/leaderboard.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { readSettings } from "#lib/gateway/account/settings.ts";
import { daysOfView } from "#lib/time/calendar-views.ts";
import { toWall } from "#lib/time/time-zone.ts";
import { makeZoneRange } from "#lib/time/zoned-day-range.ts";
import { parseSight } from "#components/calendar/calendar-params.ts";
import { Failed } from "../../failure-state.tsx";
import "./calendar.css";

export const metadata: Metadata = { title: "Calendar" };

type CalendarPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function CalendarPage({ searchParams }: CalendarPageProps) {
  const [preferences, abilities, client] = await Promise.all([readPreferences(), calendarAbilities(), gateway()]);
  const nowMs = Date.now();
  const sight = parseSight(await searchParams, toWall(new Date(nowMs), preferences.zone).date);
  const { from, to } = makeZoneRange(daysOfView(sight.view, sight.day, preferences.weekStart), preferences.zone);
  const ask = {
    from: from.toISOString(),
    to: to.toISOString(),
    status: sight.statuses,
    channel: sight.channelIds,
    member: sight.member,
    q: sight.text,
  };
  const [told, drafts, me, channels, settings, names] = await Promise.all([
    abilities.range ? orSignIn(getCalendar(client, ask)) : null,
    orSignIn(listDrafts(client)),
    getIdentity(),
    client.listChannels(),
    readSettings(),
    listNames(client),
  ]);
  const error = told?.error ?? drafts.error ?? me.error;
  if (error || !drafts.ok || !me.ok) {
    return <Page title="Calendar">{error ? <Failed failure={error} again="/calendar" /> : null}</Page>;
  }
  const seesAll = isAdmin(me.ok.membership.role);
  const shared = {
    sight,
    preferences,
    nowMs,
    abilities,
    channels: channels.ok ?? [],
    slots: settings.slots,
    me: { id: me.ok.membership.id, isAdmin: seesAll },
    members: seesAll && abilities.range ? names : null,
    firstDrafts: drafts.ok,
  };
  return told?.ok ? <LiveCalendar {...shared} first={told.ok} ask={ask} /> : <PagedCalendar {...shared} />;
}
