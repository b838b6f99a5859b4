import { limits } from "#lib/contract/limits.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Db } from "#lib/service/db/transaction.ts";
import { isOnHoldSql, isPausedSql, isSignedOutSql } from "#lib/service/posts/read/post-hold.ts";
import { getSuggestedFix, parseRejectedSubmission, toPostTitle } from "./post-failure-cause.ts";

/** The most items of one response, and posts of each item. */
const itemsMax = 200;
const postsMax = 20;
/** Days for which done items stay visible. */
const doneDays = 30;

/** The condition for the owner of the notifications; $1 is the reader, $2 the organization. */
const inboxScopeSql = {
  mine: "n.member_id = $1",
  // A hold of posts concerns the whole team too; each administrator has a notification of it.
  everyone: `(n.org_id = $2 and n.kind = 'post_failed' or n.member_id = $1 and (n.kind = 'posts_held'
    or n.detail ->> 'cause' = case n.kind when 'channel_ending' then 'reconnect' when 'sending_paused' then 'paused' end))`,
};
type Scope = keyof typeof inboxScopeSql;
type State = "open" | "snoozed" | "done";

/** The claims of a reminder that are still undecided. */
const waitingClaimsSql = `select 1 from claims c where c.org_id = n.org_id and c.state = 'pending'
  and c.published_at < n.created_at - interval '1 day' and c.member_id <> n.member_id limit 1000`;

/** The failures that the reader's list shows beside a notification of the channel. */
const failureScopeSql = { mine: "f.member_id = $1", everyone: "f.org_id = $2" };

/** The posts that the notification's cause holds now: the reader's, or for administrators all. */
const plannedSql = `case when n.kind = 'posts_held' or n.detail ->> 'cause' = case n.kind when 'sending_paused' then 'paused'
    else 'reconnect' end then (
  select json_build_object('count', count(*), 'late', count(*) filter (where h.scheduled_for <= now()),
    'next', min(h.scheduled_for) filter (where h.scheduled_for > now()))
  from posts h join channels hc on hc.id = h.channel_id join members reader on reader.id = $1
  where h.org_id = n.org_id and h.status in ('scheduled', 'publishing') and h.deleted_at is null and ${isOnHoldSql("h")}
    and (reader.role <> 'member' or h.member_id = reader.id)
    and case n.kind when 'posts_held' then h.member_id = (n.detail ->> 'author')::uuid
      when 'sending_paused' then ${isPausedSql("hc")} and (n.channel_id is null or h.channel_id = n.channel_id)
      else ${isSignedOutSql("hc")} and h.channel_id = n.channel_id end) end`;

/**
 * Notifications with the current state of their cause. A post counts while it is failed, an ending access while posts
 * are scheduled after the end, and a removed channel stays removed; so an item closes by itself, and opens again with a
 * retry that is undone.
 */
const createStatusSql = (scope: Scope) => `
  select n.id, n.org_id, p.member_id as author_id, n.kind, n.cause_key, n.post_id, n.channel_id, n.detail, n.created_at, n.read_at, n.done_at,
    p.version, p.scheduled_for, p.failure_part, p.parts -> 0 ->> 'text' as text,
    case when p.delivery = 'thread' then jsonb_array_length(p.parts) end as in_thread,
    case n.kind
      when 'post_failed' then p.status = 'failed' and p.deleted_at is null
      when 'posts_held' then exists (select 1 from posts left_behind where left_behind.status = 'scheduled'
        and left_behind.member_id = (n.detail ->> 'author')::uuid and left_behind.deleted_at is null)
        and exists (select 1 from members gone where gone.id = (n.detail ->> 'author')::uuid and gone.removed_at is not null)
      when 'channel_ending' then case n.detail ->> 'cause'
        -- The failures of the same channel are one item with it.
        when 'reconnect' then not exists (select 1 from notices f join posts fp on fp.id = f.post_id
          where f.channel_id = n.channel_id and f.kind = 'post_failed' and f.detail ->> 'cause' = 'reconnect'
            and f.done_at is null and fp.status = 'failed' and fp.deleted_at is null and ${failureScopeSql[scope]})
        else n.detail ->> 'cause' is not null end or exists (select 1 from posts later join channels c on c.id = later.channel_id
        where later.member_id = n.member_id and later.channel_id = n.channel_id and later.status = 'scheduled'
          and later.deleted_at is null and c.access_ends_at > now() and later.scheduled_for > c.access_ends_at)
      when 'problem_assigned' then exists (select 1 from inbox_assignments a join notices f on f.org_id = a.org_id
          and f.cause_key = a.cause_key and f.kind = 'post_failed' and f.done_at is null
          join posts failing on failing.id = f.post_id and failing.status = 'failed' and failing.deleted_at is null
        where a.org_id = n.org_id and a.cause_key = n.detail ->> 'key' and a.member_id = n.member_id)
      when 'claims_waiting' then exists (${waitingClaimsSql})
      else true end is true as holds
  from notices n left join posts p on p.id = n.post_id
  where ${inboxScopeSql[scope]}`;

