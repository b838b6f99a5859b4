import type pg from "pg";
import { type PostStatus, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { createSqlValues, type PostSelection, type PostTimeField, type SqlValues, toWhereSql } from "./post-filter.ts";

export type PostPageQuery = {
  sort: PostTimeField;
  order: "asc" | "desc";
  limit: number;
  offset: number;
  /** True for only the first matching post of each submission, so that the page has a row for each submission. */
  isBySubmission?: boolean;
};
/** A post's position in the order of creation. */
export type PostCursor = { createdAt: Date; id: string };

/** One range of an index that has its posts in the requested order; null where the range is not limited. */
type IndexBranch = { channelId: string | null; status: PostStatus | null };
type IndexScan = {
  branches: readonly IndexBranch[];
  /** The timestamp column of the index's order. */
  key: string;
  order: string;
  only: (values: SqlValues) => string[];
  /** The posts that come before all of this scan in the page's order; null for none. */
  earlier?: { pick: PostSelection; only: readonly string[] };
};

/** The most index ranges in one statement: this many are still planned quickly. */
const branchesMax = 60;

/** Returns whether indexes have the order of creation for a selection, whatever lies between the matches. */
export function canScanByCreation(pick: PostSelection): boolean {
  return branchesOf(pick).length <= branchesMax;
}

/** Reads a page from the indexes with its order: the cost is its rows, its offset, and the rows skipped between. */
export async function scanPostIds(pool: pg.Pool, pick: PostSelection, page: PostPageQuery): Promise<string[]> {
  if (page.sort === "created") return await read(pool, pick, page, byCreation(pick, page));
  const timed = await read(pool, pick, page, byTime(pick, page));
  const left = page.limit - timed.length;
  if (left === 0) return timed;
  // The page extends beyond the posts that have the time.
  const before = timed.length > 0 ? page.offset + timed.length : await countTimed(pool, pick, page);
  const rest = { ...page, limit: left, offset: Math.max(0, page.offset - before) };
  const more = page.sort === "published" ? { ...pick, statuses: unpublished(pick) } : pick;
  const walk = page.sort === "published" ? byCreation(more, rest) : byPlan(pick, rest, 1);
  const earlier = { pick, only: byTime(pick, page).only(createSqlValues()) };
  return [...timed, ...(await read(pool, more, rest, { ...walk, earlier }))];
}

/** Reads the next posts, newest first, after the last one that was read: the last page is as cheap as the first. */
export async function scanPostIdsAfter(
  pool: pg.Pool,
  pick: PostSelection,
  after: PostCursor | null,
  limit: number,
): Promise<string[]> {
  const page: PostPageQuery = { sort: "created", order: "desc", limit, offset: 0 };
  return await read(pool, pick, page, byCreation(pick, page, after));
}

async function read(pool: pg.Pool, pick: PostSelection, page: PostPageQuery, walk: IndexScan): Promise<string[]> {
  if (walk.branches.length === 0) return [];
  const values = createSqlValues();
  const { rows } = await pool.query<{ id: string }>(sqlOf(pick, page, walk, values), values.list);
  return rows.map(({ id }) => id);
}

/** Builds one scan per range; their results are merged. */
function sqlOf(pick: PostSelection, page: PostPageQuery, walk: IndexScan, values: SqlValues): string {
  const { branches, key, order } = walk;
  const cut = `limit ${values.add(page.limit)} offset ${values.add(page.offset)}`;
  const first = page.isBySubmission ? [toFirstOfSubmissionSql(pick, page, walk, values)] : [];
  if (branches.length > branchesMax) {
    const where = [toWhereSql(pick, values), ...walk.only(values), ...first].join(" and ");
    return `select id from posts where ${where} ${order} ${cut}`;
  }
  // Each range is sorted and limited by itself: else PostgreSQL reads each whole range and sorts it.
  const most = values.add(page.limit + page.offset);
  const selects = branches.map(({ channelId, status }) => {
    // The owners of a range's posts may depend on its status.
    const range = {
      ...pick,
      ...(status !== null && { statuses: [status] }),
      ...(channelId !== null && { channelIds: [channelId] }),
    };
    const where = [toWhereSql(range, values), ...walk.only(values), ...first];
    return `(select id, ${key} from posts where ${where.join(" and ")} ${order} limit ${most})`;
  });
  return `select id from (${selects.join(" union all ")}) as found ${order} ${cut}`;
}

/**
 * Returns the condition that no other matching post of the submission comes earlier in the page's order. `offset 0`
 * makes PostgreSQL look up the few posts of a submission by its index for each row, instead of joining all posts.
 */
function toFirstOfSubmissionSql(pick: PostSelection, page: PostPageQuery, walk: IndexScan, values: SqlValues): string {
  const before = `(other.${walk.key}, other.id) ${page.order === "desc" ? ">" : "<"} (posts.${walk.key}, posts.id)`;
  const conditions = [[toWhereSql(pick, values, "other"), ...walk.only(values), before]];
  if (walk.earlier) conditions.push([toWhereSql(walk.earlier.pick, values, "other"), ...walk.earlier.only]);
  const others = conditions.map((all) => `(${all.join(" and ")})`).join(" or ");
  return `not exists (select 1 from posts as other
    where other.submission_id = posts.submission_id and other.member_id = posts.member_id and (${others}) offset 0)`;
}

/**
 * Returns the index ranges: a member's own posts have one index as a whole, posts of an organization or a channel one
 * per status.
 */
function branchesOf(pick: PostSelection): IndexBranch[] {
  const channels = pick.channelIds ?? [null];
  const isWhole = pick.memberId !== null && pick.channelIds === null && pick.statuses === null;
  const statuses = isWhole ? [null] : (pick.statuses ?? postStatuses);
  return channels.flatMap((channelId) => statuses.map((status) => ({ channelId, status })));
}

/** The order of the indexes on creation, or its reverse. */
const createdOrder = {
  desc: "order by created_at desc nulls last, id desc nulls last",
  asc: "order by created_at asc nulls first, id asc nulls first",
};

function byCreation(pick: PostSelection, page: PostPageQuery, after: PostCursor | null = null): IndexScan {
  return {
    branches: branchesOf(pick),
    key: "created_at",
    order: createdOrder[page.order],
    only: (values) => (after ? [`(created_at, id) < (${values.add(after.createdAt)}, ${values.add(after.id)})`] : []),
  };
}

/** Returns the scan of posts that have the time. */
function byTime(pick: PostSelection, page: PostPageQuery): IndexScan {
  if (page.sort === "scheduled") return byPlan(pick, page, 0);
  // Published posts have a publication time, and no other posts do.
  const isThere = pick.statuses === null || pick.statuses.includes("published");
  return {
    branches: isThere ? [{ channelId: null, status: null }] : [],
    key: "published_at",
    order: `order by published_at ${page.order}, id ${page.order}`,
    only: () => ["published_at is not null"],
  };
}

/**
 * Returns the scan of posts with a scheduled time (`nulls` 0), which is their `planned_at`, or without one, ordered by
 * creation or publication.
 */
function byPlan(pick: PostSelection, page: PostPageQuery, nulls: 0 | 1): IndexScan {
  return {
    branches: (pick.statuses ?? postStatuses).map((status) => ({ channelId: null, status })),
    key: "planned_at",
    order: `order by planned_at ${page.order}, id ${page.order}`,
    only: () => [`num_nulls(scheduled_for) = ${nulls}`],
  };
}

function unpublished(pick: PostSelection): PostStatus[] {
  return (pick.statuses ?? postStatuses).filter((status) => status !== "published");
}

/** Counts the posts that have the time, as far as the offset needs. */
async function countTimed(pool: pg.Pool, pick: PostSelection, page: PostPageQuery): Promise<number> {
  const values = createSqlValues();
  const column = page.sort === "scheduled" ? "num_nulls(scheduled_for) = 0" : "published_at is not null";
  const first = page.isBySubmission ? ` and ${toFirstOfSubmissionSql(pick, page, byTime(pick, page), values)}` : "";
  const where = `${toWhereSql(pick, values)} and ${column}${first}`;
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from posts where ${where} limit ${values.add(page.offset)}) as found`,
    values.list,
  );
  return rows[0]?.count ?? 0;
}
