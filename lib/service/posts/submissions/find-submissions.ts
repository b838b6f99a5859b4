import type pg from "pg";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import {
  collectMax,
  isEmptySelection,
  type PostIdPage,
  postTimeColumns,
} from "#lib/service/posts/read/find-post-ids.ts";
import { getPostCounters, hasPostCounters } from "#lib/service/posts/read/post-counters.ts";
import {
  createSqlValues,
  type PostSelection,
  type SqlValues,
  toWhereSql,
} from "#lib/service/posts/read/post-filter.ts";
import { canScanByCreation, type PostPageQuery, scanPostIds } from "#lib/service/posts/read/scan-post-ids.ts";

// A submission is in a list when one of its posts matches, at the place of the first one that does. Its posts by
// another member, to whom they were handed, are a submission of their own here: a list belongs to an owner.

/** The most posts that a count reads: those of `exactSubmissions` on three channels each. */
const countedPostsMax = 3 * serverOnlyLimits.exactSubmissions;

/**
 * Finds the first matching posts of a page of submissions, in any order, with the number of submissions. The page is
 * read like a page of posts: few matches are collected and sorted, many are read from an index with the same order.
 */
export async function findSubmissionHeads(
  pool: pg.Pool,
  pick: PostSelection,
  page: PostPageQuery,
): Promise<PostIdPage> {
  if (isEmptySelection(pick)) return { ids: [], total: 0, isLowerBound: false };
  const isPlain = hasPostCounters(pick) && page.sort === "created" && canScanByCreation(pick);
  if (!isPlain && (!hasPostCounters(pick) || (await countPostsOf(pool, pick)) <= collectMax)) {
    const { ids, posts, submissions } = await collectHeads(pool, pick, page);
    if (posts <= collectMax) return { ids, ...toSubmissionCount({ submissions, posts }) };
  }
  const [ids, { total, isLowerBound }] = await Promise.all([
    scanPostIds(pool, pick, { ...page, isBySubmission: true }),
    countSubmissionsOf(pool, pick),
  ]);
  return { ids, total, isLowerBound };
}

async function countPostsOf(pool: pg.Pool, pick: PostSelection): Promise<number> {
  const counts = await getPostCounters(pool, pick);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Collects all matches, up to one more than `collectMax`, and sorts the first of each submission. */
async function collectHeads(
  pool: pg.Pool,
  pick: PostSelection,
  page: PostPageQuery,
): Promise<{ ids: string[]; posts: number; submissions: number }> {
  const values = createSqlValues();
  const where = toWhereSql(pick, values);
  const order = `at ${page.order} nulls last, case when at is null then or_at end ${page.order}, id ${page.order}`;
  const { rows } = await pool.query<{ ids: string[] | null; posts: number; submissions: number }>(
    `with found as materialized (
       select id, submission_id, member_id, ${postTimeColumns[page.sort]} as at,
         ${page.sort === "scheduled" ? "planned_at" : "created_at"} as or_at
       from posts where ${where} limit ${collectMax + 1}),
     heads as materialized (
       select distinct on (submission_id, member_id) id, at, or_at from found order by submission_id, member_id, ${order})
     select (select count(*)::int from found) as posts, (select count(*)::int from heads) as submissions, array(
       select id from heads order by ${order} limit ${values.add(page.limit)} offset ${values.add(page.offset)}) as ids`,
    values.list,
  );
  const [found] = rows;
  return { ids: found?.ids ?? [], posts: found?.posts ?? 0, submissions: found?.submissions ?? 0 };
}

export type SubmissionCount = { total: number; isLowerBound: boolean };

/** Counts the submissions of a selection: exactly, unless they have more posts than a count reads. */
export async function countSubmissionsOf(pool: pg.Pool, pick: PostSelection): Promise<SubmissionCount> {
  const [count = toSubmissionCount(undefined)] = await countSubmissionsOfEach(pool, [pick]);
  return count;
}

/**
 * Counts the submissions of each selection, in the same order, in one statement: a reader takes one connection of those
 * that all callers share.
 */
export async function countSubmissionsOfEach(
  pool: pg.Pool,
  picks: readonly PostSelection[],
): Promise<SubmissionCount[]> {
  const values = createSqlValues();
  const counts = picks.flatMap((pick, place) =>
    isEmptySelection(pick) ? [] : [`select ${place} as place, counted.* from (${countSql(pick, values)}) as counted`],
  );
  if (counts.length === 0) return picks.map(() => toSubmissionCount(undefined));
  const { rows } = await pool.query<{ place: number; submissions: number; posts: number }>(
    counts.join(" union all "),
    values.list,
  );
  return picks.map((_, place) => toSubmissionCount(rows.find((row) => row.place === place)));
}

/** `posts` are those read in no order. An index has the submissions of one status in order: these need no such bound. */
function countSql(pick: PostSelection, values: SqlValues): string {
  const where = toWhereSql(pick, values);
  if (pick.statuses?.length === 1 && pick.channelIds === null && hasPostCounters(pick)) {
    return `select count(*)::int as submissions, 0 as posts from (
      select distinct submission_id, member_id from posts where ${where}
      order by submission_id, member_id limit ${serverOnlyLimits.exactSubmissions + 1}) as found`;
  }
  return `select count(*)::int as submissions, coalesce(sum(posts), 0)::int as posts from (
    select count(*) as posts from (
      select submission_id, member_id from posts where ${where} limit ${countedPostsMax + 1}) as found
    group by submission_id, member_id) as grouped`;
}

function toSubmissionCount(row: { submissions: number; posts: number } | undefined): SubmissionCount {
  const { submissions, posts } = row ?? { submissions: 0, posts: 0 };
  return {
    total: Math.min(submissions, serverOnlyLimits.exactSubmissions),
    isLowerBound: posts > countedPostsMax || submissions > serverOnlyLimits.exactSubmissions,
  };
}
