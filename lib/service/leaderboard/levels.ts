import { formatNumber } from "#lib/contract/format-number.ts";

const firstStep = 50;

/** How levels grow in one organization. */
export type Levels = {
  /** 1 for the least. */
  levelOf: (points: number) => number;
  /** The points a level starts at; null for one that nobody can reach. */
  startOf: (level: number) => number | null;
  /** The rule in a sentence. */
  rule: string;
};

/** Level 2 starts at 50 points, 3 at 150, 4 at 300, 5 at 500; each further step is 50 points longer. */
const defaultLevels: Levels = {
  levelOf: getLevel,
  startOf: getLevelStart,
  rule: "Level 1 starts at 0 points, level 2 at 50, 3 at 150, 4 at 300, 5 at 500; each further step is 50 longer.",
};

/** Starts that a sentence names before it says how many more there are. */
const namedStarts = 6;

/** @param starts points at which level 2, 3, … start, in any order; null for the preset rule, which never ends */
export function createLevels(starts: readonly number[] | null): Levels {
  if (starts === null) return defaultLevels;
  const sorted = [...new Set(starts)].filter((start) => start > 0).sort((one, other) => one - other);
  return {
    levelOf: (points) => 1 + countUpTo(sorted, points),
    startOf: (level) => (level <= 1 ? 0 : (sorted[level - 2] ?? null)),
    rule: formatLevelRule(sorted),
  };
}

/** How many of a rising list are at most `most`. */
function countUpTo(rising: readonly number[], most: number): number {
  let [from, to] = [0, rising.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rising[middle] ?? 0) <= most) from = middle + 1;
    else to = middle;
  }
  return from;
}

function formatLevelRule(starts: readonly number[]): string {
  const each = starts.map((start, at) => `${at === 0 ? "level 2" : at + 2} at ${formatNumber(start)}`);
  const last = each.length + 1;
  if (each.length === 0) return "Everyone is on level 1.";
  if (each.length <= namedStarts)
    return `Level 1 starts at 0 points, ${each.join(", ")}; level ${last} is the highest.`;
  const end = formatNumber(starts.at(-1) ?? 0);
  return `Level 1 starts at 0 points, ${each.slice(0, namedStarts).join(", ")}, and so on to level ${last} at ${end}, the highest.`;
}

function getLevel(points: number): number {
  if (points <= 0) return 1;
  // Level n starts at 25·n·(n − 1). The root can be off by one at an exact threshold, so it is only where to look.
  let level = Math.max(1, Math.floor((1 + Math.sqrt(1 + (8 * points) / firstStep)) / 2) - 1);
  while (getLevelStart(level + 1) <= points) level += 1;
  return level;
}

function getLevelStart(level: number): number {
  return (firstStep * level * (level - 1)) / 2;
}
