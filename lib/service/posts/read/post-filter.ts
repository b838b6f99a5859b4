import type { FilterStatus } from "#lib/contract/resources/filter-statuses.ts";
import { type PostStatus, planStatuses, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { PostFilter } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { nilId } from "#lib/service/core/clock.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { hasPendingClaimSql } from "./get-blind-reviewer-id.ts";
import { getPlanReaderId, mayReadPlan, planPostsSql } from "./readable-posts.ts";

export type PostTimeField = "created" | "scheduled" | "published";
type PostFilterInput = Omit<PostFilter, "status"> & { status?: readonly FilterStatus[] | undefined };

/** A filter after the permission check. */
export type PostSelection = {
  orgId: string;
  /** Null for posts of the whole organization. */
  memberId: string | null;
  /** Whether `memberId` is the caller, so that no lookup is needed. */
  isOwn: boolean;
  /** Null for every status. */
  statuses: readonly PostStatus[] | null;
  /** True for only those failed posts whose answer was lost. */
  isUnconfirmedOnly: boolean;
  /** Null for every channel. */
  channelIds: readonly string[] | null;
  searchText: string | null;
  time: PostTimeField;
  from: Date | null;
  to: Date | null;
  submissionId: string | null;
  /** The key of an inbox item; null for all posts. */
  problemKey: string | null;
  /** From whom authors of undecided claims are hidden; null hides none. */
  blindFor: string | null;
  /** The member for whom others' posts are the plan; null for an administrator. */
  planFor: string | null;
  /** Selects deleted posts that can still be restored, instead of existing posts. */
  deletedSince: Date | null;
};

/** The range of times that a calendar can show; PostgreSQL itself would accept the year 294276. */
const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/**
 * Reads a filter for `actor`. Members filter their own posts and the plan of another member or all; administrators
 * another member's or all posts. An unknown member, channel or submission, or one of another organization, selects nothing.
 * @param blindFor the result of `getBlindReviewerId`
 * @throws Refusal `forbidden` for another member's posts, `invalid_request` for an invalid time range.
 */
export function parsePostFilter(
  actor: Actor,
  filter: PostFilterInput,
  now: Date,
  blindFor: string | null = null,
): PostSelection {
  const { from, to } = parseTimeRange(filter.from, filter.to);
  const memberId = resolveMemberId(actor, filter.member);
  const searchText = filter.q?.trim() ?? "";
  const named = new Set(filter.status ?? []);
  const isUnconfirmedOnly = named.has("unconfirmed") && !named.has("failed");
  const statuses = postStatuses.filter((status) => named.has(status) || (isUnconfirmedOnly && status === "failed"));
  return {
    orgId: actor.orgId,
    memberId,
    isOwn: memberId === actor.memberId,
    statuses: statuses.length === 0 || statuses.length === postStatuses.length ? null : statuses,
    isUnconfirmedOnly,
    channelIds: filter.channel && filter.channel.length > 0 ? [...new Set(filter.channel)].filter(isUuid) : null,
    searchText: searchText === "" ? null : searchText.replaceAll("\0", ""),
    time: filter.time ?? "created",
    from,
    to,
    blindFor,
    planFor: getPlanReaderId(actor),
    submissionId: filter.submission === undefined ? null : idOr(filter.submission),
    problemKey: filter.problem ?? null,
    deletedSince: filter.deleted === "true" ? new Date(now.getTime() - serverOnlyLimits.restorableDays * dayMs) : null,
  };
}

/**
 * -
 * @throws Refusal `invalid_request` when the range ends before its start or is far from any calendar.
 */
export function parseTimeRange(
  from: string | undefined,
  to: string | undefined,
): { from: Date | null; to: Date | null } {
  const range = { from: parseInstant("from", from), to: parseInstant("to", to) };
  if (range.from && range.to && range.from > range.to) {
    throw new Refusal("invalid_request", "from must not be after to.", "from");
  }
  return range;
}

function parseInstant(name: "from" | "to", text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  if (at.getTime() >= earliest && at.getTime() <= latest) return at;
  throw new Refusal("invalid_request", `${name} must be in the years 1970 to 2199.`, name);
}

function resolveMemberId(actor: Actor, member: string | undefined): string | null {
  if (member === undefined || member === actor.memberId) return actor.memberId;
  if (!isAdmin(actor.role) && !mayReadPlan(actor)) {
    throw new Refusal("forbidden", noPlan, "member");
  }
  return member === "all" ? null : idOr(member);
}

const noPlan =
  "You can't see other members' posts: your organization doesn't share its plan with members, or this API key doesn't have the scope plan:read.";

/** An id that no row has. */
const nobody = nilId;
const idOr = (text: string) => (isUuid(text) ? text : nobody);

/** The values of a statement, with a function that adds a value and returns its placeholder. */
export type SqlValues = { list: unknown[]; add: (value: unknown) => string };

export function createSqlValues(): SqlValues {
  const list: unknown[] = [];
  return {
    list,
    add(value) {
      list.push(value);
      return `$${list.length}`;
    },
  };
}

const columnOf: Record<PostTimeField, string> = {
  created: "created_at",
  scheduled: "scheduled_for",
  published: "published_at",
};

/**
 * Returns the condition on `posts` for a selection. Client input goes into `values` only.
 * @param table the name of `posts` in the statement
 */
export function toWhereSql(pick: PostSelection, values: SqlValues, table = "posts"): string {
  const all = [toOwnerSql(pick, values)];
  all.push(
    pick.deletedSince
      ? `deleted_at is not null and deleted_at > ${values.add(pick.deletedSince)} and not ${isTakenBackSql(table)}`
      : "deleted_at is null",
  );
  if (pick.statuses) all.push(toMembershipSql("status", pick.statuses, "text", values));
  if (pick.channelIds) all.push(toMembershipSql("channel_id", pick.channelIds, "uuid", values));
  all.push(...toFilterSql(pick, values));
  if (revealsHiddenAuthor(pick)) all.push(`not ${hasPendingClaimSql(table)}`);
  return all.join(" and ");
}

/** The condition that a deleted post was taken back before anything was sent: its text is in its author's editor. */
const isTakenBackSql = (table: string) => `exists (select from post_events e where e.post_id = ${table}.id
    and e.kind = 'deleted' and e.detail ? 'taken_back' and e.at >= ${table}.deleted_at - interval '1 minute')`;

/** Returns whether the filter alone would reveal the author of the posts it selects. */
export function revealsHiddenAuthor(pick: PostSelection): boolean {
  return pick.blindFor !== null && pick.memberId !== null && !pick.isOwn;
}

/**
 * Returns the condition on the owner. Another member is looked up in the caller's organization, so that no id gives
 * access to another organization.
 */
export function toOwnerSql(pick: PostSelection, values: SqlValues): string {
  if (pick.planFor !== null && !pick.isOwn) return toPlanOwnerSql(pick, pick.planFor, values);
  if (pick.memberId === null) return `org_id = ${values.add(pick.orgId)}`;
  const member = values.add(pick.memberId);
  if (pick.isOwn) return `member_id = ${member}`;
  return `member_id = (select id from members where id = ${member} and org_id = ${values.add(pick.orgId)})`;
}

/** Does the same for a reader of the plan, whose own posts are part of everyone's. */
function toPlanOwnerSql(pick: PostSelection, reader: string, values: SqlValues): string {
  const member = values.add(reader);
  const isPrivate = pick.deletedSince !== null || pick.statuses?.every((status) => !isPlanStatus(status));
  // Without a status of the plan the index of the member's own posts answers.
  if (pick.memberId === null && isPrivate) return `member_id = ${member}`;
  const organization = values.add(pick.orgId);
  const plan = planPostsSql({ organization, member });
  if (pick.memberId !== null) return `member_id = ${values.add(pick.memberId)} and ${plan}`;
  return `org_id = ${organization} and (member_id = ${member} or ${plan})`;
}

const isPlanStatus = (status: PostStatus) => planStatuses.some((known) => known === status);

/** Returns the conditions other than owner, status, channel and deletion. */
export function toFilterSql(pick: PostSelection, values: SqlValues): string[] {
  const all: string[] = [];
  const column = columnOf[pick.time];
  if (pick.from) all.push(`${column} >= ${values.add(pick.from)}`);
  if (pick.to) all.push(`${column} < ${values.add(pick.to)}`);
  // With "failed" as the only status the index of unconfirmed posts answers.
  const others = pick.statuses?.length === 1 && pick.statuses[0] === "failed" ? "" : "status <> 'failed' or ";
  if (pick.isUnconfirmedOnly) all.push(`(${others}status = 'failed' and failure_cause = 'unconfirmed')`);
  if (pick.problemKey !== null) all.push(toProblemSql(pick.problemKey, pick.orgId, values));
  if (pick.submissionId !== null) all.push(`submission_id = ${values.add(pick.submissionId)}`);
  if (pick.searchText !== null) all.push(`search @@ post_query(${values.add(pick.searchText)})`);
  return all;
}

/** The failed posts of an inbox item, whose notifications are open. */
function toProblemSql(key: string, orgId: string, values: SqlValues): string {
  return `status = 'failed' and id in (select failing.post_id from notices failing
    where failing.org_id = ${values.add(orgId)} and failing.cause_key = ${values.add(key)}
      and failing.kind = 'post_failed' and failing.done_at is null)`;
}

function toMembershipSql(column: string, members: readonly string[], type: "text" | "uuid", values: SqlValues): string {
  const [first] = members;
  if (members.length === 1) return `${column} = ${values.add(first)}`;
  return `${column} = any(${values.add(members)}::${type}[])`;
}
