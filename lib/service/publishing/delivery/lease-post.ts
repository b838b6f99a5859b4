import type { Connector, ConnectorLookup } from "#lib/service/channels/core/connector.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { markPartsForLookup } from "#lib/service/publishing/restore/restored-posts.ts";
import { isAppTakingTurnsSql, isWaitingSql, type LeasedChannel, leaseChannel } from "./channel-lease.ts";
import type { LeasedImage, LeasedPart, LeasedPost } from "./leased-post.ts";
import { planPost } from "./plan-post.ts";

export type LeaseResult =
  | { type: "taken"; post: LeasedPost }
  /** The post has waited for its account's reconnect as long as it may. */
  | { type: "overdue"; post: LeasedPost }
  | { type: "unreadable"; post: LeasedPost; why: string }
  | { type: "none" }
  /** Another worker leased the channel. */
  | { type: "lost" };

export type LeaseOptions = {
  /** True if the channel has its turn among the accounts of its application: without it, nothing is leased while they take turns. */
  isTurn: boolean;
  leaseMs: number;
  reconnectWithinMs: number;
  clock: Clock;
  /** Null if this version can't publish there. */
  connector: Connector | null;
};

/** SQL: the due time. After a restore a worker looks a post up before its time. */
const plannedFor = "greatest(posts.due_at, posts.scheduled_for)";

/**
 * Leases the channel's oldest due post and plans the parts that have not been sent. Only the database's clock decides
 * what is due, so that machines with different clocks agree. Row, plan and event are one transaction. A post that a
 * member scheduled in the moment of their deactivation is put on hold like their others. A pause of sending is read from
 * the locked row of the channel: a pause that is being committed waits for this lease, or this lease sees it. While the account needs a
 * reconnect, only posts that have waited for it longer than `reconnectWithinMs` are leased.
 */
export async function leasePost(
  pool: Context["pool"],
  channel: LeasedChannel,
  options: LeaseOptions,
): Promise<LeaseResult> {
  return await inTransaction(pool, (tx) => leasePostInTransaction(tx, channel, options));
}

/**
 * Leases a channel and its oldest due post in one transaction.
 * @param isAlone see `leaseChannel`
 * @returns null without the channel's lease
 */
export async function leaseChannelWithPost(
  pool: Context["pool"],
  channelId: string,
  isAlone: boolean,
  options: Omit<LeaseOptions, "connector"> & { connectorFor: ConnectorLookup },
): Promise<{ channel: LeasedChannel; connector: Connector | null; first: LeaseResult } | null> {
  return await inTransaction(pool, async (tx) => {
    const channel = await leaseChannel(tx, channelId, isAlone, options.leaseMs);
    if (!channel) return null;
    const connector = options.connectorFor(channel);
    return { channel, connector, first: await leasePostInTransaction(tx, channel, { ...options, connector }) };
  });
}

async function leasePostInTransaction(tx: Tx, channel: LeasedChannel, options: LeaseOptions): Promise<LeaseResult> {
  const { rows } = await tx.client.query({
    name: "take-post",
    text: `with held as (
               select c.paused or ${isWaitingSql} or (not $6 and ${isAppTakingTurnsSql}) as waits,
                 c.state = 'reconnect' and not c.practice as is_out,
                 greatest(c.wait_until, case when a.said is null then a.wait_until end) as waited,
                 case when a.wait_until > now() - interval '1 day' then a.said end as to_mend
               from channels c left join app_waits a on not c.practice and a.platform = c.platform and a.host = c.host
               where c.id = $1 and c.fence = $2 for share of c),
             due as (
               select id, look_from, status = 'scheduled' and exists (
                   select 1 from members m where m.id = member_id and m.removed_at is not null) as is_kept
               from posts where channel_id = $1 and due_at <= now() and deleted_at is null
                 and status in ('scheduled', 'publishing') and exists (select 1 from held
                   where not waits and (not is_out or ${plannedFor} < now() - $5 * interval '1 ms'))
               order by due_at, id limit 1 for update),
             kept as (update posts set due_at = null where id = (select id from due where is_kept)),
             taken as (
               update posts set status = 'publishing', fence = fence + 1, attempts = attempts + 1,
                 lease_until = now() + $3 * interval '1 ms', version = version + (status <> 'publishing')::int,
                 updated_at = now()
               where id = (select id from due where not is_kept)
               returning id, fence, attempts, parts, link_card, coalesce(scheduled_for, created_at) as planned_for,
                 (select count(*) from parts_taken_down where post_id = posts.id)::int as taken_down,
                 greatest(0, least(extract(epoch from now() - ${plannedFor}) * 1000, 2e9))::int as late_ms,
                 greatest(0, least(extract(epoch from now() - greatest(${plannedFor}, (select waited from held))) * 1000,
                   2e9))::int as idle_ms),
             event as (
               insert into post_events (id, post_id, kind, detail)
               select $4, id, 'started', jsonb_build_object('attempt', attempts, 'late_ms', late_ms) from taken)
             select taken.*, held.is_out, held.to_mend, now() as now, (select look_from from due) as look_from
             from held left join taken on true`,
    values: [
      channel.id,
      channel.fence,
      options.leaseMs,
      options.clock.newId(),
      options.reconnectWithinMs,
      options.isTurn,
    ],
  });
  const row = rows[0];
  if (!row) return { type: "lost" };
  // Nothing is due, or the platform has asked us to wait since the last post.
  if (row.id === null) return { type: "none" };
  const id: string = row.id;
  const post: LeasedPost = {
    id,
    channelId: channel.id,
    fence: Number(row.fence),
    attempts: row.attempts,
    lateMs: row.late_ms,
    plannedFor: row.planned_for,
    clockOffMs: row.now.getTime() - options.clock.now().getTime(),
    idleMs: row.idle_ms,
    problemToFix: row.to_mend === null ? null : { reason: "billing", message: row.to_mend },
    // A separate statement, because it must see writes from the time in which this transaction waited for the row.
    ...(await readDetails(tx, id)),
    placedImages: { items: [], leftOut: 0 },
  };
  if (row.is_out) return { type: "overdue", post };
  const planned = planPost({
    id,
    platform: channel.platform,
    parts: row.parts,
    images: post.images,
    linkCard: row.link_card,
    account: channel.account,
    connector: options.connector,
    plannedAt: post.parts[0]?.plannedAt ?? row.now,
    before: post.parts,
    takenDown: row.taken_down,
  });
  if (planned.type === "unreadable") return { type: "unreadable", post, why: planned.why };
  post.parts = planned.parts;
  post.placedImages = planned.images;
  await storePlan(tx, post);
  if (row.look_from !== null) await markPartsForLookup(tx, post, row.look_from);
  return { type: "taken", post };
}

