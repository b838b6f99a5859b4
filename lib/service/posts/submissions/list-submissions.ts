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
import { presentLoadedPosts } from "#lib/service/posts/read/load-posts.ts";
import { type PostSelection, parsePostFilter, revealsHiddenAuthor } from "#lib/service/posts/read/post-filter.ts";
import {
  getAuthorId,
  getSubmissionId,
  loadPostsSql,
  queryPostRows,
  selectPostsSql,
} from "#lib/service/posts/read/post-sql.ts";
import { readablePostsSql, toReaderValues } from "#lib/service/posts/read/readable-posts.ts";
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
  const submissions = await loadSubmissions(context, actor, pick, found.ids);
  const data = submissions.flatMap((posts): Submission[] => {
    const [first] = posts;
    if (first?.submission_id === undefined) return [];
    return [{ id: first.submission_id, created_at: first.created_at, posts: hideAuthor(posts) }];
  });
  const isMore = found.isLowerBound && { total_is_lower_bound: true };
  return { data, pagination: { limit, offset, total: found.total, ...isMore } };
}

/**
 * Returns the statement for the posts of the submissions that the posts of $1 belong to, by the same member, as far as
 * the caller may read them.
 */
function createLoadStatement({ deletedSince }: PostSelection, hidesPending: boolean) {
  const owner = "(select head.submission_id, head.member_id from posts head where head.id = any($1::uuid[]))";
  const isThere = deletedSince === null ? "deleted_at is null" : "deleted_at > $5";
  const visible = hidesPending ? ` and not ${hasPendingClaimSql("posts")}` : "";
  return {
    name: `read-submissions${deletedSince === null ? "" : "-deleted"}${hidesPending ? "-decided" : ""}`,
    text: loadPostsSql(
      selectPostsSql(`(submission_id, member_id) in ${owner} and ${readablePostsSql} and ${isThere}${visible}`),
      {
        excerpt: true,
      },
    ),
  };
}

/** Loads the submissions that begin with `heads` in the same order, with an excerpt of each post. */
async function loadSubmissions(
  { pool, settings }: Pick<Context, "pool" | "settings">,
  actor: Actor,
  pick: PostSelection,
  heads: readonly string[],
): Promise<Post[][]> {
  if (heads.length === 0) return [];
  const values = [heads, ...toReaderValues(actor), ...(pick.deletedSince ? [pick.deletedSince] : [])];
  const { posts: rows } = await queryPostRows(pool, {
    ...createLoadStatement(pick, revealsHiddenAuthor(pick)),
    values,
  });
  const keys = new Map(rows.map((row) => [row[0], `${getSubmissionId(row)} ${getAuthorId(row)}`]));
  // The newest row comes first.
  const posts = presentLoadedPosts(rows, settings.origin, pick).posts.toReversed();
  const byKey = Map.groupBy(posts, ({ id }) => keys.get(id));
  return heads.flatMap((head) => {
    const whole = keys.has(head) ? byKey.get(keys.get(head)) : undefined;
    return whole ? [whole] : [];
  });
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
