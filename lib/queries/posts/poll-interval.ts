/** Ms between two reads of a post in progress: first, and at most. */
const pollMs = { first: 1_500, most: 60_000 };
/** The wait grows to this share of the time that the post has been in progress. */
const share = 5;

const firstSeenMs = new Map<string, number>();
/** Entries above which all are forgotten: their posts are then polled quickly once more. */
const entriesMax = 1_000;

/**
 * Returns the ms until the next read of something in progress. Most posts are out within seconds; one that waits for its
 * platform may take an hour and must not cost a service on another host thousands of requests.
 * @param name names the thing and its phase: a new phase starts with short waits again
 * @param nowMs a time in ms that never goes back
 */
export function getPollMs(name: string, nowMs: number = performance.now()): number {
  if (firstSeenMs.size > entriesMax) firstSeenMs.clear();
  const sinceMs = firstSeenMs.get(name) ?? nowMs;
  firstSeenMs.set(name, sinceMs);
  return Math.min(Math.max(pollMs.first, (nowMs - sinceMs) / share), pollMs.most);
}
