import { limits } from "#lib/contract/limits.ts";
import { type PostStatus, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { isDay } from "#lib/time/days.ts";

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
  status: PostStatus | null;
  /** True for only the posts that were deleted in the last 30 days. */
  deleted: boolean;
  channels: readonly string[];
  words: string;
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
  words: "",
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

export type PostsSearchParams = Record<string, string | string[] | undefined>;

const toArray = (value: string | string[] | undefined) => (value === undefined ? [] : [value].flat());
const findKnown = <T extends string>(known: readonly T[], value: string | undefined): T | null =>
  known.find((one) => one === value) ?? null;

/** Parses search params to a view. Unknown values are left out: an old link still opens. */
export function parsePostsView(search: PostsSearchParams): PostsView {
  const first = (name: string) => toArray(search[name])[0];
  const days = [first("from"), first("to")].map((day) => (day !== undefined && isDay(day) ? day : null));
  // Two days mean the range between them, in either order.
  const [from = null, to = null] = days[0] && days[1] && days[0] > days[1] ? days.reverse() : days;
  const span = from === null && to === null ? findKnown(dateSpans, first("span")) : null;
  const size = pageSizes.find((one) => String(one) === first("size")) ?? defaultPostsView.size;
  const page = Number(first("page"));
  const deleted = first("deleted") === "1";
  const columns = first("columns")?.split(",");
  return {
    status: deleted ? null : findKnown(postStatuses, first("status")),
    deleted,
    channels: [...new Set(toArray(search["channel"]).filter((id) => id !== "" && id.length <= 100))].slice(0, 100),
    words: (first("q") ?? "").trim().slice(0, 200),
    time: findKnown(postDateFields, first("time")) ?? defaultPostsView.time,
    span,
    from,
    to,
    member: first("member")?.slice(0, 100) || null,
    sort: findKnown(postDateFields, first("sort")) ?? defaultPostsView.sort,
    order: first("order") === "asc" ? "asc" : "desc",
    size,
    page: Number.isInteger(page) && page >= 1 && (page - 1) * size <= limits.offsetMax ? page : 1,
    columns: columns ? omitDefaultColumns(postColumnNames.filter((name) => columns.includes(name))) : null,
    density: findKnown(["comfortable", "dense"] as const, first("density")),
  };
}

/** Converts `URLSearchParams` to the record that Next gives to pages. */
export function toSearchParamsRecord(params: URLSearchParams): PostsSearchParams {
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

/** Returns the columns as they are stored: null for the default columns. */
export function omitDefaultColumns(columns: readonly PostColumnName[]): readonly PostColumnName[] | null {
  return columns.join() === defaultPostColumns.join() ? null : columns;
}

/** Serializes a view to a query string without default values, so that equal views have equal addresses. */
export function serializePostsView(view: PostsView): string {
  const search = new URLSearchParams();
  const put = (name: string, value: string | null, preset: string | null = null) => {
    if (value !== null && value !== preset) search.append(name, value);
  };
  put("status", view.status);
  if (view.deleted) put("deleted", "1");
  for (const id of [...view.channels].sort()) put("channel", id);
  put("q", view.words, "");
  const isCut = view.span !== null || view.from !== null || view.to !== null;
  if (isCut) put("time", view.time, defaultPostsView.time);
  put("span", view.span);
  put("from", view.from);
  put("to", view.to);
  put("member", view.member);
  put("sort", view.sort, defaultPostsView.sort);
  put("order", view.order, defaultPostsView.order);
  put("size", String(view.size), String(defaultPostsView.size));
  put("page", String(view.page), "1");
  put("columns", view.columns?.join(",") ?? null);
  put("density", view.density);
  return search.toString();
}

/** Returns the address of a view; the default view is plain `/posts`. */
export function getPostsPath(view: PostsView): string {
  const search = serializePostsView(view);
  return search ? `/posts?${search}` : "/posts";
}

/** Serializes the filters of a view that the counts on the tabs depend on. */
export function serializeCountFilters(view: PostsView): string {
  const { channels, words, time, span, from, to, member } = view;
  return serializePostsView({ ...defaultPostsView, channels, words, time, span, from, to, member });
}

/** True when a filter besides the status is active. */
export function hasActiveFilters(view: PostsView): boolean {
  return serializeCountFilters({ ...view, member: null }) !== "";
}
