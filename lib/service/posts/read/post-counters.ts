import type pg from "pg";
import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import { nilId } from "#lib/service/core/clock.ts";
import { type PostSelection, revealsHiddenAuthor } from "./post-filter.ts";

/** The channel id of the counters for all channels together. */
export const allChannelsKey = nilId;

/**
 * Returns whether counters can answer a filter: it only names an owner, channels and statuses. They don't know which
 * posts of others a member may read.
 */
export function hasPostCounters(pick: PostSelection): boolean {
  if (pick.planFor !== null && !pick.isOwn) return false;
  if (revealsHiddenAuthor(pick) || pick.isUnconfirmedOnly || pick.problemKey !== null) return false;
  return pick.searchText === null && !pick.from && !pick.to && pick.submissionId === null && pick.deletedSince === null;
}

/**
 * The sum of stored counters and uncompacted deltas of a member or an organization: exact in one snapshot, without
 * counting posts. $1 is the owner, $2 a list of channels or null.
 */
const statements = {
  member: sqlOf("member_id"),
  organization: sqlOf("org_id"),
};

function sqlOf(scope: "member_id" | "org_id"): string {
  return `
    select status, sum(n)::int as count from (
      select status, count as n from post_counts
        where scope_id = $1 and channel_id = any(coalesce($2::uuid[], '{${allChannelsKey}}'))
      union all
      select status, delta from post_count_deltas where ${scope} = $1 and ($2::uuid[] is null or channel_id = any($2))
    ) as counted group by status`;
}

/**
 * Returns the number of posts by status for a filter that `hasPostCounters` accepts; a status without posts is left
 * out.
 */
export async function getPostCounters(pool: pg.Pool, pick: PostSelection): Promise<Map<PostStatus, number>> {
  if (pick.memberId !== null && !pick.isOwn && !(await isSameOrganization(pool, pick))) return new Map();
  const { rows } = await pool.query<{ status: PostStatus; count: number }>({
    ...(pick.memberId === null
      ? { name: "kept-counts-of-organization", text: statements.organization }
      : { name: "kept-counts", text: statements.member }),
    values: [pick.memberId ?? pick.orgId, pick.channelIds],
  });
  const counted = rows.filter(({ status }) => pick.statuses === null || pick.statuses.includes(status));
  return new Map(counted.map(({ status, count }) => [status, count]));
}

/** Checks that the filter's member belongs to the administrator's organization; former members count. */
async function isSameOrganization(pool: pg.Pool, pick: PostSelection): Promise<boolean> {
  const { rows } = await pool.query({
    name: "is-colleague",
    text: "select 1 from members where id = $1 and org_id = $2",
    values: [pick.memberId, pick.orgId],
  });
  return rows.length > 0;
}
