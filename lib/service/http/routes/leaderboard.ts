import { api } from "#lib/contract/api";
import { listLeaderboard } from "#lib/service/points/list-leaderboard";
import { on } from "../on.ts";

export const leaderboardRoutes = [
  on(api.getLeaderboard, async ({ context, actor }) => ({ data: await listLeaderboard(context.db, actor) })),
];