const createOpenSql = (scope: Scope) =>
  `select * from (${createStatusSql(scope)} and n.done_at is null) as notified where holds`;
/** Among done items, resolved ones and those marked as done are separate items. */
const createDoneSql = (scope: Scope) =>
  `select * from (${createStatusSql(scope)} and n.created_at > now() - interval '${doneDays} days') as notified
  where done_at is not null or not holds`;
/** An item is snoozed until its time, or until something new happens to it. */
const snoozesSql = "left join inbox_snoozes s on s.member_id = $1 and s.cause_key = notified.cause_key";
const isSnoozedSql = "coalesce(s.until > now() and max(notified.created_at) <= s.snoozed_at, false)";

/** Counts the open items, and those among them with an unread notification. */
export async function countInbox(db: Db, actor: Actor): Promise<{ open: number; unread: number }> {
  const { rows } = await db.$client.query<{ open: string; unread: string }>({
    name: "inbox-counts",
    text: `select count(*) as open, count(*) filter (where unread) as unread
           from (select bool_or(read_at is null) as unread from (${createOpenSql("mine")}) as notified ${snoozesSql}
             group by notified.cause_key, s.until, s.snoozed_at having not ${isSnoozedSql}) as items`,
    values: [actor.memberId],
  });
  return { open: Number(rows[0]?.open ?? 0), unread: Number(rows[0]?.unread ?? 0) };
}

type ItemRow = {
  cause_key: string;
  kind: string;
  detail: Record<string, unknown>;
  since: Date;
  latest: Date;
  unread: boolean;
  settled: boolean;
  count: string;
  channel_id: string | null;
  platform: string | null;
  name: string | null;
  username: string | null;
  practice: boolean | null;
  is_out: boolean | null;
  held: { count: number; late: number; next: string | null } | null;
  author: { id: string; name: string } | null;
  access_ends_at: Date | null;
  planned: string | null;
  assignee: { id: string; name: string; by: string; at: string } | null;
  snoozed_until: Date | null;
  posts: PostRow[] | null;
  post_ids: string[] | null;
};

type PostRow = {
  id: string;
  text: string | null;
  scheduled_for: string | null;
  failed_at: string;
  part: number | null;
  parts: number;
  out: number;
  version: number;
  urls: string[] | null;
  sent_again: boolean;
  channel: Omit<NonNullable<InboxItem["channel"]>, "id"> & { id: string };
  reason: string | null;
  author_id: string;
  author: string | null;
  /** True while a blind review hides the author, because the claim is undecided. */
  is_blind: boolean;
};

/**
 * Lists open, snoozed or done items by cause, newest first: the member's own, or the failed posts of all members.
 * @throws Refusal `forbidden` for a member who asks for those of all
 */
export async function listInbox(
  db: Db,
  actor: Actor,
  { state, member }: { state: State; member?: "all" | undefined },
): Promise<InboxItem[]> {
  if (member === undefined) return await listInboxOfMember(db, actor.memberId, state);
  if (!isAdmin(actor.role)) throw new Refusal("forbidden", "Only administrators see the failed posts of all members.");
  const rows = await queryItems(db, "everyone", state, [actor.memberId, actor.orgId]);
  return rows.map((row) =>
    present(row, state, (post) =>
      post.is_blind && post.author_id !== actor.memberId ? null : { id: post.author_id, name: post.author ?? "" },
    ),
  );
}

