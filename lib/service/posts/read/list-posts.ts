import type pg from "pg";
import { limits } from "#lib/contract/limits.ts";
import { postStatuses } from "#lib/contract/resources/post-statuses.ts";
import type { Pagination, Post, PostQuery } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { findPostIds } from "./find-post-ids.ts";
import { getBlindReviewerId } from "./get-blind-reviewer-id.ts";
import { type LoadedPosts, loadPostsWithinBatch, presentLoadedPosts, streamPostBatches } from "./load-posts.ts";
import { allChannelsKey, hasPostCounters } from "./post-counters.ts";
import { type PostSelection, parsePostFilter } from "./post-filter.ts";
import {
  lastPublishedFirstSql,
  loadPostsSql,
  newestFirstSql,
  queryPostRows,
  selectPostsSql,
  singleAuthorSql,
} from "./post-sql.ts";

/** The sum of stored counters and uncompacted deltas: exact in one snapshot, without counting posts. */
const totalOf = (condition: string) => `(select coalesce(sum(n), 0) from (
  select count as n from post_counts where scope_id = $1 and channel_id = '${allChannelsKey}' ${condition}
  union all select delta from post_count_deltas where member_id = $1 ${condition}) as counted)`;

const own = "member_id = $1 and deleted_at is null";
/**
 * The first page, which nearly all requests read. The constant inside keeps PostgreSQL's estimate small whatever $2 is,
 * so that the plan is reused: planning costs as much as running the query.
 */
const first = (where: string, order = newestFirstSql) =>
  `select * from (${selectPostsSql(`${where} ${order} limit ${limits.pageSizeMax}`)}) as newest limit $2`;
/**
 * Pages up to this post are near. Their ids are found within a constant number of rows, as in `first`, and an array
 * keeps the estimate of its elements small: those plans are reused as well.
 */
const nearMax = 1_200;
const nearest = (ids: string, isNear: boolean) => (isNear ? `select id from (${ids} limit ${nearMax}) as near` : ids);
/** The ids come from the index alone: the skipped rows are not read. */
const later = (where: string, isNear: boolean) =>
  selectPostsSql(
    `id = any(array(${nearest(`select id from posts where ${where} ${newestFirstSql}`, isNear)} limit $2 offset $3))`,
  );
/** Merges the indexes of the statuses, so that a rare status needs no search through the others. */
const severalOf = (isNear: boolean) => {
  const each = postStatuses.map((status) => {
    const where = `${own} and status = '${status}' and '${status}' = any($4::text[])`;
    return `(select id, created_at from posts where ${where} ${newestFirstSql} limit ${isNear ? nearMax : "$2::bigint + $3::bigint"})`;
  });
  const merged = `select id from (${each.join(" union all ")}) as merged ${newestFirstSql}`;
  return selectPostsSql(`id = any(array(${nearest(merged, isNear)} limit $2 offset $3))`);
};

type Text = NonNullable<PostQuery["text"]>;

/** Creates one statement for each shape of the query, so that each gets a plan with the right index. */
function createStatements(text: Text) {
  const isExcerpt = text === "excerpt";
  const statement = (name: string, page: string, total: string, order = newestFirstSql) => ({
    name: isExcerpt ? `${name}-excerpts` : name,
    text: loadPostsSql(page, {
      total,
      author: singleAuthorSql,
      order,
      ...(isExcerpt ? { excerpt: true } : { cutFor: "$2" }),
    }),
  });
  const published = `${own} and status = 'published' and published_at is not null`;
  const oneStatus = `${own} and status = $4`;
  const [ofOne, ofSeveral] = [totalOf("and status = $4"), totalOf("and status = any($4::text[])")];
  return {
    all: {
      first: statement("list-posts", first(own), totalOf("")),
      near: statement("list-posts-near", later(own, true), totalOf("")),
      far: statement("list-posts-far", later(own, false), totalOf("")),
    },
    one: {
      first: statement("list-posts-of-status", first(`${own} and status = $3`), totalOf("and status = $3")),
      near: statement("list-posts-of-status-near", later(oneStatus, true), ofOne),
      far: statement("list-posts-of-status-far", later(oneStatus, false), ofOne),
    },
    lastPublished: statement(
      "list-posts-last-published",
      first(published, lastPublishedFirstSql),
      totalOf("and status = 'published'"),
      lastPublishedFirstSql,
    ),
    several: {
      near: statement("list-posts-of-statuses-near", severalOf(true), ofSeveral),
      far: statement("list-posts-of-statuses-far", severalOf(false), ofSeveral),
    },
  };
}

