import type { Post } from "./types.ts";

/** Number of submissions that the home page shows as next. */
export const nextSubmissionsMax = 3;

/**
 * Returns the key of a post's entry: those of one submission with the same time are one. A service without submissions
 * has one entry per post.
 */
export const getSubmissionTimeKey = ({ id, submission_id, scheduled_for }: Post): string =>
  `${submission_id ?? id} ${scheduled_for ?? ""}`;

/** Leaves out posts of later submissions, which the home page does not show: they were most of its answer. */
export function takeFirstSubmissions(posts: readonly Post[]): Post[] {
  const shown = new Set<string>();
  return posts.filter((post) => {
    const key = getSubmissionTimeKey(post);
    if (shown.size < nextSubmissionsMax) shown.add(key);
    return shown.has(key);
  });
}