/** Lists the items for a message to the member. */
export async function listInboxOfMember(db: Db, memberId: string, state: State): Promise<InboxItem[]> {
  return (await queryItems(db, "mine", state, [memberId])).map((row) => present(row, state));
}

async function queryItems(db: Db, scope: Scope, state: State, values: string[]): Promise<ItemRow[]> {
  const { rows } = await db.$client.query<ItemRow>({
    name: `inbox-${scope}-${state}`,
    text: `
      with notified as (${state === "done" ? createDoneSql(scope) : createOpenSql(scope)}),
      items as (
        select notified.cause_key, holds, min(created_at) as since, max(created_at) as latest,
          bool_or(read_at is null) as unread, not holds as settled, count(*) as count,
          case when ${isSnoozedSql} then s.until end as snoozed_until,
          (array_agg(id order by created_at desc, id desc))[1] as newest
        from notified ${snoozesSql}
        group by notified.cause_key, holds, s.until, s.snoozed_at
        ${state === "done" ? "" : `having ${state === "open" ? "not " : ""}${isSnoozedSql}`}
        order by max(created_at) desc, notified.cause_key limit ${itemsMax}),
      ranked as (
        select notified.*, row_number() over (partition by cause_key, holds order by created_at desc, id desc) as rank
        from notified where post_id is not null and version is not null)
      select i.cause_key, n.kind, n.detail, i.since, i.latest, i.unread, i.settled, i.count, n.channel_id,
        c.platform, c.name, c.username, c.practice, c.state = 'reconnect' as is_out, c.access_ends_at, i.snoozed_until,
        ${plannedSql} as held,
        case when n.kind = 'posts_held' then (select json_build_object('id', gone.id, 'name', gone.name)
          from members gone where gone.id = (n.detail ->> 'author')::uuid) end as author,
        (select json_build_object('id', a.member_id, 'name', m.name, 'by', giver.name, 'at', a.assigned_at)
         from inbox_assignments a join members m on m.id = a.member_id and m.removed_at is null
           join members giver on giver.id = a.assigned_by
         where a.org_id = n.org_id and a.cause_key = i.cause_key and ${isAssignmentCurrentSql("i.since")}) as assignee,
        case when n.kind = 'claims_waiting' then (select nullif(count(*), 0) from (${waitingClaimsSql}) as waiting)
          when n.kind = 'channel_ending' and n.detail ->> 'cause' is null then (select count(*) from posts later where later.member_id = $1
          and later.channel_id = n.channel_id and later.status = 'scheduled' and later.deleted_at is null
          and later.scheduled_for > c.access_ends_at) end as planned,
        (select json_agg(json_build_object('id', r.post_id, 'text', r.text, 'scheduled_for', r.scheduled_for,
           'failed_at', r.created_at, 'part', r.failure_part, 'version', r.version,
           'parts', greatest(r.in_thread, (select count(*) from planned_parts where post_id = r.post_id)),
           'sent_again', exists(select from post_events e where e.post_id = r.post_id and e.kind = 'retried'
             and e.detail ->> 'unconfirmed' = 'send_again'),
           'channel', (select json_build_object('id', own.id, 'platform', own.platform, 'name', own.name,
             'username', own.username, 'practice', own.practice) from channels own where own.id = r.channel_id),
           'reason', r.detail ->> 'said',
           'author_id', r.author_id, 'author', (select m.name from members m where m.id = r.author_id),
           'is_blind', exists(select from claims join organizations o on o.id = r.org_id
             where claims.post_id = r.post_id and claims.state = 'pending' and (o.settings ->> 'blind_review')::boolean),
           'urls', (select json_agg(url order by number) from planned_parts
             where post_id = r.post_id and state = 'sent' and url is not null),
           'out', (select count(*) from planned_parts where post_id = r.post_id and state = 'sent')) order by r.rank)
         from ranked r where r.cause_key = i.cause_key and r.holds = i.holds and r.rank <= ${postsMax}) as posts,
        (select array_agg(r.post_id::text order by r.rank) from ranked r
         where r.cause_key = i.cause_key and r.holds = i.holds and r.rank <= ${limits.postsPerChange}) as post_ids
      from items i join notices n on n.id = i.newest left join channels c on c.id = n.channel_id
      order by i.latest desc, i.cause_key`,
    values,
  });
  return rows;
}

