import type { Pagination, Post, PostQuery } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import type { Context } from "#lib/service/context";
import { presentPosts } from "./present-post.ts";
import { type PostsRow, readPostsSql } from "./read-sql.ts";

const newestFirst = "order by created_at desc, id desc";
/** Kept counters and what was not folded into them yet: exact in one snapshot, and never a count over posts. */
const totalOf = (condition: string) => `(select coalesce(sum(n), 0) from (
  select count as n from post_counts where member_id = $1 ${condition}
  union all select delta from post_count_deltas where member_id = $1 ${condition}) as counted)`;

/** One statement for each shape of the question, so that each is planned for the index that fits it. */
const statements = {
  all: {
    name: "list-posts",
    text: readPostsSql(`member_id = $1 and deleted_at is null ${newestFirst} limit $2 offset $3`, totalOf("")),
  },
  one: {
    name: "list-posts-of-status",
    text: readPostsSql(
      `member_id = $1 and status = $4 and deleted_at is null ${newestFirst} limit $2 offset $3`,
      totalOf("and status = $4"),
    ),
  },
  several: {
    name: "list-posts-of-statuses",
    // From each status its own newest, by its index: a rare status is not searched for through all the others.
    text: readPostsSql(
      `id in (select one.id from unnest($4::text[]) as wanted (status) cross join lateral (
          select id, created_at from posts
          where member_id = $1 and status = wanted.status and deleted_at is null ${newestFirst}
          limit $2::bigint + $3::bigint) as one
        order by one.created_at desc, one.id desc limit $2::bigint offset $3::bigint)`,
      totalOf("and status = any($4::text[])"),
    ),
  },
};

/** A page of the member's own posts, newest first, with the exact total, in one round trip. */
export async function listPosts(
  context: Pick<Context, "pool" | "settings">,
  actor: Actor,
  query: PostQuery,
): Promise<{ data: Post[]; pagination: Pagination }> {
  const { limit, offset } = query;
  const wanted = [...new Set(query.status ?? [])];
  const shape = wanted.length === 0 ? "all" : wanted.length === 1 ? "one" : "several";
  const values: unknown[] = [actor.memberId, limit, offset];
  if (shape === "one") values.push(wanted[0]);
  if (shape === "several") values.push(wanted);
  const { rows } = await context.pool.query<PostsRow>({ ...statements[shape], values });
  const [read] = rows;
  if (!read) throw new Error("a select without a from clause answered no row");
  const pagination = { limit, offset, total: Number(read.total) };
  return { data: presentPosts(read, context.settings.origin), pagination };
}
