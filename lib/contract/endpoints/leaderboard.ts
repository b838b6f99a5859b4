import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { instant } from "#lib/contract/resources/post-queries.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";

const id = z.string();
const day = z.iso.date();
const boardPeriods = ["all", "month", "week", "range"] as const;

export const LeaderboardEntry = z
  .object({
    membership_id: id,
    name: z.string(),
    level: z.int().meta({ description: "By all-time points, whatever the period." }),
    points: z.int(),
    rank: z.int().optional().meta({ description: "Equal points share a rank; the next one skips as many." }),
    level_at: z.int().optional().meta({ description: "Points at which this level starts." }),
    next_level_at: z
      .int()
      .optional()
      .meta({ description: "Points at which the next one starts; left out on the last." }),
    all_time_points: z.int().optional().meta({ description: "What the level counts by, where `points` are others." }),
    movement: z.int().nullable().optional().meta({
      description:
        "Ranks gained since a week ago; null for who was not there. On pages of the all-time board, up to 100 members.",
    }),
    joined_at: instant.optional().meta({
      description: "Where another member has the same name: when this one joined. On pages of up to 100.",
    }),
    trend: z.array(z.int()).optional().meta({
      description: "Points of each of the last eight weeks of seven days, oldest first. On pages of up to 100.",
    }),
  })
  .meta({ id: "LeaderboardEntry" });

const boardQuery = {
  period: z.enum(boardPeriods).optional().meta({
    description: "`month` and `week` (from Monday) are the present ones, UTC; `range` needs `from` and `to`.",
  }),
  from: day.optional().meta({ description: "First UTC day of a `range`." }),
  to: day.optional().meta({ description: "Its last day." }),
  channel: z.uuid().optional().meta({ description: "Only points of posts on this channel." }),
};

export const LeaderboardQuery = z.object({
  ...boardQuery,
  q: z.string().max(100).optional().meta({ description: "Part of a member's name." }),
  limit: z.coerce.number().int().min(1).max(serviceLimits.boardPageMax).optional().meta({
    description: "A page of so many. Without it, the whole board.",
  }),
  offset: z.coerce.number().int().min(0).max(limits.offsetMax).optional(),
});
export const MemberRankQuery = z.object(boardQuery);

export const MemberRank = z
  .object({
    membership_id: id,
    name: z.string(),
    rank: z.int().nullable().meta({ description: "Null for who has no points on a board of a period or channel." }),
    tied: z.boolean(),
    points: z.int(),
    members: z.int().meta({ description: "How many stand on the board." }),
    level: z.int(),
    level_at: z.int(),
    next_level_at: z.int().nullable().meta({ description: "Null on the last level." }),
    all_time_points: z.int(),
    level_rule: z.string().meta({ description: "How levels grow, in a sentence." }),
    next: z
      .object({
        rank: z.int(),
        points: z.int().meta({ description: "What is missing to stand beside them." }),
        members: z.int(),
        names: z.array(z.string()).meta({ description: "The first three of them." }),
      })
      .nullable()
      .meta({ description: "The next rank up; null for the first." }),
    ahead: z
      .object({ points: z.int(), name: z.string() })
      .nullable()
      .meta({ description: "Who comes next below, and by how much." }),
    pending: z
      .object({ claims: z.int(), points: z.int() })
      .meta({ description: "Own claims that wait for review, on any channel." }),
    movement: z.int().nullable().optional().meta({ description: "Ranks gained since a week ago; all-time board." }),
    around: z.array(LeaderboardEntry).meta({ description: "The caller with up to two above and two below." }),
  })
  .meta({ id: "Standing" });

/** Endpoints for ranks by approved points. */
export const leaderboardEndpoints = {
  getLeaderboard: defineEndpoint({
    method: "GET",
    path: "/leaderboard",
    scope: "leaderboard:read",
    documented: true,
    summary: "Members ranked by approved points",
    description:
      "Without parameters all members by all-time points. Boards of a period or a channel hold who has points there. Equal points are in order of the name. Level 1 starts at 0 points, level 2 at 50, 3 at 150, 4 at 300, 5 at 500, and each further step is 50 longer, unless the organization sets its own; `GET /leaderboard/me` states the rule.",
    query: LeaderboardQuery,
    status: 200,
    data: z.array(LeaderboardEntry),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  getStanding: defineEndpoint({
    method: "GET",
    path: "/leaderboard/me",
    scope: "leaderboard:read",
    documented: false,
    summary: "Where the caller stands, and what would change it",
    query: MemberRankQuery,
    status: 200,
    data: MemberRank,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
} as const;
