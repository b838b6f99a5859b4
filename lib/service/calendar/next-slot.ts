import type pg from "pg";
import { isAdmin } from "#lib/contract/scopes.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { CalendarContents, MemberSettings, OrganizationSettings, Slot } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { and, drizzle, eq, inArray, isNull, sql } from "#lib/service/db/drizzle-exports.ts";
import { channels } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { canUseChannelSql } from "#lib/service/posts/write/channel-access.ts";
import { withDefaultSettings } from "#lib/service/settings/member-settings.ts";
import { getOrganizationSettings, parseOrganizationSettings } from "#lib/service/settings/organization-settings.ts";
import {
  filterFreeSlots,
  listSearchWindows,
  listSlotsBetween,
  type PlannedInstant,
  type SlotSchedule,
  slotAcceptsChannels,
} from "#lib/time/posting-slots.ts";
import { isTimeZone } from "#lib/time/resolve-wall-time.ts";

type Queryable = pg.Pool | pg.PoolClient;
type NextSlotQuery = { channel?: readonly string[] | undefined; after?: string | undefined; zone?: string | undefined };

/** A future time of a slot of the team, for its channels. */
type TeamSlot = CalendarContents["team_slots"][number];

/**
 * The first weekly slot of the member or the team for these channels at which none of them has a post: of anybody in the
 * organization, for a channel is everyone's. Null when there is none within the time posts may be scheduled in.
 * @throws Refusal `invalid_request` for an unknown zone
 */
export async function getNextSlot(
  { db, clock }: { db: Queryable; clock: Clock },
  actor: Actor,
  query: NextSlotQuery,
): Promise<{ at: string | null; slots: number }> {
  if (query.zone !== undefined && !isTimeZone(query.zone)) {
    throw new Refusal("invalid_request", `There is no time zone called "${query.zone}".`, "zone");
  }
  const { own, organization } = await readSlotSettings(db, actor);
  const team = await readTeamSchedule(db, actor, organization);
  const channels = [...new Set(query.channel ?? [])];
  const filterSlots = (all: readonly Slot[]) => all.filter((slot) => slotAcceptsChannels(slot, channels));
  const schedules = [
    { slots: filterSlots(own.slots), zone: own.zone ?? query.zone ?? "UTC" },
    { slots: filterSlots(team.slots), zone: team.zone },
  ];
  const slots = schedules.reduce((sum, schedule) => sum + schedule.slots.length, 0);
  const now = clock.now();
  const after = query.after && Date.parse(query.after) > now.getTime() ? new Date(query.after) : now;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + serverOnlyLimits.scheduledAheadYears);
  if (slots === 0) return { at: null, slots };
  for (const window of listSearchWindows(new Date(after.getTime() + 1), latest)) {
    const planned = await listPlannedTimes(db, actor.orgId, window);
    const [first] = filterFreeSlots(listSlotsBetween(schedules, window.from, window.to), channels, planned);
    if (first) return { at: first.at.toISOString(), slots };
  }
  return { at: null, slots };
}

/**
 * Lists the future times of the team's slots in the range at which none of their channels has a post of anybody. A
 * member's calendar has only their own posts, so it can't know.
 */
export async function listFreeTeamSlots(
  { db, clock }: { db: Queryable; clock: Clock },
  actor: Actor,
  { from, to }: { from: Date; to: Date },
): Promise<TeamSlot[]> {
  const schedule = await readTeamSchedule(db, actor, await getOrganizationSettings(db, actor.orgId));
  const future = new Date(Math.max(from.getTime(), clock.now().getTime() + 1));
  const occurrences = listSlotsBetween([schedule], future, to);
  if (occurrences.length === 0) return [];
  const planned = await listPlannedTimes(db, actor.orgId, { from: future, to });
  return filterFreeSlots(occurrences, [], planned).map(({ weeklyTime, at }) => ({
    id: weeklyTime.id,
    at: at.toISOString(),
    channels: weeklyTime.channels,
  }));
}

