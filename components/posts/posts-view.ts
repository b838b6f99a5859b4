import { limits } from "#lib/contract/limits.ts";
import { type PostStatus, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { isDay } from "#lib/time/days.ts";

export const postTimes = ["created", "scheduled", "published"] as const;
export type PostTime = (typeof postTimes)[number];
/** Days reckoned from today, so that a kept address moves on with the calendar. */
export const spans = ["today", "last7", "last30", "next7"] as const;
export type Span = (typeof spans)[number];
export const pageSizes = [20, 50, 100] as const;
/** What can be shown of a post beside its words, in the order of the table. */
export const columnNames = [
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
export type ColumnName = (typeof columnNames)[number];
export const presetColumns: readonly ColumnName[] = ["channel", "status", "when", "claim"];

/** Everything the address of the history says: which posts, in which order, and how they are shown. */
export type PostView = {
  /** Null for all of them. */
  status: PostStatus | null;
  /** Those deleted in the last 30 days, and no others. */
  deleted: boolean;
  channels: readonly string[];
  words: string;
  /** Which time the days cut by. */
  time: PostTime;
  span: Span | null;
  /** First and last day, YYYY-MM-DD in the member's zone; both belong to it. Not beside `span`. */
  from: string | null;
  to: string | null;
  /** A membership id, or `all`; null for one's own. */
  member: string | null;
  sort: PostTime;
  order: "desc" | "asc";
  size: (typeof pageSizes)[number];
  page: number;
  /** Null for the usual ones. */
  columns: readonly ColumnName[] | null;
  /** Null for what the member's settings say. */
  density: "comfortable" | "dense" | null;
};

export const wholeView: PostView = {
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

export type Search = Record<string, string | string[] | undefined>;

const listOf = (value: string | string[] | undefined) => (value === undefined ? [] : [value].flat());
const oneOf = <T extends string>(known: readonly T[], value: string | undefined): T | null =>
  known.find((one) => one === value) ?? null;

/** The view an address asks for. What it does not know is left out: an old link still opens. */
export function parseView(search: Search): PostView {
  const first = (name: string) => listOf(search[name])[0];
  const days = [first("from"), first("to")].map((day) => (day !== undefined && isDay(day) ? day : null));
  // Whoever names two days means those between them, in whichever order.
  const [from = null, to = null] = days[0] && days[1] && days[0] > days[1] ? days.reverse() : days;
  const span = from === null && to === null ? oneOf(spans, first("span")) : null;
  const size = pageSizes.find((one) => String(one) === first("size")) ?? wholeView.size;
  const page = Number(first("page"));
  const deleted = first("deleted") === "1";
  const columns = first("columns")?.split(",");
  return {
    status: deleted ? null : oneOf(postStatuses, first("status")),
    deleted,
    channels: [...new Set(listOf(search["channel"]).filter((id) => id !== "" && id.length <= 100))].slice(0, 100),
    words: (first("q") ?? "").trim().slice(0, 200),
    time: oneOf(postTimes, first("time")) ?? wholeView.time,
    span,
    from,
    to,
    member: first("member")?.slice(0, 100) || null,
    sort: oneOf(postTimes, first("sort")) ?? wholeView.sort,
    order: first("order") === "asc" ? "asc" : "desc",
    size,
    page: Number.isInteger(page) && page >= 1 && (page - 1) * size <= limits.offsetMax ? page : 1,
    columns: columns ? usual(columnNames.filter((name) => columns.includes(name))) : null,
    density: oneOf(["comfortable", "dense"] as const, first("density")),
  };
}

/** The names and values of `new URLSearchParams` in the form that pages are given. */
export function searchOf(params: URLSearchParams): Search {
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

/** The columns as they are kept: the usual ones are null. */
export function usual(columns: readonly ColumnName[]): readonly ColumnName[] | null {
  return columns.join() === presetColumns.join() ? null : columns;
}

/** What stands after the question mark; what is as usual is left out, so equal views have equal addresses. */
export function searchText(view: PostView): string {
  const search = new URLSearchParams();
  const put = (name: string, value: string | null, preset: string | null = null) => {
    if (value !== null && value !== preset) search.append(name, value);
  };
  put("status", view.status);
  if (view.deleted) put("deleted", "1");
  for (const id of [...view.channels].sort()) put("channel", id);
  put("q", view.words, "");
  const isCut = view.span !== null || view.from !== null || view.to !== null;
  if (isCut) put("time", view.time, wholeView.time);
  put("span", view.span);
  put("from", view.from);
  put("to", view.to);
  put("member", view.member);
  put("sort", view.sort, wholeView.sort);
  put("order", view.order, wholeView.order);
  put("size", String(view.size), String(wholeView.size));
  put("page", String(view.page), "1");
  put("columns", view.columns?.join(",") ?? null);
  put("density", view.density);
  return search.toString();
}

/** The address of a view; all posts as usual are plain `/posts`. */
export function addressOf(view: PostView): string {
  const search = searchText(view);
  return search ? `/posts?${search}` : "/posts";
}

/** The part of a view's address that says which posts it counts, for the numbers on the tabs. */
export function countedText(view: PostView): string {
  const { channels, words, time, span, from, to, member } = view;
  return searchText({ ...wholeView, channels, words, time, span, from, to, member });
}

/** True when something beside the tab cuts the list. */
export function isCut(view: PostView): boolean {
  return countedText({ ...view, member: null }) !== "";
}
