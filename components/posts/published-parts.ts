import type { Post } from "#lib/contract/types.ts";
import { formatFailureReason } from "./post-labels.ts";

/** Counts the published parts of a partially published post and names the next one; null for any other post. */
export function countPublishedParts(
  post: Post,
): { published: number; total: number; next: number; label: string } | null {
  if (post.status !== "failed" || !post.progress) return null;
  const published = post.progress.filter((part) => part.state === "sent").length;
  if (published === 0) return null;
  const total = post.delivery === "thread" ? post.posts.length : post.progress.length;
  return { published, total, next: Math.min(published + 1, total), label: `${published} of ${total} published` };
}

/** Formats the published parts for a list, with the reason for the stop; null for any other post. */
export function formatPublishedParts(post: Post): string | null {
  const publishedParts = countPublishedParts(post);
  if (!publishedParts) return null;
  const part = publishedParts.total > 1 && post.failure?.part ? `part ${post.failure.part}: ` : "";
  return `${publishedParts.label} · ${part}${formatFailureReason(post)}`;
}
