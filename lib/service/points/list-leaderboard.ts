import { limits } from "#lib/contract/limits";
import type { BoardQuery, LeaderboardEntry } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import type { Context } from "#lib/service/context";
import { readOrganizationSettings } from "#lib/service/settings/organization-settings";
import { presentPlace } from "./board-entry.ts";
import { allChannels, needBoard } from "./board-kept.ts";
import { readPage, readRange } from "./board-page.ts";
import { readMovements, readTrends } from "./board-past.ts";
import { makeLevels } from "./level.ts";

/**
 * Members of the actor's organization by approved points; equal ones by name. Removed members are left out. Without a
 * limit it is the whole board, and without what only a page is worth: trend and movement.
 */
export async function listLeaderboard(
  { pool, clock }: Pick<Context, "pool" | "clock">,
  actor: Actor,
  query: BoardQuery,
): Promise<LeaderboardEntry[]> {
  const now = clock.now();
  const board = needBoard(actor.orgId, query, now);
  const [places, settings] = await Promise.all([
    board.period === "range" ? readRange(pool, board, query) : readPage(pool, board, query),
    readOrganizationSettings(pool, actor.orgId),
  ]);
  const levels = makeLevels(settings.level_starts);
  const entries = places.map((place) => presentPlace(place, levels));
  if (query.limit === undefined || query.limit > limits.pageSizeMax || places.length === 0) return entries;
  const ids = places.map((place) => place.memberId);
  const [trends, movements] = await Promise.all([
    readTrends(pool, ids, board.channelId, now),
    board.period === "all" && board.channelId === allChannels ? readMovements(pool, actor.orgId, places, now) : null,
  ]);
  for (const entry of entries) {
    entry.trend = trends.get(entry.membership_id) ?? [];
    if (movements) entry.movement = movements.get(entry.membership_id) ?? null;
  }
  return entries;
}
