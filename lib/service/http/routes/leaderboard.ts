import { api } from "#lib/contract/api";
import { getStanding } from "#lib/service/points/get-standing";
import { listLeaderboard } from "#lib/service/points/list-leaderboard";
import { on } from "../on.ts";

export const leaderboardRoutes = [
  on(api.getLeaderboard, ({ context, actor, query }) => listLeaderboard(context, actor, query)),
  on(api.getStanding, async ({ context, actor, query }) => ({ data: await getStanding(context, actor, query) })),
];
