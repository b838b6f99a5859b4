import type { ChannelSet, MemberSettings, MemberSettingsChange, Slot } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { isTimeZone } from "#lib/time/wall-time.ts";
import { withDefaultSettings } from "./member-settings.ts";

const refuse = (field: string, message: string) => new Refusal("invalid_request", message, field || undefined);

/**
 * Changes what is named and leaves the rest, also of what another tab changes at the same time.
 * @throws Refusal `invalid_request` for an unknown zone, ids given twice, channels that are not the organization's
 */
export async function updateMemberSettings(
  tx: Tx,
  actor: Actor,
  change: MemberSettingsChange,
  clock: Clock,
): Promise<MemberSettings> {
  for (const field of ["zone", "second_zone"] as const) {
    const zone = change[field];
    if (typeof zone === "string" && !isNamedZone(zone)) {
      throw refuse(field, `There is no time zone called "${zone.slice(0, 60)}". Use a name such as Europe/Berlin.`);
    }
  }
  // PostgreSQL's JSON knows every character but this one.
  if (JSON.stringify(change).includes("\\u0000")) throw refuse("", "A name contains a character that can't be stored.");
  if (change.slots) await checkSlots(tx, actor, change.slots);
  if (change.channel_sets) await checkSets(tx, actor, change.channel_sets);
  if (change.views && hasTwice(change.views)) throw refuse("views", "Two views have the same id.");
  const { rows } = await tx.client.query<{ settings: Partial<MemberSettings> }>(
    `insert into member_settings (member_id, settings, updated_at) values ($1, $2, $3)
     on conflict (member_id) do update
       set settings = member_settings.settings || excluded.settings || case when excluded.settings ? 'notices'
           then jsonb_build_object('notices',
             coalesce(member_settings.settings -> 'notices', '{}') || (excluded.settings -> 'notices'))
           else '{}' end, updated_at = excluded.updated_at
     returning settings`,
    [actor.memberId, JSON.stringify(change), clock.now()],
  );
  return withDefaultSettings(rows[0]?.settings ?? {});
}

/** A place's zone. An offset such as `+02:00` is a zone to the runtime, but its clocks never change. */
function isNamedZone(zone: string): boolean {
  return /^[A-Za-z]/.test(zone) && isTimeZone(zone);
}

function hasTwice(named: readonly { id: string }[]): boolean {
  return new Set(named.map(({ id }) => id)).size < named.length;
}

async function checkSlots(tx: Tx, actor: Actor, slots: readonly Slot[]): Promise<void> {
  if (hasTwice(slots)) throw refuse("slots", "Two slots have the same id.");
  await checkChannels(
    tx,
    actor,
    "slots",
    slots.flatMap(({ channels }) => channels),
  );
}

async function checkSets(tx: Tx, actor: Actor, sets: readonly ChannelSet[]): Promise<void> {
  if (hasTwice(sets)) throw refuse("channel_sets", "Two sets have the same id.");
  await checkChannels(
    tx,
    actor,
    "channel_sets",
    sets.flatMap((set) => set.channel_ids),
  );
}

async function checkChannels(tx: Tx, actor: Actor, field: string, ids: readonly string[]): Promise<void> {
  const named = [...new Set(ids)];
  if (named.length === 0) return;
  // A channel that was disconnected still counts: what names it outlives it, and must not stand in the way of other changes.
  const { rows } = await tx.client.query<{ id: string }>(
    "select id from channels where org_id = $1 and id::text = any($2::text[])",
    [actor.orgId, named],
  );
  const known = new Set(rows.map(({ id }) => id));
  const unknown = named.find((id) => !known.has(id));
  if (unknown !== undefined) throw refuse(field, `There is no channel with the id "${unknown}".`);
}
