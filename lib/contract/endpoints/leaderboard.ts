import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { instant, optionalPageFields } from "#lib/contract/resources/fields.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";

const id = z.string();
const day = z.iso.date();
const boardPeriods = ["all", "month", "week", "range"] as const;

export const LeaderboardEntry = z
  .object({
    membership_id: id.describe("The membership id."),
    name: z.string().describe("The member's name."),
    level: z.int().describe("Computed from all-time points, whatever the period."),
    points: z.int().describe("Approved points: of all time, or of the requested period and channel."),
    rank: z.int().optional().describe("Equal points share a rank. The ranks after them are skipped, as in 1, 2, 2, 4."),
    level_at: z.int().optional().describe("Points at which this level starts."),
    next_level_at: z.int().optional().describe("Points at which the next level starts. Omitted on the last level."),
    all_time_points: z.int().optional().describe("The points that determine the level, if they differ from `points`."),
    movement: z
      .int()
      .nullable()
      .optional()
      .describe(
        "Ranks gained in the last week. Null for a member who was not on the leaderboard. Only on pages of up to 100 members of the all-time leaderboard.",
      ),
    joined_at: instant
      .optional()
      .describe(
        "Time at which the member joined, if another member has the same name. Only on pages of up to 100 members.",
      ),
    trend: z
      .array(z.int())
      .optional()
      .describe("Points in each of the last eight seven-day weeks, oldest first. Only on pages of up to 100 members."),
  })
  .meta({ id: "LeaderboardEntry" });

const boardQuery = {
  period: z
    .enum(boardPeriods)
    .optional()
    .describe("`month` and `week` (from Monday) are the current ones in UTC. `range` requires `from` and `to`."),
  from: day.optional().describe("First UTC day of a `range`."),
  to: day.optional().describe("Last UTC day of a `range`."),
  channel: z.uuid().optional().describe("Counts only points of posts on this channel."),
};

export const LeaderboardQuery = z.object({
  ...boardQuery,
  q: z.string().max(100).optional().describe("Part of a member's name."),
  ...optionalPageFields(serverOnlyLimits.boardPageMax),
});
export const MemberRankQuery = z.object(boardQuery);

export const MemberRank = z
  .object({
    membership_id: id.describe("The caller's membership id."),
    name: z.string().describe("The caller's name."),
    rank: z.int().nullable().describe("Null if the member has no points in the period or on the channel."),
    tied: z.boolean().describe("True if other members share the rank."),
    points: z.int().describe("Approved points: of all time, or of the requested period and channel."),
    members: z.int().describe("The number of members on the leaderboard."),
    level: z.int().describe("The caller's level, from all-time points."),
    level_at: z.int().describe("Points at which this level starts."),
    next_level_at: z.int().nullable().describe("Null on the last level."),
    all_time_points: z.int().describe("All-time approved points."),
    level_rule: z.string().describe("A sentence that describes the levels."),
    next: z
      .object({
        rank: z.int().describe("The rank."),
        points: z.int().describe("The points missing to share that rank."),
        members: z.int().describe("The number of members with that rank."),
        names: z.array(z.string()).describe("The names of the first three members with that rank."),
      })
      .nullable()
      .describe("The next higher rank. Null for the first rank."),
    ahead: z
      .object({
        points: z.int().describe("The difference in points."),
        name: z.string().describe("The member's name."),
      })
      .nullable()
      .describe("The next member below and the difference in points."),
    pending: z
      .object({
        claims: z.int().describe("The number of claims."),
        points: z.int().describe("The points they claim together."),
      })
      .describe("The caller's claims that wait for review, on any channel."),
    credited: z
      .array(
        z.object({
          id: id.describe("The id of the post."),
          text: z.string().describe("The beginning of the text."),
          points: z.int().describe("The points that were approved."),
          published_at: instant.describe("Time at which the post was published."),
        }),
      )
      .optional()
      .describe("The caller's two newest published posts with approved points, on any channel."),
    movement: z.int().nullable().optional().describe("Ranks gained in the last week on the all-time leaderboard."),
    around: z.array(LeaderboardEntry).describe("The caller with up to two members above and two below."),
  })
  .meta({ id: "Standing" });

/** Endpoints for ranks by approved points. */
export const leaderboardEndpoints = {
  getLeaderboard: defineEndpoint({
    method: "GET",
    path: "/leaderboard",
    scope: "leaderboard:read",
    documented: true,
    summary: "List members ranked by approved points",
    description:
      "Without parameters, returns all members ranked by all-time points. A leaderboard of a period or a channel contains only members with points there. Members with equal points are sorted by name. Level 1 starts at 0 points, level 2 at 50, level 3 at 150, level 4 at 300 and level 5 at 500; each further step is 50 points longer. An organization can set its own levels; `GET /leaderboard/me` states the rule.",
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
    summary: "Read the caller's rank and the distance to the next ones",
    query: MemberRankQuery,
    status: 200,
    data: MemberRank,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
} as const;