/** An assignment ends once the posts it was about are no longer failed: later failures are a new problem. */
export const isAssignmentCurrentSql = (since: string) => `a.assigned_at >= ${since}`;

function present(
  row: ItemRow,
  state: State,
  getAuthor?: (post: PostRow) => { id: string; name: string } | null,
): InboxItem {
  const { kind, detail } = row;
  const posts = (row.posts ?? []).map((post) => ({
    id: post.id,
    title: toPostTitle(post.text ?? ""),
    scheduled_for: toInstant(post.scheduled_for),
    failed_at: toInstant(post.failed_at),
    part: post.part,
    parts: Math.max(post.parts, 1),
    published_parts: post.out,
    version: post.version,
    ...(post.channel && { channel: post.channel }),
    reason: post.reason,
    ...(post.sent_again && { sent_again: true }),
    ...(post.urls && { urls: post.urls }),
    ...(getAuthor && { member: getAuthor(post) }),
  }));
  const submissionId = row.kind === "post_failed" ? parseRejectedSubmission(row.cause_key) : null;
  const cause = toText(detail["cause"]);
  const over = typeof detail["over"] === "number" ? detail["over"] : null;
  const until = kind === "channel_ending" ? (toText(detail["until"]) ?? row.access_ends_at) : toText(detail["until"]);
  return {
    key: row.cause_key,
    kind,
    cause,
    fix: row.settled
      ? "none"
      : getSuggestedFix({
          kind,
          cause,
          over,
          isSignedOut: row.is_out ?? false,
          isPartiallyPublished: posts.some((post) => post.published_parts > 0),
        }),
    reason: toText(detail[kind === "sending_paused" && cause !== "paused" ? "outcome" : "said"]),
    over_by: over,
    channel:
      row.channel_id !== null && row.platform !== null && (submissionId === null || posts.length === 1)
        ? {
            id: row.channel_id,
            platform: row.platform,
            name: row.name ?? "",
            username: row.username ?? "",
            practice: row.practice ?? false,
          }
        : null,
    change: kind === "post_changed" || kind === "problem_assigned" ? toInboxChange(detail) : null,
    ...(submissionId !== null && { submission_id: submissionId }),
    ...(kind === "post_failed" && {
      assignee: row.assignee && { ...row.assignee, at: new Date(row.assignee.at).toISOString() },
    }),
    ...(row.held && { planned: { ...row.held, next: toInstant(row.held.next) } }),
    ...(row.author && { author: row.author }),
    ...(row.snoozed_until && { snoozed_until: row.snoozed_until.toISOString() }),
    claim: kind === "claim_decided" ? toInboxClaim(detail) : null,
    since: row.since.toISOString(),
    latest: row.latest.toISOString(),
    until: toInstant(until),
    state,
    settled: row.settled,
    unread: state === "open" && row.unread && !getAuthor,
    count: Number(row.planned ?? (kind === "post_failed" ? null : row.held?.count) ?? detail["waiting"] ?? row.count),
    posts,
    post_ids: row.post_ids ?? [],
  };
}

function toInboxClaim(detail: Record<string, unknown>): InboxItem["claim"] {
  const number = (name: string) => (typeof detail[name] === "number" ? detail[name] : 0);
  return {
    post_id: toText(detail["post"]),
    title: toPostTitle(toText(detail["text"]) ?? ""),
    claimed: number("claimed"),
    awarded: number("awarded"),
  };
}

function toInboxChange(detail: Record<string, unknown>): InboxItem["change"] {
  return {
    by: toText(detail["by"]) ?? "",
    post_id: toText(detail["post"]),
    title: toPostTitle(toText(detail["text"]) ?? ""),
    scheduled_for: toInstant(toText(detail["scheduled_for"])),
  };
}

const toText = (value: unknown): string | null => (typeof value === "string" ? value : null);
const toInstant = (value: string | Date | null): string | null =>
  value === null ? null : new Date(value).toISOString();