async function readDetails(tx: Tx, postId: string): Promise<{ parts: LeasedPart[]; images: LeasedImage[] }> {
  const { rows } = await tx.client.query({
    name: "read-details",
    text: `select null as media_id, null as size_bytes, null as file_name, null as mime, null as width, null as height, null as alt,
             null as frames, null as part,
             number, text, part_key, state, started_at, sent_before, refused, remote_id, resends, wire, prepared,
             planned_parts.planned_at, case when started_at is not null
               then extract(epoch from now() - greatest(started_at, restored_at)) * 1000 end as started_ago_ms,
             case when started_at < restored_at then restored_at end as restored_at
           from planned_parts join posts on posts.id = post_id where post_id = $1
           union all
           select m.id, m.size_bytes, m.file_name, m.mime, m.width, m.height, m.alt, m.frames, p.part, p.position, null, null, null, null, null, null, null, null,
             null, null, null, null, null
           from post_media p join media m on m.id = p.media_id where p.post_id = $1
           order by number`,
    values: [postId],
  });
  const images = rows.filter((row) => row.file_name !== null);
  const parts = rows.filter((row) => row.file_name === null);
  return {
    images: images.map((row) => ({
      mediaId: row.media_id,
      sizeBytes: row.size_bytes,
      fileName: row.file_name,
      mime: row.mime,
      width: row.width,
      height: row.height,
      alt: row.alt,
      animated: row.frames > 1,
      part: row.part,
    })),
    parts: parts.map((row) => ({
      number: row.number,
      text: row.text,
      key: row.part_key,
      state: row.state,
      startedAt: row.started_at,
      sentBefore: row.sent_before,
      refused: row.refused === null ? null : { reason: "duplicate", message: row.refused },
      startedAgoMs: row.started_ago_ms === null ? null : Number(row.started_ago_ms),
      remoteId: row.remote_id,
      resends: row.resends,
      wire: row.wire,
      prepared: row.prepared,
      plannedAt: row.planned_at,
      restoredAt: row.restored_at,
    })),
  };
}

/** Stores the plan. Unsent parts may have been planned before an edit, so they are planned again. */
async function storePlan(tx: Tx, post: LeasedPost): Promise<void> {
  await tx.client.query({
    name: "store-plan",
    text: `with gone as (delete from planned_parts where post_id = $1 and number > cardinality($3::text[]))
           insert into planned_parts (post_id, channel_id, number, text, part_key, wire, prepared, planned_at)
           select $1, $2, number, text, key, wire::jsonb, prepared::jsonb, $7
           from unnest($3::text[], $4::text[], $5::text[], $6::text[]) with ordinality
             as part (text, key, wire, prepared, number)
           on conflict (post_id, number) do update set text = excluded.text, part_key = excluded.part_key,
             channel_id = excluded.channel_id, wire = excluded.wire, prepared = excluded.prepared`,
    values: [
      ...[post.id, post.channelId, post.parts.map((part) => part.text), post.parts.map((part) => part.key)],
      post.parts.map((part) => JSON.stringify(part.wire)),
      post.parts.map((part) => part.prepared && JSON.stringify(part.prepared)),
      post.parts[0]?.plannedAt,
    ],
  });
}
