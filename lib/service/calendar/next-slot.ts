import type pg from "pg";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { getMemberSettings } from "#lib/service/settings/member-settings.ts";
import {
  filterFreeSlots,
  listSearchWindows,
  listSlotsBetween,
  type PlannedInstant,
  slotAcceptsChannels,
} from "#lib/time/posting-slots.ts";
import { isTimeZone } from "#lib/time/wall-time.ts";

type Queryable = pg.Pool | pg.PoolClient;
type NextSlotQuery = { channel?: readonly string[] | undefined; after?: string | undefined; zone?: string | undefined };

/**
 * The member's first weekly slot for these channels at which none of them has a post: of anybody in the organization,
 * for a channel is everyone's. Null when there is none within the time posts may be scheduled in.
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
  const settings = await getMemberSettings(db, actor.memberId);
  const zone = settings.zone ?? query.zone ?? "UTC";
  const channels = [...new Set(query.channel ?? [])];
  const slots = settings.slots.filter((slot) => slotAcceptsChannels(slot, channels));
  const now = clock.now();
  const from = query.after && Date.parse(query.after) > now.getTime() ? new Date(query.after) : now;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + serverOnlyLimits.scheduledAheadYears);
  if (slots.length === 0) return { at: null, slots: 0 };
  for (const window of listSearchWindows(from, latest)) {
    const planned = await listPlannedTimes(db, actor.orgId, window);
    const [first] = filterFreeSlots(listSlotsBetween(slots, window.from, window.to, zone), channels, planned);
    if (first) return { at: first.at.toISOString(), slots: slots.length };
  }
  return { at: null, slots: slots.length };
}

/**
 * Returns the time for posts that go to the next free slot. Runs in the transaction that creates them: other requests of
 * the organization wait for its end, so two requests never share a slot.
 * @returns an ISO 8601 time; null for a draft, which has no time
 * @throws Refusal `invalid_request` if none of the member's slots is free
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
  const message =
    slots === 0
      ? "You have no posting slot for these channels. Add one in your settings, or send a time."
      : "None of your posting slots for these channels is free within two years. Send a time.";
  throw new Refusal("invalid_request", message, "scheduled_for");
}

/** The organization's posts that have a time and are yet to go out, as the index on planned times has them. */
async function listPlannedTimes(
  db: Queryable,
  orgId: string,
  { from, to }: { from: Date; to: Date },
): Promise<PlannedInstant[]> {
  const { rows } = await db.query<{ channel_id: string; planned_at: Date }>({
    name: "list-planned-times",
    text: `select distinct channel_id, planned_at from posts
           where org_id = $1 and deleted_at is null and num_nulls(scheduled_for) = 0
             and planned_at >= date_trunc('minute', $2::timestamptz) and planned_at < $3
             and status in ('scheduled', 'publishing')`,
    values: [orgId, from, to],
  });
  return rows.map((row) => ({ channelId: row.channel_id, at: row.planned_at }));
}
