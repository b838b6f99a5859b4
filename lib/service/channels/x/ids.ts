/** Ids of X carry their time: milliseconds since 4 November 2010, then 22 bits (docs.x.com, fundamentals/x-ids). */
const epochMs = 1_288_834_974_657n;

/** The smallest id of a moment, for `since_id`. */
export function getSnowflakeAt(at: Date): string {
  const ms = BigInt(at.getTime()) - epochMs;
  return String((ms > 0n ? ms : 0n) << 22n);
}

/** Null for what is no id. */
export function getSnowflakeTime(id: string): Date | null {
  return /^\d{1,19}$/u.test(id) ? new Date(Number((BigInt(id) >> 22n) + epochMs)) : null;
}
