import type { RetryContent } from "#components/post-actions/action-messages.ts";
import type { Post } from "#lib/contract/types.ts";

/** Returns what a retry of a failed post sends. */
export function getRetryContent({ progress, failure }: Post): RetryContent {
  const sent = progress?.filter(({ state }) => state === "sent").length ?? 0;
  if (sent > 0) return sent === progress?.length ? "nothing" : "rest";
  return failure?.cause === "missed" ? "first" : "again";
}
