import type { ShadowBoard } from "#lib/contract/types";

type Standing = { id: string; name: string; points: number };

/** Rows of a board with gains added, best first and equal ones by name; equal points share a rank, before and after. */
export function rankMoves(members: readonly Standing[], gained: ReadonlyMap<string, number>): ShadowBoard["rows"] {
  const before = ranksOf(members.map(({ points }) => points));
  const after = members.map((member) => member.points + (gained.get(member.id) ?? 0));
  const ranks = ranksOf(after);
  return members
    .map(({ id, name, points }, place) => ({
      member: { id, name },
      points: after[place] ?? points,
      gained: gained.get(id) ?? 0,
      rank: ranks.get(after[place] ?? points) ?? 1,
      rank_before: before.get(points) ?? 1,
    }))
    .sort((one, other) => other.points - one.points || compare(one.member, other.member));
}

/** The rank of each number of points: one more than how many have more. */
function ranksOf(points: readonly number[]): ReadonlyMap<number, number> {
  const ranks = new Map<number, number>();
  [...points]
    .sort((one, other) => other - one)
    .forEach((value, place) => {
      if (!ranks.has(value)) ranks.set(value, place + 1);
    });
  return ranks;
}

function compare(one: { id: string; name: string }, other: { id: string; name: string }): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
