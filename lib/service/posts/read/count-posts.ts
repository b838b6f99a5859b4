import { type PostStatus, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { PostCountQuery, PostCounts } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { getBlindReviewerId } from "./get-blind-reviewer-id.ts";
import { getPostCounters, hasPostCounters } from "./post-counters.ts";
import { createSqlValues, type PostSelection, parsePostFilter, toWhereSql } from "./post-filter.ts";

/** The largest exact count of one status, when all statuses together are more than are counted. */
const eachMax = 1_000;

/**
 * Counts the filtered posts by status. Counters answer a filter that only names an owner and channels; otherwise posts
 * are counted: exactly while there are no more than `serverOnlyLimits.exactTotal` in all, else each status up to `eachMax`.
 * @throws Refusal as `parsePostFilter`.
 */
export async function countPosts(
  context: Pick<Context, "pool" | "clock">,
  actor: Actor,
  query: PostCountQuery,
): Promise<PostCounts> {
  const blind = await getBlindReviewerId(context.pool, actor, query.member);
  const pick = parsePostFilter(actor, query, context.clock.now(), blind);
  if (hasPostCounters(pick)) return present(await getPostCounters(context.pool, pick), []);
  const all = await countFound(context, pick, serverOnlyLimits.exactTotal);
  if (!all.isCut) return present(all.counts, []);
  // The count of all statuses hit its bound: each status is counted alone then, with a lower bound.
  const each = await Promise.all(
    postStatuses.map((status) => countFound(context, { ...pick, statuses: [status] }, eachMax)),
  );
  const cut = postStatuses.filter((_, at) => each[at]?.isCut);
  return present(new Map(each.flatMap(({ counts }) => [...counts])), cut);
}

async function countFound({ pool }: Pick<Context, "pool">, pick: PostSelection, most: number) {
  const values = createSqlValues();
  const where = toWhereSql(pick, values);
  const { rows } = await pool.query<{ status: PostStatus; count: number }>(
    `select status, count(*)::int as count
     from (select status from posts where ${where} limit ${values.add(most + 1)}) as found group by status`,
    values.list,
  );
  const isCut = rows.reduce((sum, row) => sum + row.count, 0) > most;
  return { counts: new Map(rows.map((row) => [row.status, Math.min(row.count, most)])), isCut };
}

function present(counts: ReadonlyMap<PostStatus, number>, cut: PostStatus[]): PostCounts {
  const of = (status: PostStatus) => counts.get(status) ?? 0;
  return {
    draft: of("draft"),
    scheduled: of("scheduled"),
    publishing: of("publishing"),
    published: of("published"),
    failed: of("failed"),
    canceled: of("canceled"),
    ...(cut.length > 0 && { lower_bounds: cut }),
  };
}
