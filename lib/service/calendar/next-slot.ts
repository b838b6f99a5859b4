import { serviceLimits } from "#lib/contract/service-limits.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { getMemberSettings } from "#lib/service/settings/member-settings.ts";
import {
  filterFreeSlots,
  listSearchWindows,
  listSlotsBetween,
  type PlannedInstant,
  slotAcceptsChannels,
} from "#lib/time/posting-slots.ts";
import { isTimeZone } from "#lib/time/time-zone.ts";

type NextSlotQuery = { channel?: readonly string[] | undefined; after?: string | undefined; zone?: string | undefined };

/**
 * The member's first weekly slot for these channels at which none of them has a post: of anybody in the organization,
 * for a channel is everybody's. Null when there is none within the time posts may be scheduled in.
 * @throws Refusal `invalid_request` for an unknown zone
 */
export async function getNextSlot(
  { pool, clock }: Pick<Context, "pool" | "clock">,
  actor: Actor,
  asked: NextSlotQuery,
): Promise<{ at: string | null; slots: number }> {
  if (asked.zone !== undefined && !isTimeZone(asked.zone)) {
    throw new Refusal("invalid_request", `There is no time zone called "${asked.zone}".`, "zone");
  }
  const settings = await getMemberSettings(pool, actor.memberId);
  const zone = settings.zone ?? asked.zone ?? "UTC";
  const channels = [...new Set(asked.channel ?? [])];
  const slots = settings.slots.filter((slot) => slotAcceptsChannels(slot, channels));
  const now = clock.now();
  const from = asked.after && Date.parse(asked.after) > now.getTime() ? new Date(asked.after) : now;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + serviceLimits.scheduledAheadYears);
  if (slots.length === 0) return { at: null, slots: 0 };
  for (const window of listSearchWindows(from, latest)) {
    const planned = await listPlannedTimes(pool, actor.orgId, window);
    const [first] = filterFreeSlots(listSlotsBetween(slots, window.from, window.to, zone), channels, planned);
    if (first) return { at: first.at.toISOString(), slots: slots.length };
  }
  return { at: null, slots: slots.length };
}

/** The organization's posts that have a time and are yet to go out, as the index on planned times has them. */
async function listPlannedTimes(
  pool: Context["pool"],
  orgId: string,
  { from, to }: { from: Date; to: Date },
): Promise<PlannedInstant[]> {
  const { rows } = await pool.query<{ channel_id: string; planned_at: Date }>({
    name: "list-planned-times",
    text: `select distinct channel_id, planned_at from posts
           where org_id = $1 and deleted_at is null and num_nulls(scheduled_for) = 0
             and planned_at >= date_trunc('minute', $2::timestamptz) and planned_at < $3
             and status in ('scheduled', 'publishing')`,
    values: [orgId, from, to],
  });
  return rows.map((row) => ({ channelId: row.channel_id, at: row.planned_at }));
}
