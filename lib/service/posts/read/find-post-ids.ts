import type pg from "pg";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import { getPostCounters, hasPostCounters } from "./post-counters.ts";
import { createSqlValues, type PostSelection, type PostTimeField, toWhereSql } from "./post-filter.ts";
import {
  canScanByCreation,
  type PostCursor,
  type PostPageQuery,
  scanPostIds,
  scanPostIdsAfter,
} from "./scan-post-ids.ts";

/** Ids of a page in order, and their total; with `isLowerBound` there are more. */
export type PostIdPage = { ids: string[]; total: number; isLowerBound: boolean };

/** Fewer matches than this are collected and sorted; an index scan could pass a million other rows. */
export const collectMax = 2_000;

/**
 * Finds a page of a filter's posts, in any order. The page is read from an index with the same order, or the matches
 * are few and are collected: the cost does not grow with the number of posts.
 */
export async function findPostIds(pool: pg.Pool, pick: PostSelection, page: PostPageQuery): Promise<PostIdPage> {
  if (isEmptySelection(pick)) return { ids: [], total: 0, isLowerBound: false };
  if (!hasPostCounters(pick)) return await findCounted(pool, pick, page);
  const counts = await getPostCounters(pool, pick);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const found = (ids: string[]) => ({ ids, total, isLowerBound: false });
  if (page.offset >= total) return found([]);
  const isPlain = page.sort === "created" && canScanByCreation(pick);
  if (!isPlain && total <= collectMax) return found((await collect(pool, pick, page)).ids);
  return found(await scanPostIds(pool, pick, page));
}

/** Checks for a channel list without a valid id, which selects nothing. */
export function isEmptySelection(pick: PostSelection): boolean {
  return pick.channelIds !== null && pick.channelIds.length === 0;
}

/** Finds a page without counters: matches are counted up to a bound. Few matches are sorted on the way. */
async function findCounted(pool: pg.Pool, pick: PostSelection, page: PostPageQuery): Promise<PostIdPage> {
  const { ids, total } = await collect(pool, pick, page);
  if (total <= serverOnlyLimits.exactTotal) return { ids, total, isLowerBound: false };
  return { ids: await scanPostIds(pool, pick, page), total: serverOnlyLimits.exactTotal, isLowerBound: true };
}

export const postTimeColumns: Record<PostTimeField, string> = {
  created: "created_at",
  scheduled: "scheduled_for",
  published: "published_at",
};

/** Collects all matches, up to one more than the bound, and sorts them: posts without that time last. */
async function collect(
  pool: pg.Pool,
  pick: PostSelection,
  page: PostPageQuery,
): Promise<{ ids: string[]; total: number }> {
  const values = createSqlValues();
  const direction = page.order;
  const where = toWhereSql(pick, values);
  const { rows } = await pool.query<{ ids: string[] | null; total: number }>(
    `with found as materialized (
       select id, ${postTimeColumns[page.sort]} as at, ${page.sort === "scheduled" ? "planned_at" : "created_at"} as or_at from posts where ${where} limit ${serverOnlyLimits.exactTotal + 1})
     select (select count(*)::int from found) as total, array(
       select id from found order by at ${direction} nulls last, case when at is null then or_at end ${direction}, id ${direction}
       limit ${values.add(page.limit)} offset ${values.add(page.offset)}) as ids`,
    values.list,
  );
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 };
}

/** Finds the next posts of a filter, newest first, after the last one that was read. */
export async function findNextPostIds(
  pool: pg.Pool,
  pick: PostSelection,
  after: PostCursor | null,
  limit: number,
): Promise<string[]> {
  return isEmptySelection(pick) ? [] : await scanPostIdsAfter(pool, pick, after, limit);
}
