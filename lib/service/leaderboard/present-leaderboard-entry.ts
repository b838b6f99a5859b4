import type { LeaderboardEntry } from "#lib/contract/types.ts";
import type { RankedMember } from "./leaderboard-page.ts";
import type { Levels } from "./levels.ts";

/** A place on the wire. */
export function presentLeaderboardEntry(place: RankedMember, levels: Levels): LeaderboardEntry {
  const level = levels.levelOf(place.allTime);
  const next = levels.startOf(level + 1);
  return {
    membership_id: place.memberId,
    name: place.name,
    level,
    points: place.points,
    rank: place.rank,
    level_at: levels.startOf(level) ?? 0,
    ...(next !== null && { next_level_at: next }),
    ...(place.allTime !== place.points && { all_time_points: place.allTime }),
  };
}