const statements = { full: createStatements("full"), excerpt: createStatements("excerpt") };

/** Returns the statement for a page of the member's posts, newest first. */
export function getListStatement(memberId: string, query: PostQuery, statuses: readonly string[] | null) {
  const { limit, offset, text = "full" } = query;
  const distance = offset + limit <= nearMax ? "near" : "far";
  const { all, one, several } = statements[text];
  if (statuses && statuses.length > 1) return { ...several[distance], values: [memberId, limit, offset, statuses] };
  const shape = statuses ? one : all;
  if (offset === 0) return { ...shape.first, values: [memberId, limit, ...(statuses ?? [])] };
  return { ...shape[distance], values: [memberId, limit, offset, ...(statuses ?? [])] };
}

/** Returns the statement for the query if one statement reads its page: posts of the member, in the order of an index. */
function findListStatement(actor: Actor, query: PostQuery, pick: PostSelection) {
  if (!pick.isOwn || pick.channelIds !== null || !hasPostCounters(pick)) return null;
  const { sort = "created", order = "desc", offset, limit, text = "full" } = query;
  if (order !== "desc") return null;
  if (sort === "created") return getListStatement(actor.memberId, query, pick.statuses);
  const isPublished = pick.statuses?.length === 1 && pick.statuses[0] === "published";
  if (sort !== "published" || !isPublished || offset > 0) return null;
  return { ...statements[text].lastPublished, values: [actor.memberId, limit] };
}

/**
 * Lists a page of posts with its total. The member's posts newest first, which is the default query, and the posts
 * published last are one round trip; for any other query the ids are found first. A page with more text than one response
 * holds in memory is a stream.
 * @throws Refusal as `parsePostFilter`.
 */
export async function listPosts(
  context: Pick<Context, "pool" | "settings" | "clock">,
  actor: Actor,
  query: PostQuery,
): Promise<{ data: Post[]; pagination: Pagination } | { stream: AsyncIterable<string> }> {
  const { limit, offset, sort = "created", order = "desc", text } = query;
  const { origin } = context.settings;
  const blind = await getBlindReviewerId(context.pool, actor, query.member);
  const pick = parsePostFilter(actor, query, context.clock.now(), blind);
  const statement = findListStatement(actor, query, pick);
  if (statement) {
    const { posts, total } = await queryPostRows(context.pool, statement);
    return page(context.pool, presentLoadedPosts(posts, origin), { limit, offset, total });
  }
  const found = await findPostIds(context.pool, pick, { sort, order, limit, offset });
  const picked = await loadPostsWithinBatch(context.pool, found.ids, origin, pick, text);
  const isMore = found.isLowerBound && { total_is_lower_bound: true };
  return page(context.pool, picked, { limit, offset, total: found.total, ...isMore });
}

function page(pool: pg.Pool, picked: LoadedPosts, pagination: Pagination) {
  return picked.unread.size === 0
    ? { data: picked.posts, pagination }
    : { stream: writePage(pool, picked, pagination) };
}

async function* writePage(pool: pg.Pool, picked: LoadedPosts, pagination: Pagination) {
  let before = '{"data":[';
  for await (const posts of streamPostBatches(pool, picked)) {
    if (posts.length === 0) continue;
    yield before + posts.map((post) => JSON.stringify(post)).join(",");
    before = ",";
  }
  yield `${before === "," ? "" : before}],"pagination":${JSON.stringify(pagination)}}`;
}
