import { api } from "#lib/contract/api.ts";
import { getStanding } from "#lib/service/leaderboard/get-member-rank.ts";
import { listLeaderboard } from "#lib/service/leaderboard/list-leaderboard.ts";
import { on } from "#lib/service/http/define-route.ts";

export const leaderboardRoutes = [
  on(api.getLeaderboard, ({ context, actor, query }) => listLeaderboard(context, actor, query)),
  on(api.getStanding, async ({ context, actor, query }) => ({ data: await getStanding(context, actor, query) })),
];
