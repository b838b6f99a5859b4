import { limits } from "#lib/contract/limits.ts";
import type { LeaderboardQuery, LeaderboardEntry } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { getOrganizationSettings } from "#lib/service/settings/organization-settings.ts";
import { presentLeaderboardEntry } from "./present-leaderboard-entry.ts";
import { allChannelsId, selectLeaderboard } from "./leaderboard-selection.ts";
import { getLeaderboardPage } from "./leaderboard-page.ts";
import { getRankMovements, getPointTrends } from "./leaderboard-trends.ts";
import { materializeLeaderboard } from "./range-leaderboard.ts";
import { createLevels } from "./levels.ts";
import { renderLeaderboardJson } from "#lib/service/points/write-board.ts";

/**
 * A page of the members of the actor's organization by approved points; equal ones by name. Removed members are left out.
 * Trend, movement, and what tells equal names apart come with pages of up to 100.
 */
export async function listLeaderboard(
  { pool, clock }: Pick<Context, "pool" | "clock">,
  actor: Actor,
  query: LeaderboardQuery,
): Promise<{ data: LeaderboardEntry[] } | { text: string }> {
  const now = clock.now();
  const [board, settings] = await Promise.all([
    materializeLeaderboard(pool, selectLeaderboard(actor.orgId, query, now)),
    getOrganizationSettings(pool, actor.orgId),
  ]);
  const levels = createLevels(settings.level_starts);
  const { q, limit, offset = 0 } = query;
  if (limit === undefined && !q && offset === 0) return { text: await renderLeaderboardJson(pool, board, levels) };
  const places = await getLeaderboardPage(pool, board, query);
  const entries = places.map((place) => presentLeaderboardEntry(place, levels));
  if (limit === undefined || limit > limits.pageSizeMax || places.length === 0) return { data: entries };
  const ids = places.map((place) => place.memberId);
  const [trends, joined, movements] = await Promise.all([
    getPointTrends(pool, ids, board.channelId, now),
    readSharedNames(pool, ids),
    board.period === "all" && board.channelId === allChannelsId ? getRankMovements(pool, actor.orgId, places, now) : null,
  ]);
  for (const entry of entries) {
    entry.trend = trends.get(entry.membership_id) ?? [];
    const joinedAt = joined.get(entry.membership_id);
    if (joinedAt) entry.joined_at = joinedAt.toISOString();
    if (movements) entry.movement = movements.get(entry.membership_id) ?? null;
  }
  return { data: entries };
}

/** When those joined whose name another active member of their organization has too. */
async function readSharedNames(pool: Context["pool"], ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await pool.query<{ id: string; created_at: Date }>({
    name: "board-shared-names",
    text: `select m.id, m.created_at from members m where m.id = any($1) and exists (
             select 1 from members o
             where o.org_id = m.org_id and o.name = m.name and o.id <> m.id and o.removed_at is null)`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row.created_at]));
}
