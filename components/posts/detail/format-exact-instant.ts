import { formatShortInstant, type PostTimeOptions } from "#components/posts/post-labels.ts";

/** Formats an instant with seconds, for events in quick succession. Seconds are the same in every zone. */
export function formatExactInstant(at: Date, times: PostTimeOptions, now: Date): string {
  return formatShortInstant(at, times, now).replace(
    /\d:\d\d(?!.*\d:\d\d)/,
    (time) => `${time}:${at.toISOString().slice(17, 19)}`,
  );
}
