import { postStatuses } from "#lib/contract/limits";
import type { PostCounts } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import type { Context } from "#lib/service/context";

const countSql = `
  select status, sum(n)::int as count from (
    select status, count as n from post_counts where member_id = $1
    union all select status, delta from post_count_deltas where member_id = $1) as counted
  group by status`;

/** How many of the member's posts are in each status, deleted ones left out. */
export async function countPosts(context: Pick<Context, "pool">, actor: Actor): Promise<PostCounts> {
  const { rows } = await context.pool.query<{ status: string; count: number }>({
    name: "count-posts",
    text: countSql,
    values: [actor.memberId],
  });
  const counted = new Map(rows.map((row) => [row.status, row.count]));
  const entries = postStatuses.map((status) => [status, counted.get(status) ?? 0] as const);
  return Object.fromEntries(entries) as PostCounts;
}
