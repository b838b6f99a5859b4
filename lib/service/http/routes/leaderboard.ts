import { api } from "#lib/contract/api.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import { getMemberRank } from "#lib/service/leaderboard/get-member-rank.ts";
import { listLeaderboard } from "#lib/service/leaderboard/list-leaderboard.ts";

export const leaderboardRoutes = [
  defineRoute(api.getLeaderboard, ({ context, actor, query }) => listLeaderboard(context, actor, query)),
  defineRoute(api.getStanding, async ({ context, actor, query }) => ({
    data: await getMemberRank(context, actor, query),
  })),
];
