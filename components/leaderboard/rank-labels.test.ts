import { expect, test } from "vitest";
import type { PartialMemberRank } from "#lib/contract/resources/leaderboard-ranks.ts";
import { formatNameList, formatNextLevel, formatRank, formatRankChange, formatRankOutlook } from "./rank-labels.ts";

const standing: PartialMemberRank = {
  membership_id: "m",
  name: "Ines",
  rank: 5,
  tied: false,
  points: 640,
  members: 9,
  level: 4,
  all_time_points: 640,
  next: { rank: 3, points: 320, members: 2, names: ["Jo", "Mina"] },
  ahead: { points: 30, name: "Petra" },
};

test("a member sees the distance to the next rank and what waits for review", () => {
  expect(formatRank(standing, "")).toBe("You are 5th");
  expect(formatRankOutlook({ ...standing, pending: { claims: 3, points: 60 } })).toBe(
    "320 points to Jo and Mina · 3 claims (60 points) waiting for review",
  );
  expect(formatRankOutlook({ ...standing, next: null })).toBe("30 points ahead of Petra");
  expect(formatRankOutlook({ ...standing, next: null, ahead: null })).toMatch(/once a published post/);
  expect(formatRank({ ...standing, rank: null }, "this week")).toBe("You have no points this week");
});

test("the next level is shown if the service reports it", () => {
  expect(formatNextLevel({ ...standing, next_level_at: 760 })).toBe("120 to level 5");
  expect(formatNextLevel({ ...standing, next_level_at: null })).toBe("the highest level");
  expect(formatNextLevel(standing)).toBeNull();
});

test("names are listed as far as they are known", () => {
  expect([
    formatNameList(["Jo"], 1),
    formatNameList(["Jo", "Mina"], 2),
    formatNameList(["Jo", "Mina", "Bo"], 3),
  ]).toEqual(["Jo", "Jo and Mina", "Jo, Mina and Bo"]);
  expect([formatNameList(["Jo", "Mina", "Ada"], 4), formatNameList(["Jo"], 3)]).toEqual([
    "Jo, Mina and 2 more",
    "Jo and 2 more",
  ]);
});

test("rank changes are described in words for people who do not see the arrow", () => {
  expect([2, -1, 0, null].map(formatRankChange)).toEqual([
    "up 2 places since last week",
    "down 1 place since last week",
    "same rank as last week",
    "new since last week",
  ]);
});
