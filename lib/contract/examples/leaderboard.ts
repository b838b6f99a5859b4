import type { LeaderboardEntry, MemberRank } from "#lib/contract/types.ts";
import type { EndpointExample } from "./endpoint-example.ts";

const ada: LeaderboardEntry = {
  membership_id: "019a6f00-0000-7000-8000-0000000000f1",
  name: "Ada Lovelace",
  level: 4,
  points: 320,
  rank: 1,
  level_at: 300,
  next_level_at: 500,
};
const charles: LeaderboardEntry = {
  membership_id: "019a6f00-0000-7000-8000-0000000000f2",
  name: "Charles Babbage",
  level: 2,
  points: 60,
  rank: 2,
  level_at: 50,
  next_level_at: 150,
};
const standing: MemberRank = {
  membership_id: charles.membership_id,
  name: charles.name,
  rank: 2,
  tied: false,
  points: 60,
  members: 2,
  level: 2,
  level_at: 50,
  next_level_at: 150,
  all_time_points: 60,
  level_rule:
    "Level 1 starts at 0 points, level 2 at 50, 3 at 150, 4 at 300, 5 at 500; each further step is 50 longer.",
  next: { rank: 1, points: 260, members: 1, names: ["Ada Lovelace"] },
  ahead: null,
  pending: { claims: 1, points: 20 },
  credited: [
    {
      id: "019a6f00-0000-7000-8000-0000000000a1",
      text: "We are hiring a data engineer.",
      points: 20,
      published_at: "2027-01-14T09:00:02.000Z",
    },
  ],
  movement: 0,
  around: [ada, charles],
};

export const leaderboardExamples = {
  getLeaderboard: { answer: { data: [ada, charles] } },
  getStanding: { answer: { data: standing } },
} satisfies Record<string, EndpointExample>;
