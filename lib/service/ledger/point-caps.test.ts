import fc from "fast-check";
import { expect, test } from "vitest";
import { applyCaps, applyCapsInOrder } from "./point-caps.ts";
import { getUtcDayAndMonday } from "./points-toward-caps.ts";

const none = { cap_submission: null, cap_day: null, cap_week: null };
const earned = { submission: 0, day: 0, week: 0 };

test("without caps all points are awarded; a cap awards the rest below it and is named", () => {
  expect(applyCaps(1000, none, earned)).toEqual({ awarded: 1000, cappedBy: null });
  expect(applyCaps(20, { ...none, cap_submission: 30 }, { ...earned, submission: 20 })).toEqual({
    awarded: 10,
    cappedBy: "submission",
  });
  expect(applyCaps(20, { ...none, cap_day: 30 }, { ...earned, day: 40 })).toEqual({ awarded: 0, cappedBy: "day" });
  expect(applyCaps(20, { cap_submission: 15, cap_day: 15, cap_week: 5 }, earned)).toEqual({
    awarded: 5,
    cappedBy: "week",
  });
  expect(applyCaps(20, { ...none, cap_day: 20 }, earned)).toEqual({ awarded: 20, cappedBy: null });
});

const cap = fc.option(fc.integer({ min: 1, max: 60 }), { nil: null });
const claims = fc.array(
  fc.record({
    requested: fc.integer({ min: 0, max: 40 }),
    memberId: fc.constantFrom("m1", "m2"),
    submission: fc.constantFrom("s1", "s2"),
  }),
  { maxLength: 20 },
);

test("no order of claims exceeds the cap of a submission, day or week, or awards more than was claimed", () => {
  fc.assert(
    fc.property(claims, cap, cap, cap, (some, cap_submission, cap_day, cap_week) => {
      const asked = some.map(({ requested, memberId, submission }) => ({
        requested,
        memberId,
        submissionId: `${memberId} ${submission}`,
      }));
      const nothing = { submission: new Map(), day: new Map(), week: new Map() };
      const given = applyCapsInOrder(asked, { cap_submission, cap_day, cap_week }, nothing);
      const sums = new Map<string, number>();
      asked.forEach((claim, place) => {
        const { awarded, cappedBy } = given[place] ?? { awarded: -1, cappedBy: null };
        expect(awarded).toBeGreaterThanOrEqual(0);
        expect(awarded).toBeLessThanOrEqual(claim.requested);
        expect(cappedBy === null).toBe(awarded === claim.requested);
        for (const key of [claim.memberId, claim.submissionId]) sums.set(key, (sums.get(key) ?? 0) + awarded);
      });
      for (const [key, sum] of sums) {
        const limits = key.includes(" ") ? [cap_submission] : [cap_day, cap_week];
        for (const limit of limits) if (limit !== null) expect(sum).toBeLessThanOrEqual(limit);
      }
    }),
  );
});

test("a week begins on Monday at midnight UTC, and a day at midnight UTC", () => {
  expect(getUtcDayAndMonday(new Date("2026-11-22T23:59:59.999Z"))).toEqual({ day: "2026-11-22", monday: "2026-11-16" });
  expect(getUtcDayAndMonday(new Date("2026-11-23T00:00:00Z"))).toEqual({ day: "2026-11-23", monday: "2026-11-23" });
});
