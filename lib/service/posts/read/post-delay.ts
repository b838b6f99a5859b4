import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import type { PostDelay } from "#lib/contract/types.ts";
import { holdFactsSql, mayBeOnHoldSql } from "./post-hold.ts";

/**
 * Facts about an unpublished post by the database's clock, as JSON in this order. What a person must end is no delay but a
 * hold: `post-hold.ts`.
 */
export type DelayFacts = [
  /** A worker's lease on the post is valid. */
  isHeld: boolean,
  /** Due now or within a second: a row written a moment ago is due by its writer's clock. */
  isDue: boolean,
  /** The end of a pause that the platform requested, ISO 8601; null without a pause. */
  channelWaitsUntil: string | null,
  /** A part was sent before this attempt, and its response is unknown. */
  hasUnanswered: boolean,
  /** The newest event of the post's timeline, and the platform's reason in it. */
  event: string | null,
  reason: string | null,
  /** The channel waits until a person corrects something about our application on the platform. */
  isToMend: boolean,
];

/** The condition that something may delay a row of `posts`. */
const mayBeDelayedSql = (table: string) => `(${table}.status = 'publishing'
  or (${table}.status = 'scheduled' and ${table}.due_at <= now()))`;

/** The condition that something may delay or hold a row of `posts`. */
export const mayWaitSql = (table: string) => `(${mayBeDelayedSql(table)} or ${mayBeOnHoldSql(table)})`;

/**
 * The statement for the ids of the posts in $1 that wait, with their `DelayFacts` and `HoldFacts`. It is a statement of its
 * own: few pages have such a post, and its joins cost every page as much as reading the posts.
 */
export const waitFactsSql = `
    select p.id, case when ${mayBeDelayedSql("p")} then json_build_array(coalesce(p.lease_until > now(), false), coalesce(p.due_at <= clock_timestamp() + interval '1 second', false),
        case when greatest(c.wait_until, a.wait_until) > now() then greatest(c.wait_until, a.wait_until) end,
        exists (select 1 from planned_parts u where u.post_id = p.id and u.state in ('sending', 'unknown')
          and u.started_at < newest.at),
        newest.kind, newest.reason, coalesce(a.wait_until > now() and a.said is not null, false)) end, ${holdFactsSql("p", "c")}
    from posts p join channels c on c.id = p.channel_id
      left join app_waits a on a.platform = c.platform and a.host = c.host and not c.practice
      left join lateral (
        select e.at, e.kind, e.detail->>'reason' as reason from post_events e where e.post_id = p.id and e.kind <> 'held'
        order by e.at desc, e.id desc limit 1) as newest on ${mayBeDelayedSql("p")}
      where p.id = any($1::uuid[]) and p.deleted_at is null and ${mayWaitSql("p")}`;

/**
 * Returns the reason why a due or publishing post is not published yet; null when nothing delays it. The reason follows
 * from the facts alone.
 * @param post.dueAt the next attempt of a worker, ISO 8601.
 */
export function getPostDelay(
  post: { status: PostStatus; dueAt: string | null; attempts: number; attemptsMax: number },
  facts: DelayFacts | null,
): PostDelay | null {
  if (!facts) return null;
  const [isLeased, isDue, channelWaitsUntil, hasUnanswered, event, reason, isWaitingForFix] = facts;
  const late = (why: string, more: Partial<PostDelay> = {}): PostDelay => {
    return { reason: why, until: null, attempt: null, attempts_max: null, detail: null, ...more };
  };
  const tried = { attempt: post.attempts, attempts_max: post.attemptsMax };
  if (isLeased) return hasUnanswered ? late("looking_up") : late("sending", tried);
  const until = isDue ? null : post.dueAt;
  const isBeyond = until === null || (channelWaitsUntil !== null && Date.parse(channelWaitsUntil) >= Date.parse(until));
  if (channelWaitsUntil !== null && isBeyond)
    return late("channel_waits", { until: channelWaitsUntil, ...(isWaitingForFix && { detail: "billing" }) });
  if (until === null) return late("queued");
  if (event === "attempt_failed") return late("retry", { until, ...tried, detail: reason });
  if (event === "looked_up") return late("looking_up", { until });
  return late("grace", { until });
}
