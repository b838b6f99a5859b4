import { formatNumber } from "#lib/contract/format-number.ts";
import type { LeaderboardEntry, MemberRank } from "#lib/contract/types.ts";

type RankedLeaderboardEntry = LeaderboardEntry & {
  /** Equal points share a rank; the next rank skips as many: 1, 2, 2, 4. */
  rank: number;
  isTied: boolean;
};

type OptionalRankField = "level_at" | "next_level_at" | "level_rule" | "pending" | "movement" | "around";
/** A member's rank. A service with only the documented list leaves some fields out. */
export type PartialMemberRank = Omit<MemberRank, OptionalRankField> & Partial<Pick<MemberRank, OptionalRankField>>;

const named = 3;

/** Ranks entries, highest points first, from any order. */
export function rankEntries(entries: readonly LeaderboardEntry[]): RankedLeaderboardEntry[] {
  const sorted = [...entries].sort((one, other) => other.points - one.points);
  const ranked: RankedLeaderboardEntry[] = [];
  for (const [at, entry] of sorted.entries()) {
    const before = ranked.at(-1);
    const rank = before && before.points === entry.points ? before.rank : at + 1;
    const isTied = sorted[at - 1]?.points === entry.points || sorted[at + 1]?.points === entry.points;
    ranked.push({ ...entry, rank, isTied });
  }
  return ranked;
}

/** Returns a member's rank in a whole ranked list; null for a member who is not in it. */
export function findMemberRank(ranked: readonly RankedLeaderboardEntry[], memberId: string): PartialMemberRank | null {
  const own = ranked.find((entry) => entry.membership_id === memberId);
  if (!own) return null;
  const above = ranked.findLast((entry) => entry.points > own.points);
  const beside = above ? ranked.filter((entry) => entry.points === above.points) : [];
  const below = ranked.find((entry) => entry.points < own.points);
  const { membership_id, name, rank, points, level, level_at, next_level_at } = own;
  return {
    membership_id,
    name,
    rank,
    tied: own.isTied,
    points,
    members: ranked.length,
    level,
    ...(level_at !== undefined && { level_at }),
    ...(next_level_at !== undefined && { next_level_at }),
    all_time_points: points,
    next: above
      ? {
          rank: above.rank,
          points: above.points - points,
          members: beside.length,
          names: beside.slice(0, named).map((entry) => entry.name),
        }
      : null,
    ahead: below ? { points: points - below.points, name: below.name } : null,
  };
}

/** Formats a rank: 1st, 2nd, 3rd, 11th, 1,022nd. */
export function formatOrdinal(rank: number): string {
  const tens = rank % 100;
  const ending = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][rank % 10] ?? "th");
  return `${formatNumber(rank)}${ending}`;
}