/**
 * Returns the time for posts that go to the next free slot. Runs in the transaction that creates them: other requests of
 * the organization wait for its end, so two requests never share a slot.
 * @returns an ISO 8601 time; null for a draft, which has no time
 * @throws Refusal `invalid_request` if no slot of the member or the team is free
 */
export async function takeNextSlot(
  tx: Tx,
  actor: Actor,
  asked: { channels: readonly string[]; draft?: boolean | undefined },
  clock: Clock,
): Promise<string | null> {
  if (asked.draft) return null;
  await tx.client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`next slot of ${actor.orgId}`]);
  const channel = asked.channels.map((id) => id.toLowerCase());
  const { at, slots } = await getNextSlot({ db: tx.client, clock }, actor, { channel });
  if (at !== null) return at;
  if (slots > 0) {
    const message = "None of the posting slots for these channels is free within two years. Send a time.";
    throw new Refusal("invalid_request", message, "scheduled_for");
  }
  const step = isAdmin(actor.role)
    ? "Add one in your settings or the organization's, or send a time."
    : "Add one in your settings, ask an administrator for team slots, or send a time.";
  throw new Refusal("invalid_request", `There is no posting slot for these channels. ${step}`, "scheduled_for");
}

/** Reads the member's and the organization's settings in one statement. */
async function readSlotSettings(
  db: Queryable,
  actor: Actor,
): Promise<{ own: MemberSettings; organization: OrganizationSettings }> {
  const { rows } = await db.query<{ own: Partial<MemberSettings> | null; organization: unknown }>({
    name: "slot-settings",
    text: `select s.settings as own, o.settings as organization
           from organizations o left join member_settings s on s.member_id = $2 where o.id = $1`,
    values: [actor.orgId, actor.memberId],
  });
  const [row] = rows;
  return {
    own: withDefaultSettings(row?.own ?? {}),
    organization: parseOrganizationSettings(row?.organization ?? {}),
  };
}

/**
 * The team's slots for the actor, each with those of its channels that they may use. A slot whose channels are all for
 * others is not theirs.
 */
async function readTeamSchedule(
  db: Queryable,
  actor: Actor,
  { slots, slots_zone: zone }: OrganizationSettings,
): Promise<SlotSchedule<Slot>> {
  const named = [...new Set(slots.flatMap(({ channels }) => channels))];
  if (named.length === 0) return { slots, zone };
  const rows = await drizzle({ client: db })
    .select({ id: channels.id })
    .from(channels)
    .where(
      and(
        eq(channels.orgId, actor.orgId),
        inArray(sql`${channels.id}::text`, named),
        isNull(channels.removedAt),
        canUseChannelSql(actor.memberId),
      ),
    );
  const usable = new Set(rows.map(({ id }) => id));
  const mine = slots.flatMap((slot) => {
    const channels = slot.channels.filter((id) => usable.has(id));
    return channels.length > 0 || slot.channels.length === 0 ? [{ ...slot, channels }] : [];
  });
  return { slots: mine, zone };
}

/** The organization's scheduled posts in every minute that the range touches, as the index on planned times has them. */
async function listPlannedTimes(
  db: Queryable,
  orgId: string,
  { from, to }: { from: Date; to: Date },
): Promise<PlannedInstant[]> {
  const { rows } = await db.query<{ channel_id: string; planned_at: Date }>({
    name: "list-planned-times",
    text: `select distinct channel_id, planned_at from posts
           where org_id = $1 and deleted_at is null and num_nulls(scheduled_for) = 0
             and planned_at >= date_trunc('minute', $2::timestamptz)
             and planned_at < date_trunc('minute', $3::timestamptz) + interval '1 minute'
             and status in ('scheduled', 'publishing')`,
    values: [orgId, from, to],
  });
  return rows.map((row) => ({ channelId: row.channel_id, at: row.planned_at }));
}
