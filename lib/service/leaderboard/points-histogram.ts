/** Buckets for each doubling; below twice as many points each number has a bucket of its own. */
const perDoubling = 32;

/** The bucket of so many points, as `board_bucket` of the database has it. */
export function getHistogramBucket(points: number): number {
  if (points <= 0) return 0;
  if (points < 2 * perDoubling) return points;
  const power = 31 - Math.clz32(points);
  return (power - 5) * perDoubling + Math.floor(points / 2 ** (power - 5));
}

/** The least points of the next bucket. */
export function getHistogramBucketEnd(points: number): number {
  if (points < 2 * perDoubling) return Math.max(points, 0) + 1;
  const width = 2 ** (26 - Math.clz32(points));
  return (Math.floor(points / width) + 1) * width;
}

/**
 * SQL for the same as `getHistogramBucketEnd`, as a bigint.
 * @param points SQL for an integer without side effects: it is there several times
 */
export function toBucketEndSql(points: string): string {
  const width = `(1 << (length(ltrim(${points}::bit(32)::text, '0')) - 6))`;
  return `(case when ${points} < ${2 * perDoubling} then greatest(${points}, 0) + 1
    else (${points} / ${width} + 1) * ${width}::bigint end)`;
}
