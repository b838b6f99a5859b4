import type { LeaderboardEntry } from "#lib/contract/types.ts";
import type { RankedMember } from "./leaderboard-page.ts";
import type { Levels } from "./levels.ts";

/** A place on the wire. */
export function presentLeaderboardEntry(member: RankedMember, levels: Levels): LeaderboardEntry {
  const level = levels.levelOf(member.allTime);
  const next = levels.startOf(level + 1);
  return {
    membership_id: member.memberId,
    name: member.name,
    level,
    points: member.points,
    rank: member.rank,
    level_at: levels.startOf(level) ?? 0,
    ...(next !== null && { next_level_at: next }),
    ...(member.allTime !== member.points && { all_time_points: member.allTime }),
  };
}
