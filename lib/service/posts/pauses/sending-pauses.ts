import type { OverduePost, SendingPause } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

type Client = Pick<Tx["client"], "query">;

/** SQL: a pause `s` that is active and covers the channel `c`. */
export const coversChannelSql =
  "s.org_id = c.org_id and (s.channel_id is null or s.channel_id = c.id) and s.resumed_at is null";

/**
 * SQL: a post `p` that would be sent now if its channel were not paused. A worker still sends those that it leased before
 * the pause.
 */
export const isOverdueSql = `p.deleted_at is null and p.status in ('scheduled', 'publishing') and p.due_at <= now()
  and coalesce(p.lease_until <= now(), true)`;

/** SQL: `c` has no active pause but `s`. */
const isFreedSql = `(s.channel_id is null or s.channel_id = c.id) and c.org_id = s.org_id and not exists (
  select 1 from sending_pauses other where other.org_id = c.org_id and other.resumed_at is null and other.id <> s.id
    and (other.channel_id is null or other.channel_id = c.id))`;

type PauseRow = {
  id: string;
  channel_id: string | null;
  platform: string | null;
  name: string | null;
  reason: string;
  member_id: string;
  member_name: string;
  paused_at: Date;
  overdue: number;
};

/** Lists the active pauses of the caller's organization: of all channels first, then the oldest first. */
export async function listSendingPauses(client: Client, actor: Actor): Promise<SendingPause[]> {
  const { rows } = await client.query<PauseRow>({
    name: "sending-pauses",
    text: `select s.id, s.channel_id, own.platform, own.name, s.reason, m.id as member_id, m.name as member_name, s.paused_at,
             (select count(*)::int from channels c join posts p on p.channel_id = c.id
              where ${isFreedSql} and ${isOverdueSql}) as overdue
           from sending_pauses s join members m on m.id = s.paused_by left join channels own on own.id = s.channel_id
           where s.org_id = $1 and s.resumed_at is null
           order by s.channel_id is not null, s.paused_at, s.id`,
    values: [actor.orgId],
  });
  return rows.map((row) => ({
    id: row.id,
    channel:
      row.channel_id === null ? null : { id: row.channel_id, platform: row.platform ?? "", name: row.name ?? "" },
    reason: row.reason,
    paused_by: { id: row.member_id, name: row.member_name },
    paused_at: row.paused_at.toISOString(),
    overdue: row.overdue,
  }));
}

/** @throws Refusal `not_found` for an unknown pause, one that is over, and another organization's */
export async function requireSendingPause(client: Client, actor: Actor, id: string): Promise<SendingPause> {
  const pause = isUuid(id) ? (await listSendingPauses(client, actor)).find((one) => one.id === id.toLowerCase()) : null;
  if (!pause) throw new Refusal("not_found", "The pause was not found. Perhaps it was lifted already.");
  return pause;
}

const listedMax = 100;

/** Lists the first posts that were due during the pause and that its end releases, the earliest first. */
export async function listOverduePosts(client: Client, actor: Actor, id: string): Promise<OverduePost[]> {
  const pause = await requireSendingPause(client, actor, id);
  const { rows } = await client.query({
    name: "overdue-posts",
    text: `select p.id, p.platform, c.name, p.scheduled_for, left(p.parts -> 0 ->> 'text', 200) as text, m.name as author
           from sending_pauses s join channels c on ${isFreedSql} join posts p on p.channel_id = c.id
             join members m on m.id = p.member_id
           where s.id = $1 and ${isOverdueSql}
           order by p.due_at, p.id limit ${listedMax}`,
    values: [pause.id],
  });
  return rows.map((row) => ({
    id: row.id,
    channel: row.platform,
    channel_name: row.name,
    scheduled_for: row.scheduled_for?.toISOString() ?? null,
    text: row.text ?? "",
    author: row.author,
  }));
}
