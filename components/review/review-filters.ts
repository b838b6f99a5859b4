import type { ClaimQuery, LedgerQuery } from "#lib/contract/types.ts";
import { isDay } from "#lib/time/days.ts";
import { dayMs } from "#lib/time/duration.ts";

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

export type ReviewSearchParams = Record<string, string | string[] | undefined>;

const idCharacters = 200;
const getSingleParam = (value: string | string[] | undefined): string | null => {
  const first = [value].flat()[0];
  return first && first.length <= idCharacters ? first : null;
};
const getIntegerParam = (value: string | string[] | undefined): number | null => {
  const text = getSingleParam(value);
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null;
};

/** Parses the search params; unknown values are left out, so that an old link still opens. */
export function parseClaimFilter(search: ReviewSearchParams): ClaimFilter {
  return {
    show: claimListViews.find((known) => known === getSingleParam(search["show"])) ?? "waiting",
    member: getSingleParam(search["member"]),
    channel: getSingleParam(search["channel"]),
    min: getIntegerParam(search["min"]),
    max: getIntegerParam(search["max"]),
    age: claimAges.find((days) => days === getIntegerParam(search["age"])) ?? null,
  };
}

/** Serializes the filter to a query string without default values. */
export function serializeClaimFilter(filter: ClaimFilter): string {
  const search = new URLSearchParams();
  for (const name of ["show", "member", "channel", "min", "max", "age"] as const) {
    const value = filter[name];
    if (value !== null && value !== defaultClaimFilter[name]) search.set(name, String(value));
  }
  return search.toString();
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

export function parseLedgerFilter(search: ReviewSearchParams): LedgerFilter {
  const day = (value: string | null) => (value !== null && isDay(value) ? value : null);
  const page = getIntegerParam(search["page"]) ?? 1;
  return {
    member: getSingleParam(search["member"]),
    by: getSingleParam(search["by"]),
    kind: ledgerKindNames.find((kind) => kind === getSingleParam(search["kind"])) ?? null,
    from: day(getSingleParam(search["from"])),
    to: day(getSingleParam(search["to"])),
    page: page >= 1 && page <= pagesMax ? page : 1,
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

export function serializeLedgerFilter(filter: LedgerFilter): string {
  const search = new URLSearchParams();
  for (const name of ["member", "by", "kind", "from", "to"] as const) {
    const value = filter[name];
    if (value !== null) search.set(name, value);
  }
  if (filter.page > 1) search.set("page", String(filter.page));
  return search.toString();
}

/** Converts the filter to the service's query, without its page. `startOf` returns a day's first instant. */
export function toLedgerQuery(
  filter: LedgerFilter,
  startOf: (day: string) => Date,
  after: (day: string) => string,
): Omit<LedgerQuery, "limit" | "offset"> {
  const { member, by, kind, from, to } = filter;
  const known = ledgerKindNames.find((one) => one === kind);
  return {
    ...(member !== null && { member }),
    ...(by !== null && { by }),
    ...(known && { kind: known }),
    ...(from !== null && { from: startOf(from).toISOString() }),
    ...(to !== null && { to: startOf(after(to)).toISOString() }),
  };
}
