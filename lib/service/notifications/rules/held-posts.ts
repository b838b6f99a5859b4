import type { Context } from "#lib/service/core/context.ts";
import { notifyOutboxSql } from "#lib/service/db/pg-notifications.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { type NewNotification, notifyMembers } from "#lib/service/notifications/notify-members.ts";
import { type HoldFacts, holdFactsSql, isPausedSql, isSignedOutSql } from "#lib/service/posts/read/post-hold.ts";

const batch = 500;

/** SQL: the posts on hold, found by what holds them: few channels and members do. */
const heldSql = `
  found as (
    select p.id from channels c join posts p on p.channel_id = c.id
    where (${isSignedOutSql("c")} or ${isPausedSql("c")}) and p.status in ('scheduled', 'publishing') and p.deleted_at is null
    union
    select p.id from members m join posts p on p.member_id = m.id
    where m.removed_at is not null and p.status = 'scheduled' and p.deleted_at is null),
  held as (
    select p.id, p.org_id, p.member_id, p.channel_id, p.scheduled_for, f.facts, f.facts ->> 0 as reason,
      (f.facts ->> 1)::timestamptz as since, (f.facts ->> 2)::uuid as target_id
    from found join posts p on p.id = found.id join channels c on c.id = p.channel_id
      cross join lateral (select ${holdFactsSql("p", "c")} as facts) f
    where f.facts is not null)`;

/**
 * Records each post's hold once in its history, and sends the organization's webhooks `post.held` with it.
 * @returns the number of posts
 */
export async function recordHeldPosts({ pool, clock }: Pick<Context, "pool" | "clock">): Promise<number> {
  let recorded = 0;
  for (let count = batch; count === batch; recorded += count) {
    const { rowCount } = await pool.query({
      name: "record-held-posts",
      text: `with ${heldSql},
        fresh as (
          select * from held where not exists (
            select 1 from post_events e where e.post_id = held.id and e.kind = 'held'
              and e.detail ->> 'reason' = held.reason and (e.detail ->> 'since')::timestamptz = held.since)
          order by scheduled_for, id limit ${batch}),
        event as (
          insert into post_events (id, post_id, kind, at, detail)
          select gen_random_uuid(), id, 'held', $1, jsonb_build_object('reason', reason, 'since', since) from fresh),
        message as (
          insert into outbox (org_id, member_id, post_id, kind, detail, at)
          select org_id, member_id, id, 'post.held', jsonb_build_object('reason', reason, 'since', facts ->> 1,
            'target_id', target_id), $1 from fresh)
        select ${notifyOutboxSql} from fresh`,
      values: [clock.now()],
    });
    count = rowCount ?? 0;
  }
  return recorded;
}

type Cause = {
  org_id: string;
  reader_id: string;
  facts: HoldFacts;
  channel_id: string;
  waiting: number;
  said: string | null;
};

/**
 * Notifies of what holds posts, once for each cause and reader, not for each post: administrators of a member who left
 * posts behind; and everybody whose planned posts are late by now, or who administers them, of a pause or a channel that
 * needs reconnecting, if they have no open item about it. An item that its reader had closed before a post was late opens
 * again. What begins otherwise is told by `channel-signed-out.ts` and `sending-paused.ts`.
 */
export async function notifyHeldPosts(
  { pool, clock }: Pick<Context, "pool" | "clock">,
  canMail: boolean,
): Promise<number> {
  return await inTransaction(pool, async (tx) => {
    const { rows } = await tx.client.query<Cause>({
      name: "notice-held-posts",
      text: `with ${heldSql},
        causes as (
          select held.org_id, m.id as reader_id, reason, target_id, (array_agg(facts))[1] as facts, count(*)::int as waiting,
            (array_agg(channel_id))[1] as channel_id, min(scheduled_for) filter (where scheduled_for <= $1) as late_since,
            case reason when 'author_left' then 'posts_held:author_left:' || target_id
              when 'channel_needs_reconnect' then 'channel_ending:' || target_id || ':reconnect'
              else 'sending_paused:' || target_id end as cause_key
          from held join members m on m.org_id = held.org_id and m.removed_at is null
            and (m.role <> 'member' or m.id = held.member_id)
          group by held.org_id, m.id, reason, target_id)
        select org_id, reader_id, facts, waiting, channel_id,
          (select s.reason from sending_pauses s where s.id = causes.target_id) as said
        from causes
        where (late_since is not null or reason = 'author_left') and not exists (
          select 1 from notices n where n.member_id = reader_id and n.cause_key = causes.cause_key
            and (n.done_at is null or late_since is null or n.created_at > late_since))
        limit ${batch}`,
      values: [clock.now()],
    });
    const notifications = rows.map((row) => toNotification(row, clock.now()));
    if (notifications.length > 0) await notifyMembers(tx, notifications, clock, canMail);
    return rows.length;
  });
}

function toNotification({ org_id, reader_id, facts, channel_id, waiting, said }: Cause, at: Date): NewNotification {
  const [reason, , targetId] = facts;
  const reader = { orgId: org_id, memberId: reader_id, postId: null, at };
  switch (reason) {
    case "author_left":
      return {
        ...reader,
        kind: "posts_held",
        causeKey: `posts_held:author_left:${targetId}`,
        channelId: null,
        detail: { cause: reason, author: targetId, waiting },
      };
    case "channel_needs_reconnect":
      return {
        ...reader,
        kind: "channel_ending",
        causeKey: `channel_ending:${targetId}:reconnect`,
        channelId: targetId,
        detail: { cause: "reconnect", waiting },
      };
    default:
      return {
        ...reader,
        kind: "sending_paused",
        causeKey: `sending_paused:${targetId}`,
        channelId: reason === "channel_paused" ? channel_id : null,
        detail: { cause: "paused", said, waiting },
      };
  }
}
