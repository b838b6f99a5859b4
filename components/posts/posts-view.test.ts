import fc from "fast-check";
import { expect, test } from "vitest";
import { filterStatuses } from "#lib/contract/resources/filter-statuses.ts";
import { toSearchParamsRecord } from "#lib/queries/search-params.ts";
import {
  dateSpans,
  defaultPostsView,
  getPostsPath,
  hasActiveFilters,
  omitDefaultColumns,
  type PostsView,
  pageSizes,
  parsePostsView,
  postColumnNames,
  postDateFields,
  serializeCountFilters,
  serializePostsView,
} from "./posts-view.ts";

const read = (address: string) =>
  parsePostsView(toSearchParamsRecord(new URL(address, "http://own.example").searchParams));

const day = fc
  .date({ min: new Date("1990-01-01T00:00Z"), max: new Date("2090-01-01T00:00Z"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const days = fc.oneof(
  fc.record({ span: fc.constantFrom(...dateSpans, null), from: fc.constant(null), to: fc.constant(null) }),
  fc.tuple(day, day).map(([one, other]) => {
    const [from = one, to = other] = [one, other].sort();
    return { span: null, from, to };
  }),
  day.map((from) => ({ span: null, from, to: null })),
);
const view: fc.Arbitrary<PostsView> = fc
  .record({
    status: fc.constantFrom(...filterStatuses, null),
    deleted: fc.boolean(),
    channels: fc.uniqueArray(fc.uuid(), { maxLength: 4 }),
    text: fc.string({ maxLength: 60, unit: "grapheme" }).map((text) => text.trim()),
    problem: fc.constantFrom(null, "post_failed:rejected of a & b"),
    time: fc.constantFrom(...postDateFields),
    days,
    member: fc.option(fc.oneof(fc.uuid(), fc.constant("all"))),
    sort: fc.constantFrom(...postDateFields),
    order: fc.constantFrom("asc" as const, "desc" as const),
    size: fc.constantFrom(...pageSizes),
    page: fc.integer({ min: 1, max: 10_000 }),
    columns: fc.option(fc.subarray([...postColumnNames])),
    density: fc.constantFrom("comfortable" as const, "dense" as const, null),
  })
  .map(({ days: { span, from, to }, ...rest }) => ({
    ...rest,
    span,
    from,
    to,
    // A date field only matters together with days.
    time: span || from || to ? rest.time : defaultPostsView.time,
    status: rest.deleted ? null : rest.status,
    channels: [...rest.channels].sort(),
    columns: rest.columns && omitDefaultColumns(rest.columns),
  }));

test("a view and its URL convert into each other", () => {
  fc.assert(
    fc.property(view, (one) => {
      expect(read(getPostsPath(one))).toEqual(one);
    }),
  );
  expect(getPostsPath(defaultPostsView)).toBe("/posts");
});

test("any URL parses to a view with a URL of its own", () => {
  const names = ["status", "page", "size", "channel", "q", "from", "to", "span", "time", "sort", "columns", "deleted"];
  const search = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.array(fc.string())));
  fc.assert(
    fc.property(search, (asked) => {
      const one = parsePostsView(asked);
      expect(read(getPostsPath(one))).toEqual({
        ...one,
        channels: [...one.channels].sort(),
        time: read(getPostsPath(one)).time,
      });
    }),
  );
});

test.for([
  { status: "loud" },
  { page: "0" },
  { page: "-1" },
  { page: "1.5" },
  { page: "1e9" },
  { size: "1000" },
  { from: "2026-02-30" },
  { span: "month13" },
  { sort: "loudness", order: "sideways" },
  { density: "packed" },
])("an invalid URL opens the first page of all posts: %o", (search) => {
  expect(parsePostsView(search)).toEqual(defaultPostsView);
});

test("a repeated parameter counts once, but channels are combined", () => {
  expect(parsePostsView({ status: ["draft", "failed"], page: ["2", "3"], channel: ["b", "a", "b"] })).toEqual({
    ...defaultPostsView,
    status: "draft",
    page: 2,
    channels: ["b", "a"],
  });
});

test("two days in reverse order mean the days between them", () => {
  const { from, to } = read("/posts?from=2026-11-20&to=2026-11-02");
  expect([from, to]).toEqual(["2026-11-02", "2026-11-20"]);
});

test("a page that the service would refuse to skip to opens the first one", () => {
  expect([
    parsePostsView({ page: "10001", size: "100" }).page,
    parsePostsView({ page: "10002", size: "100" }).page,
  ]).toEqual([10_001, 1]);
});

test("the tab counts use the same filter on every tab, page and layout", () => {
  const cut = { ...defaultPostsView, text: "region", channels: ["a"] };
  const other = { ...cut, status: "failed" as const, page: 7, size: 100 as const, sort: "published" as const };
  expect(serializeCountFilters(other)).toBe(serializeCountFilters(cut));
  expect(serializeCountFilters(cut)).toBe(serializePostsView(cut));
  expect([hasActiveFilters(cut), hasActiveFilters({ ...defaultPostsView, status: "failed", member: "all" })]).toEqual([
    true,
    false,
  ]);
});
