import type { Connector, ConnectorLookup } from "#lib/service/channels/core/connector.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isAuthorLeftSql, isPausedSql, isSignedOutSql } from "#lib/service/posts/read/post-hold.ts";
import {
  getHasDuePostsSql,
  isAppTakingTurnsSql,
  isWaitingSql,
  type LeasedChannel,
  leasableSql,
} from "./channel-lease.ts";
import type { LeasedImage, LeasedPart, LeasedPost } from "./leased-post.ts";
import { parseTexts, planPost } from "./plan-post.ts";

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

/** SQL: what a lease reads of the channel `c`. */
const channelColumns = `c.id, c.platform, c.host, c.practice, c.wait_until, ${isSignedOutSql("c")} as is_out`;

/**
 * SQL: leases the oldest due post of the channel in `held`, with its event. `is_new` is true if the post has no parts and
 * images to read: it never had any, by the same version of the row that is leased. After a wait for somebody who changed
 * the post, this statement doesn't see that person's other rows.
 */
const leaseDuePostSql = `
  due as (
    select id, xmin, look_from, ${isAuthorLeftSql("posts")} as is_kept
    from posts where channel_id = $1 and due_at <= now() and deleted_at is null
      and status in ('scheduled', 'publishing') and exists (select 1 from held
        where not waits and (not is_out or ${plannedFor} < now() - $4 * interval '1 ms'))
    order by due_at, id limit 1 for update),
  kept as (update posts set due_at = null where id = (select id from due where is_kept)),
  taken as (
    update posts set status = 'publishing', fence = fence + 1, attempts = attempts + 1,
      lease_until = now() + $2 * interval '1 ms', version = version + (status <> 'publishing')::int,
      updated_at = now()
    where id = (select id from due where not is_kept)
    returning id as post_id, fence as post_fence, attempts, parts, link_card, thread_choice, coalesce(scheduled_for, created_at) as planned_for,
      (select count(*) from parts_taken_down where post_id = posts.id)::int as taken_down,
      greatest(0, least(extract(epoch from now() - ${plannedFor}) * 1000, 2e9))::int as late_ms,
      greatest(0, least(extract(epoch from now() - greatest(${plannedFor}, (select waited from held))) * 1000,
        2e9))::int as idle_ms),
  event as (
    insert into post_events (id, post_id, kind, detail)
    select $3, post_id, 'started', jsonb_build_object('attempt', attempts, 'late_ms', late_ms) from taken)
  select held.*, taken.*, now() as now, (select look_from from due) as look_from,
    exists (select 1 from due join posts p on p.id = due.id and p.xmin = due.xmin)
      and not exists (select 1 from planned_parts where post_id = (select id from due))
      and not exists (select 1 from post_media where post_id = (select id from due)) as is_new
  from held left join taken on true`;

/** SQL: what the application's wait means for the channel in `c`: until when it waited, and the problem that a person must correct. */
const waitedSql = `greatest(c.wait_until, case when a.said is null then a.wait_until end) as waited,
  case when a.wait_until > now() - interval '1 day' then a.said end as to_mend`;
const waitOfAppSql = "left join app_waits a on not c.practice and a.platform = c.platform and a.host = c.host";

/**
 * Leases a free channel and its oldest due post by one statement. Only the database's clock decides what is due, so that
 * machines with different clocks agree. A post that a member scheduled in the moment of their deactivation is put on hold
 * like their others. A pause of sending is read from the locked row of the channel: a pause that is being committed waits for this
 * lease, or this lease sees it. While the account needs a reconnect, only posts that have waited for it longer than
 * `reconnectWithinMs` are leased.
 * @param isAlone see `leasableSql`
 * @returns null without the channel's lease: another worker has it, its platform asked us to wait, an administrator paused
 * sending, or nothing is due
 */
export async function leaseChannelWithPost(
  pool: Context["pool"],
  channelId: string,
  isAlone: boolean,
  options: Omit<LeaseOptions, "connector"> & { connectorFor: ConnectorLookup },
): Promise<{ channel: LeasedChannel; connector: Connector | null; first: LeaseResult } | null> {
  const leasedAtMs = performance.now();
  const { rows } = await pool.query({
    name: "take-channel-and-post",
    text: `with c as (
             update channels c set fence = fence + 1, lease_until = now() + $2 * interval '1 ms'
             where id = $1 and ${leasableSql("$6")} and not ${isWaitingSql} and ($5 or not ${isAppTakingTurnsSql})
               and ${getHasDuePostsSql("$4")}
             returning c.fence, c.username, c.remote_id, c.told, c.removed_at is not null as removed, ${channelColumns}),
           held as (select c.*, ${waitedSql}, false as waits from c ${waitOfAppSql}), ${leaseDuePostSql}`,
    values: [...getLeaseValues(channelId, options), isAlone],
  });
  const row = rows[0];
  if (!row) return null;
  const channel = {
    id: channelId,
    fence: Number(row.fence),
    platform: row.platform,
    practice: row.practice,
    account: {
      channelId,
      username: row.username,
      remoteId: row.remote_id,
      host: row.host,
      reportedLimits: row.told,
    },
    isRemoved: row.removed,
    leasedAtMs,
  };
  const connector = options.connectorFor(channel);
  return { channel, connector, first: await readLease(pool, channel, row, { ...options, connector }) };
}

