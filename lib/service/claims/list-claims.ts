import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Claim, ClaimCounts, ClaimQuery, Pagination } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { getReviewPolicy, type ReviewPolicy } from "#lib/service/settings/review-policy.ts";
import { type ClaimRecord, presentClaim, selectClaimsSql } from "./claim-records.ts";

/** Values of a statement that is put together; what was asked for is only ever one of these. */
function createWhereBuilder() {
  const values: unknown[] = [];
  const terms: string[] = [];
  return {
    values,
    add: (value: unknown) => `$${values.push(value)}`,
    and: (term: string) => void terms.push(term),
    text: () => terms.join(" and "),
    /** SQL: a claim is in one of the states that the query names. */
    stateOf: (_alias: string) => "true",
  };
}

/** The claims that a query picks. While the review is blind, nothing that is asked tells who wrote a pending one. */
function toClaimsWhere(actor: Actor, query: ClaimQuery, rules: ReviewPolicy) {
  const where = createWhereBuilder();
  where.and(`c.org_id = ${where.add(actor.orgId)}`);
  const states = query.state === undefined ? [] : [query.state].flat();
  if (states.length > 0) {
    const value = where.add(states);
    where.stateOf = (alias) => `${alias}.state = any(${value}::text[])`;
    where.and(where.stateOf("c"));
  }
  const id = (value: string) => `${where.add(isUuid(value) ? value : null)}::uuid`;
  if (query.member !== undefined) where.and(`c.member_id = ${id(query.member)}`);
  if (query.member !== undefined && rules.settings.blind_review) {
    const { stateOf } = where;
    where.stateOf = (alias) => `${stateOf(alias)} and ${alias}.state <> 'pending'`;
    where.and("c.state <> 'pending'");
  }
  if (query.channel !== undefined) where.and(`c.channel_id = ${id(query.channel)}`);
  if (query.min !== undefined) where.and(`c.points >= ${where.add(query.min)}`);
  if (query.max !== undefined) where.and(`c.points <= ${where.add(query.max)}`);
  if (query.published_before !== undefined) where.and(`c.published_at < ${where.add(query.published_before)}`);
  if (query.published_after !== undefined) where.and(`c.published_at >= ${where.add(query.published_after)}`);
  if (query.appealed !== undefined) where.and(`c.appealed_at is ${query.appealed ? "not " : ""}null`);
  for (const word of (query.q ?? "").split(/\s+/u).filter((one) => one !== "")) {
    where.and(
      `fold_accents(lower(c.words)) like fold_accents(lower(${where.add(`%${word.replace(/[\\%_]/g, "\\$&")}%`)}))`,
    );
  }
  return where;
}

/** True if the query may leave out a channel of a text for another reason than its state. */
const leavesOutChannels = ({
  limit: _,
  offset: _skipped,
  order: _order,
  state: _state,
  whole_texts,
  ...rest
}: ClaimQuery) => whole_texts === true && Object.values(rest).some((value) => value !== undefined);

/** A page of the organization's claims and how many there are, exact up to a bound. */
export async function listClaims(
  context: Pick<Context, "pool" | "clock">,
  actor: Actor,
  query: ClaimQuery,
): Promise<{ data: Claim[]; pagination: Pagination }> {
  const { limit = serverOnlyLimits.pageSizeDefault, offset = 0, order = "oldest" } = query;
  const rules = await getReviewPolicy(context.pool, actor);
  const where = toClaimsWhere(actor, query, rules);
  const direction = order === "oldest" ? "asc" : "desc";
  const picked = where.text();
  const countedSql = leavesOutChannels(query)
    ? `select 1 from claims s where ${where.stateOf("s")} and (s.submission_id, s.member_id) in (
         select c.submission_id, c.member_id from claims c where ${picked})`
    : `select 1 from claims c where ${picked}`;
  const counted = await context.pool.query<{ total: number }>(
    `select count(*)::int as total from (${countedSql} limit ${serverOnlyLimits.exactTotal + 1}) as found`,
    [...where.values],
  );
  const now = where.add(context.clock.now());
  const otherChannelsSql = `union select s.post_id from page
    join claims s on s.submission_id = page.submission_id and s.member_id = page.member_id where ${where.stateOf("s")}`;
  // The page is found by the index alone, before names are looked up.
  const { rows } = await context.pool.query<ClaimRecord>(
    `with page as (select c.post_id, c.submission_id, c.member_id from claims c where ${picked}
       order by c.published_at ${direction}, c.post_id ${direction} limit ${where.add(limit)} offset ${where.add(offset)})
     ${selectClaimsSql(now)} where c.post_id in (select post_id from page ${query.whole_texts ? otherChannelsSql : ""})
     order by c.published_at ${direction}, c.post_id ${direction}`,
    where.values,
  );
  const total = counted.rows[0]?.total ?? 0;
  const isMore = total > serverOnlyLimits.exactTotal;
  return {
    data: rows.map((row) => presentClaim(row, actor, rules)),
    pagination: {
      limit,
      offset,
      total: Math.min(total, serverOnlyLimits.exactTotal),
      ...(isMore && { total_is_lower_bound: true }),
    },
  };
}

/** How many claims are in each state, exact up to a bound, and since when the oldest waits. */
export async function countClaims(context: Pick<Context, "pool">, actor: Actor): Promise<ClaimCounts> {
  const count = (state: string) =>
    `(select count(*)::int from (select 1 from claims where org_id = $1 and state = '${state}' limit ${serverOnlyLimits.exactTotal}) as found)`;
  const { rows } = await context.pool.query<{
    pending: number;
    approved: number;
    rejected: number;
    oldest: Date | null;
  }>({
    name: "claims-count",
    text: `select ${count("pending")} as pending, ${count("approved")} as approved, ${count("rejected")} as rejected,
             (select published_at from claims where org_id = $1 and state = 'pending'
               order by published_at, post_id limit 1) as oldest`,
    values: [actor.orgId],
  });
  const found = rows[0] ?? { pending: 0, approved: 0, rejected: 0, oldest: null };
  const { oldest, ...counts } = found;
  return { ...counts, oldest_pending_at: oldest?.toISOString() ?? null };
}
