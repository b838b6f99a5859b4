import type { MemberSettings, MemberSettingsChange } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { withDefaultSettings } from "./member-settings.ts";
import { requireNamedZone, requireOwnChannels, requireUniqueIds, requireValidSlots } from "./setting-checks.ts";

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
    if (typeof zone === "string") requireNamedZone(zone, field);
  }
  // PostgreSQL's JSON knows every character but this one.
  if (JSON.stringify(change).includes("\\u0000")) {
    throw new Refusal("invalid_request", "A name contains a character that can't be stored.");
  }
  if (change.slots) await requireValidSlots(tx, actor.orgId, change.slots, "slots");
  if (change.channel_sets) {
    requireUniqueIds(change.channel_sets, "channel_sets", "sets");
    const channelIds = change.channel_sets.flatMap((set) => set.channel_ids);
    await requireOwnChannels(tx, actor.orgId, channelIds, "channel_sets");
  }
  if (change.views) requireUniqueIds(change.views, "views", "views");
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
