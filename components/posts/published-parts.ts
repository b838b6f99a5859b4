import type { Post } from "#lib/contract/types.ts";
import { formatFailureReason } from "./post-labels.ts";

/** Counts the published parts of a partially published post and names the next one; null for any other post. */
export function getPublishedParts(post: Post): { out: number; of: number; next: number; words: string } | null {
  if (post.status !== "failed" || !post.progress) return null;
  const out = post.progress.filter((part) => part.state === "sent").length;
  if (out === 0) return null;
  const of = post.delivery === "thread" ? post.posts.length : post.progress.length;
  return { out, of, next: Math.min(out + 1, of), words: `${out} of ${of} published` };
}

/** Formats the published parts for a list, with the reason for the stop; null for any other post. */
export function formatPublishedParts(post: Post): string | null {
  const half = getPublishedParts(post);
  if (!half) return null;
  const part = half.of > 1 && post.failure?.part ? `part ${post.failure.part}: ` : "";
  return `${half.words} · ${part}${formatFailureReason(post)}`;
}
