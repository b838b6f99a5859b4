import type { ClaimQuery, LedgerQuery } from "#lib/contract/types.ts";
import { createParamReader, type SearchParamsRecord, serializeParams } from "#lib/queries/search-params.ts";
import { dayMs } from "#lib/time/time-units.ts";

export const claimListViews = ["waiting", "appealed", "approved", "rejected", "all"] as const;
export type ClaimListView = (typeof claimListViews)[number];
/** Choices of a claim's minimum age, in days. */
export const claimAges = [1, 3, 7, 30] as const;

/** The review page's search params. */
export type ClaimFilter = {
  show: ClaimListView;
  /** Membership id. */
  member: string | null;
  channel: string | null;
  /** Claimed points, both bounds inclusive. */
  min: number | null;
  max: number | null;
  age: (typeof claimAges)[number] | null;
};

export const defaultClaimFilter: ClaimFilter = {
  show: "waiting",
  member: null,
  channel: null,
  min: null,
  max: null,
  age: null,
};

/** Parses the search params; unknown values are left out, so that an old link still opens. */
export function parseClaimFilter(search: SearchParamsRecord): ClaimFilter {
  const params = createParamReader(search);
  const age = params.integer("age", 0, 9_999);
  return {
    show: params.choice("show", claimListViews) ?? "waiting",
    member: params.id("member"),
    channel: params.id("channel"),
    min: params.integer("min", 0, 9_999),
    max: params.integer("max", 0, 9_999),
    age: claimAges.find((days) => days === age) ?? null,
  };
}

/** Serializes the filter to a query string without default values. */
export function serializeClaimFilter({ show, member, channel, min, max, age }: ClaimFilter): string {
  return serializeParams({ show, member, channel, min, max, age }, defaultClaimFilter);
}

/** Counts the filters besides `show`. */
export const countClaimFilters = (filter: ClaimFilter): number =>
  [filter.member, filter.channel, filter.min ?? filter.max, filter.age].filter((value) => value !== null).length;

/** Converts the filter to the service's query. */
export function toClaimQuery(filter: ClaimFilter, now: Date): ClaimQuery {
  const { show, member, channel, min, max, age } = filter;
  return {
    ...(show === "waiting" && { state: "pending" as const }),
    ...(show === "appealed" && { appealed: true }),
    ...((show === "approved" || show === "rejected") && { state: show }),
    ...(member !== null && { member }),
    ...(channel !== null && { channel }),
    ...(min !== null && { min }),
    ...(max !== null && { max }),
    ...(age !== null && { published_before: new Date(now.getTime() - age * dayMs).toISOString() }),
  };
}

/** The ledger page's filter. `from` and `to` are days, both inclusive. */
export type LedgerFilter = {
  member: string | null;
  by: string | null;
  kind: string | null;
  from: string | null;
  to: string | null;
  page: number;
};

export const ledgerPageSize = 50;
const pagesMax = 10_000;

export function parseLedgerFilter(search: SearchParamsRecord): LedgerFilter {
  const params = createParamReader(search);
  return {
    member: params.id("member"),
    by: params.id("by"),
    kind: params.choice("kind", ledgerKindNames),
    from: params.day("from"),
    to: params.day("to"),
    page: params.integer("page", 1, pagesMax) ?? 1,
  };
}

/** The same list as in the contract; importing the contract's list would add the schemas to the page. */
export const ledgerKindNames = [
  "claim",
  "change",
  "approval",
  "adjustment",
  "rejection",
  "appeal",
  "reversal",
  "award",
  "lapse",
] as const satisfies NonNullable<LedgerQuery["kind"]>;

export function serializeLedgerFilter({ member, by, kind, from, to, page }: LedgerFilter): string {
  return serializeParams({ member, by, kind, from, to, page }, { page: 1 });
}

/** Converts the filter to the service's query, without its page. `startOf` returns a day's first instant. */
export function toLedgerQuery(
  filter: LedgerFilter,
  startOf: (day: string) => Date,
  after: (day: string) => string,
): Omit<LedgerQuery, "limit" | "offset"> {
  const { member, by, kind, from, to } = filter;
  const ledgerKind = ledgerKindNames.find((one) => one === kind);
  return {
    ...(member !== null && { member }),
    ...(by !== null && { by }),
    ...(ledgerKind && { kind: ledgerKind }),
    ...(from !== null && { from: startOf(from).toISOString() }),
    ...(to !== null && { to: startOf(after(to)).toISOString() }),
  };
}
