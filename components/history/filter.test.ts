import { expect, test } from "vitest";
import { addressOf, parseFilter } from "./filter.ts";

test("a filter and its address are two forms of one thing", () => {
  for (const filter of [
    { status: null, page: 1 },
    { status: "failed", page: 1 },
    { status: "published", page: 7 },
  ] as const) {
    const search = new URL(addressOf(filter), "http://own.example").searchParams;
    expect(parseFilter(Object.fromEntries(search))).toEqual(filter);
  }
});

test("an address with nonsense opens the first page of all posts", () => {
  for (const search of [{ status: "loud" }, { page: "0" }, { page: "-1" }, { page: "1.5" }, { page: "1e9" }, {}]) {
    expect(parseFilter(search)).toEqual({ status: null, page: 1 });
  }
  expect(parseFilter({ status: ["draft", "failed"], page: ["2", "3"] })).toEqual({ status: "draft", page: 2 });
});
