import fc from "fast-check";
import { expect, test } from "vitest";
import {
  claimAges,
  claimListViews,
  parseClaimFilter,
  parseLedgerFilter,
  serializeClaimFilter,
  serializeLedgerFilter,
  toClaimQuery,
  toLedgerQuery,
} from "./review-filter-params.ts";

const asSearch = (text: string) => Object.fromEntries(new URLSearchParams(text));

test("a review URL returns the same filter", () => {
  const points = fc.option(fc.integer({ min: 0, max: 1000 }));
  const filter = fc.record({
    show: fc.constantFrom(...claimListViews),
    member: fc.option(fc.uuid()),
    channel: fc.option(fc.uuid()),
    min: points,
    max: points,
    age: fc.option(fc.constantFrom(...claimAges)),
  });
  fc.assert(
    fc.property(filter, (one) => {
      expect(parseClaimFilter(asSearch(serializeClaimFilter(one)))).toEqual(one);
    }),
  );
});

test("invalid parts of a review URL are ignored", () => {
  expect(parseClaimFilter({ show: "never", min: "-1", max: "1.5", age: "2", member: "" })).toEqual(
    parseClaimFilter({}),
  );
});

test("an age becomes the latest time of publication", () => {
  const filter = parseClaimFilter({ age: "3", min: "20" });
  expect(toClaimQuery(filter, new Date("2026-11-21T12:00:00Z"))).toEqual({
    state: "pending",
    min: 20,
    published_before: "2026-11-18T12:00:00.000Z",
  });
});

test("the ledger's range includes its last day", () => {
  const filter = parseLedgerFilter(asSearch("kind=approval&from=2026-11-01&to=2026-11-02&page=3&by=ines"));
  expect(serializeLedgerFilter(filter)).toBe("by=ines&kind=approval&from=2026-11-01&to=2026-11-02&page=3");
  const start = (day: string) => new Date(`${day}T00:00Z`);
  expect(toLedgerQuery(filter, start, () => "2026-11-03")).toEqual({
    by: "ines",
    kind: "approval",
    from: "2026-11-01T00:00:00.000Z",
    to: "2026-11-03T00:00:00.000Z",
  });
  expect(parseLedgerFilter({ from: "2026-02-30", kind: "gift", page: "0" })).toMatchObject({
    from: null,
    kind: null,
    page: 1,
  });
});
