import type { PostHold } from "#lib/contract/types.ts";

// The conditions that stop a due post until a person acts. The worker's lease and the `hold` that people see are made from these
// conditions, so that they can't disagree. What passes by itself is a delay: `post-delay.ts`.

/** SQL: the author of a row of `posts` is deactivated, and the post has not begun. */
export const isAuthorLeftSql = (post: string) => `(${post}.status = 'scheduled' and exists (
  select 1 from members author where author.id = ${post}.member_id and author.removed_at is not null))`;

/** SQL: the account of a row of `channels` refuses access. Its posts wait for a new connection. */
export const isSignedOutSql = (channel: string) => `(${channel}.state = 'reconnect')`;

/** SQL: an administrator paused sending on a row of `channels`. */
export const isPausedSql = (channel: string) => `${channel}.paused`;

/** SQL: a row of `posts` is on hold, unless a worker has leased it: that worker finishes it. */
export const mayBeOnHoldSql = (
  post: string,
) => `(${post}.deleted_at is null and ${post}.status in ('scheduled', 'publishing')
  and (${isAuthorLeftSql(post)} or exists (select 1 from channels own
    where own.id = ${post}.channel_id and (${isSignedOutSql("own")} or ${isPausedSql("own")}))))`;

/** SQL: a row of `posts` is on hold. */
export const isOnHoldSql = (post: string) =>
  `(coalesce(${post}.lease_until <= now(), true) and ${mayBeOnHoldSql(post)})`;

/** Reason, time of its begin, and the id of what the step that solves it is about. */
export type HoldFacts = [reason: PostHold["reason"], since: string, targetId: string];

/**
 * SQL: the `HoldFacts` of a row of `posts` on its `channels` row, as JSON; null without a hold. Of several reasons it is the
 * one that ends last: a pause ends by a decision for all posts, the others stay behind it.
 */
export const holdFactsSql = (post: string, channel: string) => `case when ${isOnHoldSql(post)} then case
  when ${isAuthorLeftSql(post)} then (select json_build_array('author_left', gone.removed_at, gone.id)
    from members gone where gone.id = ${post}.member_id)
  when ${isSignedOutSql(channel)} then json_build_array('channel_needs_reconnect', ${channel}.signed_out_at, ${channel}.id)
  else (select json_build_array(case when pause.channel_id is null then 'organization_paused' else 'channel_paused' end,
      pause.paused_at, pause.id)
    from sending_pauses pause where pause.org_id = ${channel}.org_id and pause.resumed_at is null
      and (pause.channel_id is null or pause.channel_id = ${channel}.id)
    order by pause.channel_id nulls first limit 1) end end`;

const actions = {
  author_left: "reassign",
  channel_needs_reconnect: "reconnect",
  channel_paused: "resume",
  organization_paused: "resume",
} as const satisfies Record<PostHold["reason"], string>;

/** Converts facts to the API's hold. */
export function presentHold(facts: HoldFacts | null): PostHold | null {
  if (!facts) return null;
  const [reason, since, targetId] = facts;
  const resolve = { action: actions[reason], target_id: targetId, roles: ["owner", "admin"] };
  return { reason, since: new Date(since).toISOString(), resolve };
}
