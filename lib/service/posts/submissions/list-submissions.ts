import type pg from "pg";
import { filterStatuses } from "#lib/contract/resources/filter-statuses.ts";
import type {
  Pagination,
  Post,
  PostCountQuery,
  Submission,
  SubmissionCounts,
  SubmissionQuery,
} from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { getBlindReviewerId, hasPendingClaimSql } from "#lib/service/posts/read/get-blind-reviewer-id.ts";
import { loadPostsWithinBatch } from "#lib/service/posts/read/load-posts.ts";
import { type PostSelection, parsePostFilter, revealsHiddenAuthor } from "#lib/service/posts/read/post-filter.ts";
import { countSubmissionsOfEach, findSubmissionHeads } from "./find-submissions.ts";

/**
 * Lists a page of submissions with all posts of each, also those that don't match. Texts are excerpts: a page of a
 * hundred submissions may have five thousand posts.
 * @throws Refusal as `parsePostFilter`
 */
export async function listSubmissions(
  context: Pick<Context, "pool" | "settings" | "clock">,
  actor: Actor,
  query: SubmissionQuery,
): Promise<{ data: Submission[]; pagination: Pagination }> {
  const { limit, offset, sort = "created", order = "desc" } = query;
  const blindFor = await getBlindReviewerId(context.pool, actor, query.member);
  const pick = parsePostFilter(actor, query, context.clock.now(), blindFor);
  const found = await findSubmissionHeads(context.pool, pick, { sort, order, limit, offset });
  const groups = await groupPosts(context.pool, pick, found.ids);
  const { posts } = await loadPostsWithinBatch(
    context.pool,
    groups.flatMap(({ postIds }) => postIds),
    context.settings.origin,
    blindFor,
    "excerpt",
  );
  const byId = new Map(posts.map((post) => [post.id, post]));
  const data = groups.flatMap(({ id, postIds }) => {
    const whole = hideAuthor(postIds.flatMap((postId) => byId.get(postId) ?? []));
    const [first] = whole;
    return first ? [{ id, created_at: first.created_at, posts: whole }] : [];
  });
  const isMore = found.isLowerBound && { total_is_lower_bound: true };
  return { data, pagination: { limit, offset, total: found.total, ...isMore } };
}

/** Returns the posts of the submissions that begin with `heads`, in the same order. */
async function groupPosts(
  pool: pg.Pool,
  pick: PostSelection,
  heads: readonly string[],
): Promise<{ id: string; postIds: string[] }[]> {
  if (heads.length === 0) return [];
  const isThere = pick.deletedSince === null ? "p.deleted_at is null" : "p.deleted_at > $2";
  const visible = revealsHiddenAuthor(pick) ? `and not ${hasPendingClaimSql("p")}` : "";
  const { rows } = await pool.query<{ id: string; post_ids: string[] }>(
    `select head.submission_id as id, array_agg(p.id order by p.created_at, p.id) as post_ids
     from unnest($1::uuid[]) with ordinality as one (id, place) join posts head on head.id = one.id
       join posts p on p.submission_id = head.submission_id and p.member_id = head.member_id
     where ${isThere} ${visible}
     group by head.submission_id, one.place order by one.place`,
    [heads, ...(pick.deletedSince ? [pick.deletedSince] : [])],
  );
  return rows.map(({ id, post_ids }) => ({ id, postIds: post_ids }));
}

/** One hidden author hides those of the other posts: they have the same. */
export function hideAuthor(posts: Post[]): Post[] {
  return posts.some(({ member }) => member === null) ? posts.map((post) => ({ ...post, member: null })) : posts;
}

/**
 * Counts the submissions with a post in each status, and all.
 * @throws Refusal as `parsePostFilter`
 */
export async function countSubmissions(
  context: Pick<Context, "pool" | "clock">,
  actor: Actor,
  query: PostCountQuery,
): Promise<SubmissionCounts> {
  const blindFor = await getBlindReviewerId(context.pool, actor, query.member);
  const pick = parsePostFilter(actor, query, context.clock.now(), blindFor);
  const [all = { total: 0, isLowerBound: false }, ...each] = await countSubmissionsOfEach(context.pool, [
    pick,
    ...filterStatuses.map((status) =>
      status === "unconfirmed"
        ? { ...pick, statuses: ["failed" as const], isUnconfirmedOnly: true }
        : { ...pick, statuses: [status] },
    ),
  ]);
  const numbers = { draft: 0, scheduled: 0, publishing: 0, published: 0, failed: 0, canceled: 0, unconfirmed: 0 };
  for (const [at, status] of filterStatuses.entries()) numbers[status] = each[at]?.total ?? 0;
  const cut = filterStatuses.filter((_, at) => each[at]?.isLowerBound);
  const bounds = [...cut, ...(all.isLowerBound ? (["all"] as const) : [])];
  return { all: all.total, ...numbers, ...(bounds.length > 0 && { lower_bounds: bounds }) };
}
