import type { Failure } from "#lib/contract/errors.ts";

/** Statuses that are about the post itself: a post that had arrived before would have been answered instead. */
const refusalsOfPost = [400, 404, 413, 415, 422];

/**
 * True if the failure is certain to mean that no post was created. After a lost answer, a missing sign-in, a limit or a
 * service that can't be reached says nothing about the request before.
 */
export function isPostRefused(
  { status, neverSent }: Pick<Failure, "status" | "neverSent">,
  isRepeat: boolean,
): boolean {
  if (status !== null && refusalsOfPost.includes(status)) return true;
  return !isRepeat && (neverSent === true || (status !== null && status >= 400 && status < 500));
}
