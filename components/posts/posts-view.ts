import { limits } from "#lib/contract/limits.ts";
import { type FilterStatus, filterStatuses } from "#lib/contract/resources/filter-statuses.ts";
import {
  createParamReader,
  getPathWithQuery,
  type SearchParamsRecord,
  serializeParams,
} from "#lib/queries/search-params.ts";

export const postDateFields = ["created", "scheduled", "published"] as const;
export type PostDateField = (typeof postDateFields)[number];
/** Days relative to today, so that a saved address moves on with the calendar. */
export const dateSpans = ["today", "last7", "last30", "next7"] as const;
export type DateSpan = (typeof dateSpans)[number];
export const pageSizes = [20, 50, 100] as const;
/** Optional columns of the table, in its order. */
export const postColumnNames = [
  "author",
  "channel",
  "status",
  "when",
  "created",
  "scheduled",
  "published",
  "attempts",
  "claim",
] as const;
export type PostColumnName = (typeof postColumnNames)[number];
export const defaultPostColumns: readonly PostColumnName[] = ["channel", "status", "when", "claim"];

/** The address of the posts list: which posts, in which order, and how they are shown. */
export type PostsView = {
  /** Null for all statuses. */
  status: FilterStatus | null;
  /** True for only the posts that were deleted in the last 30 days. */
  deleted: boolean;
  channels: readonly string[];
  text: string;
  /** The key of an inbox item, for only its posts. */
  problem: string | null;
  /** The date field that the days apply to. */
  time: PostDateField;
  span: DateSpan | null;
  /** First and last day, YYYY-MM-DD in the member's zone, both inclusive. Not used together with `span`. */
  from: string | null;
  to: string | null;
  /** A membership id, or `all`; null for the member's own posts. */
  member: string | null;
  sort: PostDateField;
  order: "desc" | "asc";
  size: (typeof pageSizes)[number];
  page: number;
  /** Null for the default columns. */
  columns: readonly PostColumnName[] | null;
  /** Null for the member's setting. */
  density: "comfortable" | "dense" | null;
};

export const defaultPostsView: PostsView = {
  status: null,
  deleted: false,
  channels: [],
  text: "",
  problem: null,
  time: "created",
  span: null,
  from: null,
  to: null,
  member: null,
  sort: "created",
  order: "desc",
  size: 20,
  page: 1,
  columns: null,
  density: null,
};

/** Returns the order of a list by its status: what is planned begins with what comes next. */
export function getDefaultOrder(status: FilterStatus | null): Pick<PostsView, "sort" | "order"> {
  return status === "scheduled" ? { sort: "scheduled", order: "asc" } : { sort: "created", order: "desc" };
}

/** Returns the view of another status, in that list's own order unless the person chose one. */
export function withStatus(view: PostsView, status: FilterStatus | null): PostsView {
  const { sort, order } = getDefaultOrder(view.status);
  const isOwnOrder = view.sort === sort && view.order === order;
  return { ...view, deleted: false, page: 1, status, ...(isOwnOrder && getDefaultOrder(status)) };
}

/** Parses search params to a view. Unknown values are left out: an old link still opens. */
export function parsePostsView(search: SearchParamsRecord): PostsView {
  const params = createParamReader(search);
  const days = [params.day("from"), params.day("to")];
  // Two days mean the range between them, in either order.
  const [from = null, to = null] = days[0] && days[1] && days[0] > days[1] ? days.reverse() : days;
  const span = from === null && to === null ? params.choice("span", dateSpans) : null;
  const size = pageSizes.find((one) => String(one) === params.read("size")) ?? defaultPostsView.size;
  const deleted = params.read("deleted") === "1";
  const columns = params.read("columns")?.split(",");
  const status = deleted ? null : params.choice("status", filterStatuses);
  const own = getDefaultOrder(status);
  return {
    status,
    deleted,
    channels: params.ids("channel", 100),
    text: params.text("q"),
    problem: params.text("problem", 300) || null,
    time: params.choice("time", postDateFields) ?? defaultPostsView.time,
    span,
    from,
    to,
    member: params.id("member"),
    sort: params.choice("sort", postDateFields) ?? own.sort,
    order: params.choice("order", ["desc", "asc"]) ?? own.order,
    size,
    page: params.integer("page", 1, Math.floor(limits.offsetMax / size) + 1) ?? 1,
    columns: columns ? omitDefaultColumns(postColumnNames.filter((name) => columns.includes(name))) : null,
    density: params.choice("density", ["comfortable", "dense"]),
  };
}

/** Returns the columns as they are stored: null for the default columns. */
export function omitDefaultColumns(columns: readonly PostColumnName[]): readonly PostColumnName[] | null {
  return columns.join() === defaultPostColumns.join() ? null : columns;
}

/** Serializes a view to a query string without default values, so that equal views have equal addresses. */
export function serializePostsView(view: PostsView): string {
  const { status, deleted, channels, text, problem, time, span, from, to, member } = view;
  const { sort, order, size, page, columns, density } = view;
  const hasDays = span !== null || from !== null || to !== null;
  const params = {
    status,
    deleted: deleted ? "1" : null,
    channel: [...channels].sort(),
    q: text,
    problem,
    time: hasDays ? time : null,
    span,
    from,
    to,
    member,
    sort,
    order,
    size,
    page,
    columns: columns?.join(",") ?? null,
    density,
  };
  return serializeParams(params, { q: "", time: "created", ...getDefaultOrder(status), size: 20, page: 1 });
}

/** Returns the address of a view; the default view is plain `/posts`. */
export const getPostsPath = (view: PostsView): string => getPathWithQuery("/posts", serializePostsView(view));

/** Serializes the filters of a view that the counts on the tabs depend on. */
export function serializeCountFilters(view: PostsView): string {
  const { channels, text, problem, time, span, from, to, member } = view;
  return serializePostsView({ ...defaultPostsView, channels, text, problem, time, span, from, to, member });
}

/** True when a filter besides the status is active. */
export function hasActiveFilters(view: PostsView): boolean {
  return serializeCountFilters({ ...view, member: null }) !== "";
}
