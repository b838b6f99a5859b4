import type pg from "pg";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { ChannelDetail } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { getRemoval, isRepeatSafe } from "./connector.ts";
import { toLimitations, toReportedLimits } from "./reported-limits.ts";

type DetailRow = {
  id: string;
  platform: string;
  name: string;
  username: string;
  verified: boolean;
  practice: boolean;
  state: string;
  access_ends_at: Date | null;
  wait_until: Date | null;
  created_at: Date;
  restricted: boolean;
  members: { id: string; name: string }[];
  scheduled: number;
  under_way: number;
  usable: boolean;
  host: string;
  told: Readonly<Record<string, unknown>>;
  avatar_file: string | null;
  checked_at: Date | null;
};
type ChannelDetailsDeps = Pick<Context, "clock" | "settings" | "connectorFor">;

/**
 * Selects the channels that the actor may see: those they may use, and for an administrator all of the organization.
 */
const selectDetails = `
  select c.id, c.platform, c.name, c.username, c.verified, c.practice, c.state, c.access_ends_at, c.created_at, c.restricted, c.host, c.told,
    c.avatar_file, c.checked_at,
    (select max(w.until) from (select c.wait_until as until union all select a.wait_until from app_waits a
      where not c.practice and a.platform = c.platform and a.host = c.host) w where w.until > $4) as wait_until, named.members, planned.scheduled, planned.under_way,
    (not c.restricted or named.holds_me) as usable
  from channels c
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by m.name, m.id), '[]'::jsonb) as members,
      coalesce(bool_or(m.id = $2), false) as holds_me
    from channel_members u join members m on m.id = u.member_id
    where u.channel_id = c.id and m.removed_at is null and c.restricted) named
  cross join lateral (
    select count(*) filter (where p.status = 'scheduled')::int as scheduled,
      count(*) filter (where p.status = 'publishing')::int as under_way
    from posts p where p.channel_id = c.id and p.status in ('scheduled', 'publishing') and p.deleted_at is null) planned
  where c.org_id = $1 and c.removed_at is null and ($3 or not c.restricted or named.holds_me)`;

/** Lists the channels in the order in which they were connected. */
export async function listChannelDetails(
  pool: pg.Pool,
  actor: Actor,
  deps: ChannelDetailsDeps,
): Promise<ChannelDetail[]> {
  const { rows } = await pool.query<DetailRow>({
    name: "channel-details",
    text: `${selectDetails} order by c.created_at, c.id`,
    values: [actor.orgId, actor.memberId, isAdmin(actor.role), deps.clock.now()],
  });
  return rows.map((row) => present(row, deps));
}

/** @throws Refusal `not_found`, also for a channel that the actor may not see */
export async function requireChannelDetail(
  client: pg.Pool | pg.PoolClient,
  actor: Actor,
  id: string,
  deps: ChannelDetailsDeps,
): Promise<ChannelDetail> {
  if (!isUuid(id)) throw channelNotFound();
  const { rows } = await client.query<DetailRow>({
    name: "channel-detail",
    text: `${selectDetails} and c.id = $5`,
    values: [actor.orgId, actor.memberId, isAdmin(actor.role), deps.clock.now(), id],
  });
  if (!rows[0]) throw channelNotFound();
  return present(rows[0], deps);
}

/** Locks a channel of the organization until the transaction ends, against posts that are being planned on it. */
export async function lockChannel(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ id: string; platform: string; name: string; practice: boolean; restricted: boolean; host: string }> {
  if (!isUuid(id)) throw channelNotFound();
  const { rows } = await tx.client.query({
    name: "channel-lock",
    text: `select id, platform, name, practice, restricted, host from channels
           where org_id = $1 and id = $2 and removed_at is null for update`,
    values: [actor.orgId, id],
  });
  if (!rows[0]) throw channelNotFound();
  return rows[0];
}

export const channelNotFound = () => new Refusal("not_found", "The channel was not found.");

function present(
  { avatar_file: file, told: reportedLimits, ...row }: DetailRow,
  { settings, connectorFor }: ChannelDetailsDeps,
): ChannelDetail {
  const limitations = toLimitations(reportedLimits);
  const connector = connectorFor(row);
  const { software } = reportedLimits;
  return {
    ...row,
    access_ends_at: row.access_ends_at?.toISOString() ?? null,
    wait_until: row.wait_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    checked_at: row.checked_at?.toISOString() ?? null,
    avatar_url: file === null ? null : `${settings.origin}/media/${file}`,
    reported_limits: toReportedLimits(reportedLimits),
    ...(limitations.length > 0 && { limitations }),
    ...(typeof software === "string" && { software }),
    take_down: connector !== null && getRemoval(connector, { reportedLimits }).can,
    ...(connector && { repeat_safe: isRepeatSafe(connector.getRepeats({ reportedLimits })) }),
  };
}
