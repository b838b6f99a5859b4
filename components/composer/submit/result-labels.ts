import { formatDelayMessage } from "#lib/contract/messages/delay-message.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Post } from "#lib/contract/types.ts";
import { isPostDueNow } from "#lib/queries/posts.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { formatRelativeTime } from "#lib/time/format.ts";

/**
 * Returns the title for a whole submission, which also tells if some channels succeeded and others failed.
 * @param is.isSaved the posts were only saved, so a failure is older than this save
 * @param is.isPublishing the author chose no time, so a scheduled post only waits to be sent
 */
export function getResultTitle(
  posts: readonly Post[],
  { isSaved = false, isPublishing = false }: { isSaved?: boolean; isPublishing?: boolean } = {},
): string {
  const count = (status: string) => posts.filter((post) => post.status === status).length;
  const failed = count("failed");
  const published = count("published");
  const dueNow = isPublishing ? count("scheduled") : posts.filter(isPostDueNow).length;
  const moving = count("publishing") + dueNow;
  if (moving > 0 && dueNow === 0 && posts.every((post) => post.status !== "publishing" || isDelayed(post)))
    return published + failed > 0 ? `${moving} of ${posts.length} not published yet` : "Not published yet";
  if (moving > 0) return published + failed > 0 ? `Publishing: ${moving} of ${posts.length} left` : "Publishing…";
  if (failed > 0 && published > 0)
    return `Published on ${formatCount(published, "channel")}, failed on ${formatCount(failed, "channel")}`;
  if (failed > 0 && isSaved) return "The rest is saved. Continue it when ready";
  if (failed > 0) return `Failed on ${formatCount(failed, "channel")}`;
  if (published === posts.length && published > 0) return `Published on ${formatCount(published, "channel")}`;
  if (count("scheduled") > 0) return `Scheduled on ${formatCount(count("scheduled"), "channel")}`;
  if (count("draft") > 0) return `Saved as a draft for ${formatCount(count("draft"), "channel")}`;
  return "Sent";
}

/** Returns what to do about a failed post; null for any other post. */
export function getFailureAdvice(post: Post): string | null {
  if (post.status !== "failed") return null;
  switch (post.failure?.cause) {
    case "rejected":
      if (post.published_urls.length > 0) return "Open Details to continue.";
      return "Open Details to edit it.";
    case "unconfirmed":
      return "Open Details to answer.";
    // A service that follows only the API document reports no cause, and may have no retry.
    case undefined:
      return "Open Details to see what to do.";
    default:
      return "Open Details to retry.";
  }
}

const delayedReasons: ReadonlySet<string> = new Set(["channel_waits", "signed_out", "reconnect"]);
const isDelayed = ({ delay: late }: Post) => delayedReasons.has(late?.reason ?? "");

/**
 * Returns a note about a post that is being published: what delays it, that it is retried, or its published parts; null
 * if there is none.
 */
export function getPublishingNote(post: Post, now: Date, time: (iso: string) => string): string | null {
  if (post.status !== "publishing") return null;
  if (isDelayed(post))
    return `${formatDelayMessage(post.delay, { platform: formatPlatformName(post.channel ?? ""), time, now })}.`;
  const next = post.next_attempt_at ? new Date(post.next_attempt_at) : null;
  if (next && next > now) {
    const when = formatRelativeTime(next, now);
    return `The last attempt failed. Retrying${when === "now" ? "" : ` ${when}`}.`;
  }
  const progress = post.progress ?? [];
  const out = progress.filter((part) => part.state === "sent").length;
  return out > 0 ? `${out} of ${progress.length} parts published.` : null;
}