/** Leases the oldest due post of a channel that this worker has, see `leaseChannelWithPost`. */
export async function leasePost(
  pool: Context["pool"],
  channel: LeasedChannel,
  options: LeaseOptions,
): Promise<LeaseResult> {
  const { rows } = await pool.query({
    name: "take-next-post",
    text: `with held as (
             select ${channelColumns}, ${waitedSql},
               ${isPausedSql("c")} or ${isWaitingSql} or (not $5 and ${isAppTakingTurnsSql}) as waits
             from channels c ${waitOfAppSql} where c.id = $1 and c.fence = $6 for share of c), ${leaseDuePostSql}`,
    values: [...getLeaseValues(channel.id, options), channel.fence],
  });
  const row = rows[0];
  return row ? await readLease(pool, channel, row, options) : { type: "lost" };
}

const getLeaseValues = (channelId: string, options: Omit<LeaseOptions, "connector">) => [
  ...[channelId, options.leaseMs, options.clock.newId(), options.reconnectWithinMs, options.isTurn],
];

/** Plans the parts that have not been sent; storing the plan is the first write of the delivery. */
async function readLease(
  pool: Context["pool"],
  channel: LeasedChannel,
  // biome-ignore lint/suspicious/noExplicitAny: a row as the driver gives it
  row: any,
  options: LeaseOptions,
): Promise<LeaseResult> {
  // Nothing is due, or the platform has asked us to wait since the last post.
  if (row.post_id === null) return { type: "none" };
  const id: string = row.post_id;
  const post: LeasedPost = {
    id,
    channelId: channel.id,
    fence: Number(row.post_fence),
    attempts: row.attempts,
    lateMs: row.late_ms,
    plannedFor: row.planned_for,
    clockOffMs: row.now.getTime() - options.clock.now().getTime(),
    idleMs: row.idle_ms,
    problemToFix: row.to_mend === null ? null : { reason: "billing", message: row.to_mend },
    lookFrom: row.look_from,
    authorText: parseTexts(row.parts)?.join(" ") ?? "",
    ...(row.is_new ? { parts: [], images: [] } : await readDetails(pool, id)),
    placedImages: { items: [], leftOut: 0 },
  };
  if (row.is_out) return { type: "overdue", post };
  const planned = planPost({
    id,
    platform: channel.platform,
    parts: row.parts,
    images: post.images,
    linkCard: row.link_card,
    threadChoice: row.thread_choice,
    account: channel.account,
    connector: options.connector,
    plannedAt: post.parts[0]?.plannedAt ?? row.now,
    before: post.parts,
    takenDown: row.taken_down,
  });
  if (planned.type === "unreadable") return { type: "unreadable", post, why: planned.why };
  post.parts = planned.parts;
  post.placedImages = planned.images;
  return { type: "taken", post };
}

async function readDetails(
  pool: Context["pool"],
  postId: string,
): Promise<{ parts: LeasedPart[]; images: LeasedImage[] }> {
  const { rows } = await pool.query({
    name: "read-details",
    text: `select null as media_id, null as size_bytes, null as file_name, null as mime, null as width, null as height, null as alt,
             null as frames, null as part,
             number, text, part_key, state, started_at, sent_before, refused, remote_id, resends, wire, prepared,
             planned_parts.planned_at, case when started_at is not null
               then extract(epoch from now() - greatest(started_at, restored_at)) * 1000 end as started_ago_ms,
             -- What a restored backup knows of a lookup says nothing about the requests since.
             case when restored_at is null or absent_since > restored_at
               then extract(epoch from now() - absent_since) * 1000 end as absent_for_ms,
             case when started_at < restored_at then restored_at end as restored_at
           from planned_parts join posts on posts.id = post_id where post_id = $1
           union all
           select m.id, m.size_bytes, m.file_name, m.mime, m.width, m.height, m.alt, m.frames, p.part, p.position, null, null, null, null, null, null, null, null,
             null, null, null, null, null, null
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
      absentForMs: row.absent_for_ms === null ? null : Number(row.absent_for_ms),
      remoteId: row.remote_id,
      resends: row.resends,
      wire: row.wire,
      prepared: row.prepared,
      plannedAt: row.planned_at,
      restoredAt: row.restored_at,
    })),
  };
}
