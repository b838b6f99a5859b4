import type pg from "pg";
import { limits } from "#lib/contract/limits.ts";
import { isKept, readKeptCounts } from "./post-counters.ts";
import { makeValues, type PostPick, type PostTime, whereOf } from "./post-filter.ts";
import { isMerged, type Page, type Place, walkOn, walkPosts } from "./scan-post-ids.ts";

/** Ids of a page in order, and how many there are in all; `isLowerBound` when there are more. */
export type FoundPage = { ids: string[]; total: number; isLowerBound: boolean };

/** Fewer matches than this are collected and put in order; a walk along an index could pass a million others. */
const collectMax = 2_000;

/**
 * A page of the posts that a filter picks, in any order. Either the page is read from an index that has its order, or
 * the matches are few and are collected; the cost never grows with how many posts there are.
 */
export async function findPosts(pool: pg.Pool, pick: PostPick, page: Page): Promise<FoundPage> {
  if (isNowhere(pick)) return { ids: [], total: 0, isLowerBound: false };
  if (!isKept(pick)) return await findCounted(pool, pick, page);
  const counts = await readKeptCounts(pool, pick);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const found = (ids: string[]) => ({ ids, total, isLowerBound: false });
  if (page.offset >= total) return found([]);
  const isPlain = page.sort === "created" && isMerged(pick);
  if (!isPlain && total <= collectMax) return found((await collect(pool, pick, page)).ids);
  return found(await walkPosts(pool, pick, page));
}

/** A channel list of which no id can be one picks nothing. */
function isNowhere(pick: PostPick): boolean {
  return pick.channelIds !== null && pick.channelIds.length === 0;
}

/** No counter knows how many there are: they are counted, up to a bound. Few are put in order on the way. */
async function findCounted(pool: pg.Pool, pick: PostPick, page: Page): Promise<FoundPage> {
  const { ids, total } = await collect(pool, pick, page);
  if (total <= limits.exactTotal) return { ids, total, isLowerBound: false };
  return { ids: await walkPosts(pool, pick, page), total: limits.exactTotal, isLowerBound: true };
}

const columns: Record<PostTime, string> = {
  created: "created_at",
  scheduled: "scheduled_for",
  published: "published_at",
};

/** Collects all matches, up to one more than is counted, and puts them in order: posts without that time last. */
async function collect(pool: pg.Pool, pick: PostPick, page: Page): Promise<{ ids: string[]; total: number }> {
  const values = makeValues();
  const direction = page.order;
  const where = whereOf(pick, values);
  const { rows } = await pool.query<{ ids: string[] | null; total: number }>(
    `with found as materialized (
       select id, ${columns[page.sort]} as at, ${page.sort === "scheduled" ? "planned_at" : "created_at"} as or_at from posts where ${where} limit ${limits.exactTotal + 1})
     select (select count(*)::int from found) as total, array(
       select id from found order by at ${direction} nulls last, case when at is null then or_at end ${direction}, id ${direction}
       limit ${values.add(page.limit)} offset ${values.add(page.offset)}) as ids`,
    values.list,
  );
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 };
}

/** The next posts of a filter, newest first, behind the last one that was read. */
export async function findNext(pool: pg.Pool, pick: PostPick, after: Place | null, limit: number): Promise<string[]> {
  return isNowhere(pick) ? [] : await walkOn(pool, pick, after, limit);
}
