const firstStep = 50;

/**
 * The level of so many points: 1 from 0, 2 from 50, 3 from 150, 4 from 300, 5 from 500; each further step is 50 points
 * longer than the one before.
 */
export function levelOf(points: number): number {
  if (points <= 0) return 1;
  // Level n starts at 25·n·(n − 1). The root can be off by one at an exact threshold, so it is only where to look.
  let level = Math.max(1, Math.floor((1 + Math.sqrt(1 + (8 * points) / firstStep)) / 2) - 1);
  while (startOfLevel(level + 1) <= points) level += 1;
  return level;
}

/** The points a level starts at. */
export function startOfLevel(level: number): number {
  return (firstStep * level * (level - 1)) / 2;
}
