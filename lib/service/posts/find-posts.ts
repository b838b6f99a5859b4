import type pg from "pg";
import { limits, postStatuses } from "#lib/contract/limits";
import { isKept, readKeptCounts } from "./kept-counts.ts";
import { makeValues, type PostPick, type PostTime, restOf, type Values, whereOf, whoseOf } from "./pick-posts.ts";

export type Order = { sort: PostTime; order: "asc" | "desc" };
export type Page = Order & { limit: number; offset: number };
/** Ids of a page in order, and how many there are in all; `isLowerBound` when there are more. */
export type FoundPage = { ids: string[]; total: number; isLowerBound: boolean };

/** Fewer matches than this are collected and put in order; a walk along an index could pass a million others. */
const collectMax = 2_000;
/** An ordered walk along so many indexes at once is planned quickly enough. */
const branchesMax = 60;

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
  const isPlain = page.sort === "created" && branchesOf(pick).length <= branchesMax;
  if (!isPlain && total <= collectMax) return found((await collect(pool, pick, page)).ids);
  return found(await walk(pool, pick, page));
}

/** A channel list of which no id can be one picks nothing. */
function isNowhere(pick: PostPick): boolean {
  return pick.channelIds !== null && pick.channelIds.length === 0;
}

/** No counter knows how many there are: they are counted, up to a bound. Few are put in order on the way. */
async function findCounted(pool: pg.Pool, pick: PostPick, page: Page): Promise<FoundPage> {
  const { ids, total } = await collect(pool, pick, page);
  if (total <= limits.exactTotal) return { ids, total, isLowerBound: false };
  return { ids: await walk(pool, pick, page), total: limits.exactTotal, isLowerBound: true };
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

/** Reads a page along the indexes that have its order. */
async function walk(pool: pg.Pool, pick: PostPick, page: Page): Promise<string[]> {
  if (page.sort === "created") return await ids(pool, (values) => newest(pick, page, values));
  const ids1 = await ids(pool, (values) => timed(pick, page, values));
  const left = page.limit - ids1.length;
  if (left === 0) return ids1;
  // The page reaches beyond those that have the time.
  const before = ids1.length > 0 ? page.offset + ids1.length : await countTimed(pool, pick, page);
  const rest = { ...page, limit: left, offset: Math.max(0, page.offset - before) };
  return [...ids1, ...(await ids(pool, (values) => untimed(pick, rest, values)))];
}

async function ids(pool: pg.Pool, sqlOf: (values: Values) => string | null): Promise<string[]> {
  const values = makeValues();
  const sql = sqlOf(values);
  if (sql === null) return [];
  const { rows } = await pool.query<{ id: string }>(sql, values.list);
  return rows.map(({ id }) => id);
}

/** As the indexes have it, or its reverse. */
const createdOrder = {
  desc: "order by created_at desc nulls last, id desc nulls last",
  asc: "order by created_at asc nulls first, id asc nulls first",
};

/** In the order of creation: one walk for each index that holds some of them in order, merged as they are read. */
function newest(pick: PostPick, page: Page, values: Values, after: Place | null = null): string | null {
  const branches = branchesOf(pick);
  const shared = [whoseOf(pick, values), pick.deletedSince ? "deleted_at is not null" : "deleted_at is null"];
  if (pick.deletedSince) shared.push(`deleted_at > ${values.add(pick.deletedSince)}`);
  shared.push(...restOf(pick, values));
  if (after) shared.push(`(created_at, id) < (${values.add(after.createdAt)}, ${values.add(after.id)})`);
  const order = createdOrder[page.order];
  const cut = `limit ${values.add(page.limit)} offset ${values.add(page.offset)}`;
  if (branches.length === 0) return null;
  if (branches.length > branchesMax) {
    const where = [whereOf(pick, values), ...shared.slice(after ? -1 : shared.length)].join(" and ");
    return `select id from posts where ${where} ${order} ${cut}`;
  }
  // Each in order and cut by itself: else PostgreSQL reads all of each and sorts.
  const most = values.add(page.limit + page.offset);
  const places = new Map<unknown, string>();
  const placeOf = (value: string) => {
    const place = places.get(value) ?? values.add(value);
    places.set(value, place);
    return place;
  };
  const selects = branches.map(({ channelId, status }) => {
    const own = [...shared];
    if (channelId !== null) own.push(`channel_id = ${placeOf(channelId)}`);
    if (status !== null) own.push(`status = ${placeOf(status)}`);
    return `(select id, created_at from posts where ${own.join(" and ")} ${order} limit ${most})`;
  });
  return `select id from (${selects.join(" union all ")}) as found ${order} ${cut}`;
}

/** A post's place in the order of creation. */
export type Place = { createdAt: Date; id: string };

/** The next posts of a filter, newest first, behind the last one that was read: as cheap for the last as for the first. */
export async function findNext(pool: pg.Pool, pick: PostPick, after: Place | null, limit: number): Promise<string[]> {
  const page: Page = { sort: "created", order: "desc", limit, offset: 0 };
  if (isNowhere(pick)) return [];
  return await ids(pool, (values) => newest(pick, page, values, after));
}

/** A member's own posts are in one index as a whole; those of an organization or a channel by their status. */
function branchesOf(pick: PostPick): { channelId: string | null; status: string | null }[] {
  const channels = pick.channelIds ?? [null];
  const isWhole = pick.memberId !== null && pick.channelIds === null && pick.statuses === null;
  const statuses = isWhole ? [null] : (pick.statuses ?? postStatuses);
  return channels.flatMap((channelId) => statuses.map((status) => ({ channelId, status })));
}

const timedOf = { scheduled: "num_nulls(scheduled_for) = 0", published: "published_at is not null" };
const timedKey = { scheduled: "planned_at", published: "published_at" };

/** Those that have the time, in its order. `planned_at` is `scheduled_for` where there is one. */
function timed(pick: PostPick, page: Page, values: Values): string | null {
  const { sort, order } = page;
  if (sort === "created") return null;
  const where = `${whereOf(pick, values)} and ${timedOf[sort]}`;
  const key = timedKey[sort];
  return `select id from posts where ${where} order by ${key} ${order}, id ${order}
    limit ${values.add(page.limit)} offset ${values.add(page.offset)}`;
}

async function countTimed(pool: pg.Pool, pick: PostPick, page: Page): Promise<number> {
  if (page.sort === "created") return 0;
  const values = makeValues();
  const where = `${whereOf(pick, values)} and ${timedOf[page.sort]}`;
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from posts where ${where} limit ${values.add(page.offset)}) as found`,
    values.list,
  );
  return rows[0]?.count ?? 0;
}

/** Those that do not have it, by when they were made or sent. What is published has its time, and nothing else has. */
function untimed(pick: PostPick, page: Page, values: Values): string | null {
  if (page.sort === "published") {
    const statuses = (pick.statuses ?? postStatuses).filter((status) => status !== "published");
    return newest({ ...pick, statuses }, page, values);
  }
  const where = `${whereOf(pick, values)} and num_nulls(scheduled_for) = 1`;
  return `select id from posts where ${where} order by planned_at ${page.order}, id ${page.order}
    limit ${values.add(page.limit)} offset ${values.add(page.offset)}`;
}
