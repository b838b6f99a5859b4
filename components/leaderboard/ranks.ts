import type { LeaderboardEntry } from "#lib/contract/types";

export type Ranked = LeaderboardEntry & {
  /** Equal points share a rank; the next rank skips as many: 1, 2, 2, 4. */
  rank: number;
  isTied: boolean;
};

/** Entries with their ranks, highest points first whatever order they came in. */
export function rankEntries(entries: readonly LeaderboardEntry[]): Ranked[] {
  const sorted = [...entries].sort((one, other) => other.points - one.points);
  const ranked: Ranked[] = [];
  for (const [at, entry] of sorted.entries()) {
    const before = ranked.at(-1);
    const rank = before && before.points === entry.points ? before.rank : at + 1;
    const isTied = sorted[at - 1]?.points === entry.points || sorted[at + 1]?.points === entry.points;
    ranked.push({ ...entry, rank, isTied });
  }
  return ranked;
}

/** What separates a member from the next rank up; null for the first. */
export function behind(ranked: readonly Ranked[], you: Ranked): { points: number; names: string[] } | null {
  const above = ranked.filter((entry) => entry.points > you.points);
  const next = above.at(-1);
  if (!next) return null;
  const names = above.filter((entry) => entry.points === next.points).map((entry) => entry.name);
  return { points: next.points - you.points, names };
}

/** 1st, 2nd, 3rd, 11th, 22nd. */
export function ordinal(rank: number): string {
  const tens = rank % 100;
  const ending = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][rank % 10] ?? "th");
  return `${rank}${ending}`;
}

/** "Jo", "Jo and Mina", "Jo, Mina and 2 more". */
export function nameList(names: readonly string[]): string {
  const [first = "", second, ...rest] = names;
  if (second === undefined) return first;
  return rest.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${rest.length} more`;
}
