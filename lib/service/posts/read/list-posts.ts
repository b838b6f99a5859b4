import type pg from "pg";
import { limits } from "#lib/contract/limits.ts";
import type { Pagination, Post, PostQuery } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { findPostIds } from "./find-post-ids.ts";
import { getBlindReviewerId } from "./get-blind-reviewer-id.ts";
import { type LoadedPosts, loadPostsWithinBatch, presentLoadedPosts, streamPostBatches } from "./load-posts.ts";
import { allChannelsKey, hasPostCounters } from "./post-counters.ts";
import { parsePostFilter } from "./post-filter.ts";
import { loadPostsSql, newestFirstSql, queryPostRows, selectPostsSql, singleAuthorSql } from "./post-sql.ts";

/** The sum of stored counters and uncompacted deltas: exact in one snapshot, without counting posts. */
const totalOf = (condition: string) => `(select coalesce(sum(n), 0) from (
  select count as n from post_counts where scope_id = $1 and channel_id = '${allChannelsKey}' ${condition}
  union all select delta from post_count_deltas where member_id = $1 ${condition}) as counted)`;

const own = "member_id = $1 and deleted_at is null";
/**
 * The first page, which nearly all requests read. The constant inside keeps PostgreSQL's estimate small whatever $2 is,
 * so that the plan is reused: planning costs as much as running the query.
 */
const first = (where: string) =>
  `select * from (${selectPostsSql(`${where} ${newestFirstSql} limit ${limits.pageSizeMax}`)}) as newest limit $2`;
const later = (where: string) => selectPostsSql(`${where} ${newestFirstSql} limit $2 offset $3`);
/** Reads the newest of each status from its own index, so that a rare status needs no search through the others. */
const severalOf = (offset: string) =>
  selectPostsSql(`id in (select one.id from unnest($3::text[]) as wanted (status) cross join lateral (
      select id, created_at from posts where ${own} and status = wanted.status ${newestFirstSql} limit $2::bigint + ${offset}) as one
    order by one.created_at desc, one.id desc limit $2::bigint offset ${offset})`);

type Text = NonNullable<PostQuery["text"]>;

/** Creates one statement for each shape of the query, so that each gets a plan with the right index. */
function createStatements(text: Text) {
  const isExcerpt = text === "excerpt";
  const statement = (name: string, page: string, total: string) => ({
    name: isExcerpt ? `${name}-excerpts` : name,
    text: loadPostsSql(page, { total, author: singleAuthorSql, cut: !isExcerpt, excerpt: isExcerpt }),
  });
  const ofOne = totalOf("and status = $3");
  return {
    all: {
      first: statement("list-posts", first(own), totalOf("")),
      later: statement("list-posts-later", later(own), totalOf("")),
    },
    one: {
      first: statement("list-posts-of-status", first(`${own} and status = $3`), ofOne),
      later: statement("list-posts-of-status-later", later(`${own} and status = $4`), totalOf("and status = $4")),
    },
    several: statement("list-posts-of-statuses", severalOf("$4::bigint"), totalOf("and status = any($3::text[])")),
  };
}

const statements = { full: createStatements("full"), excerpt: createStatements("excerpt") };

function statementFor(memberId: string, query: PostQuery, statuses: readonly string[] | null) {
  const { limit, offset, text = "full" } = query;
  const statusList = statuses ?? [];
  const { all, one, several } = statements[text];
  if (statusList.length > 1) return { ...several, values: [memberId, limit, statusList, offset] };
  const shape = statusList.length === 0 ? all : one;
  if (offset === 0) return { ...shape.first, values: [memberId, limit, ...statusList] };
  return { ...shape.later, values: [memberId, limit, offset, ...statusList] };
}

/**
 * Lists a page of posts with its total. The default query, the member's posts newest first, is one round trip; for any
 * other query the ids are found first. A page with more text than one response holds in memory is a stream.
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
  if (pick.isOwn && pick.channelIds === null && hasPostCounters(pick) && sort === "created" && order === "desc") {
    const { posts, total } = await queryPostRows(context.pool, statementFor(actor.memberId, query, pick.statuses));
    return page(context.pool, presentLoadedPosts(posts, origin), { limit, offset, total });
  }
  const found = await findPostIds(context.pool, pick, { sort, order, limit, offset });
  const picked = await loadPostsWithinBatch(context.pool, found.ids, origin, blind, text);
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
