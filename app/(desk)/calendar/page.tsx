import type { Metadata } from "next";
import { LiveCalendar } from "#components/calendar/live-calendar";
import { PagedCalendar } from "#components/calendar/paged-calendar";
import { Page } from "#components/ui/page";
import { isAdmin } from "#lib/contract/scopes";
import { calendarAbilities } from "#lib/gateway/calendar-abilities";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/gateway";
import { getCalendar, listDrafts } from "#lib/gateway/get-calendar";
import { listNames } from "#lib/gateway/leaderboard";
import { readPreferences } from "#lib/gateway/preferences";
import { readSettings } from "#lib/gateway/settings";
import { daysOfView } from "#lib/time/views";
import { toWall } from "#lib/time/zone";
import { makeZoneRange } from "#lib/time/zone-range";
import { parseSight } from "../../../components/calendar/address.ts";
import { Failed } from "../../failed.tsx";
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
