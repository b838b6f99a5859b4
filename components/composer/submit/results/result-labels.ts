import type { Failure } from "#lib/contract/errors.ts";
import { formatDelayMessage } from "#lib/contract/messages/delay-message.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Post } from "#lib/contract/types.ts";
import { isPostDueNow } from "#lib/queries/posts/posts.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { formatRelativeTime } from "#lib/time/format.ts";

/**
 * Returns the title for a whole submission, which also tells if some channels succeeded and others failed.
 * @param is.isSaved the posts were only saved, so a failure is older than this save
 * @param is.isWaiting returns true for a scheduled post that only waits to be sent
 */
export function getResultTitle(
  posts: readonly Post[],
  { isSaved = false, isWaiting = isPostDueNow }: { isSaved?: boolean; isWaiting?: (post: Post) => boolean } = {},
): string {
  const count = (status: string) => posts.filter((post) => post.status === status).length;
  const unconfirmed = posts.filter(isUnconfirmed).length;
  const failed = count("failed") - unconfirmed;
  const published = count("published");
  const dueNow = posts.filter(isWaiting).length;
  const moving = count("publishing") + dueNow;
  const settled = published + failed + unconfirmed;
  if (moving > 0 && dueNow === 0 && posts.every((post) => post.status !== "publishing" || isDelayed(post)))
    return settled > 0 ? `${moving} of ${posts.length} not published yet` : "Not published yet";
  if (moving > 0) return settled > 0 ? `Publishing: ${moving} of ${posts.length} left` : "Publishing…";
  if (failed > 0 && published === 0 && isSaved) return "The rest is saved. Continue it when ready";
  if (failed + unconfirmed > 0 || (published === posts.length && published > 0)) {
    const results = [
      ["published", published],
      ["failed", failed],
      ["not confirmed", unconfirmed],
    ] as const;
    const text = results
      .flatMap(([verb, number]) => (number > 0 ? `${verb} on ${formatCount(number, "channel")}` : []))
      .join(", ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
  if (posts.some((post) => post.status === "scheduled" && post.hold))
    return `Planned on ${formatCount(count("scheduled"), "channel")}, on hold`;
  if (count("scheduled") > 0) return `Scheduled on ${formatCount(count("scheduled"), "channel")}`;
  if (count("draft") > 0) return `Saved as a draft for ${formatCount(count("draft"), "channel")}`;
  return "Sent";
}

/** Ms within which a post without a chosen time is due: the longest wait of 30 s, and what the page's clock may lag. */
const longestWaitMs = 120_000;

/** True while a post without a chosen time waits to be sent. An undone edit returns it to its earlier, later time. */
export const isWaitingToPublish = ({ status, scheduled_for: at, hold }: Post, now: Date): boolean =>
  status === "scheduled" && !hold && !(Date.parse(at ?? "") > now.getTime() + longestWaitMs);

/** True if posts were read and none of them exists any more: another tab took them back, or somebody deleted them. */
export const areAllGone = (failures: readonly (Failure | null)[]): boolean =>
  failures.length > 0 && failures.every((failure) => failure?.code === "not_found");

/** True for a post that may be live: its platform's answer was lost. */
export const isUnconfirmed = ({ status, failure }: Post): boolean =>
  status === "failed" && failure?.cause === "unconfirmed";

/** Causes that one step resolves on all channels of a text. */
const commonCauses: ReadonlySet<string> = new Set([
  "rejected",
  "unsupported",
  "gave_up",
  "missed",
  "canceled_by_platform",
]);

/**
 * Groups posts for the list of results, in the order of each group's first post: channels on which the text failed
 * alike are one problem, as in the inbox. A post with published parts has its own rest.
 */
export function groupResults(posts: readonly Post[]): Post[][] {
  const groups = new Map<string, Post[]>();
  for (const post of posts) {
    const cause = post.status === "failed" && post.published_urls.length === 0 ? (post.failure?.cause ?? "") : "";
    const key = commonCauses.has(cause) ? cause : `post ${post.id}`;
    groups.set(key, [...(groups.get(key) ?? []), post]);
  }
  return [...groups.values()];
}

/** A step that resolves a failed post, as in the inbox: a link, or an action on the post. */
export type FailureStep =
  | { type: "retry" | "is_there" | "send_again"; label: string }
  | { type: "link"; label: string; href: string };

/**
 * Returns the steps for a failed post; none for a service that reports no causes, because it may have no retry.
 * @param isAlone false for a text that failed alike on several channels: it is edited as a whole
 */
export function listFailureSteps(
  { id, status, failure, published_urls, channel_id }: Post,
  isAlone = true,
): FailureStep[] {
  if (status !== "failed" || !failure?.cause) return [];
  const retry = { type: "retry", label: "Retry" } as const;
  switch (failure.cause) {
    case "rejected":
    case "unsupported":
      return published_urls.length > 0
        ? [{ type: "link", label: "Edit the rest", href: `/compose?post=${encodeURIComponent(id)}` }]
        : [
            {
              type: "link",
              label: "Edit and resend",
              href: `/compose?post=${encodeURIComponent(id)}${isAlone ? "&one=1" : ""}`,
            },
          ];
    case "unconfirmed":
      return [
        { type: "is_there", label: "It's there" },
        { type: "send_again", label: "Send again" },
      ];
    case "reconnect":
      return [{ type: "link", label: "Reconnect", href: `/channels${channel_id ? `#${channel_id}` : ""}` }, retry];
    default:
      return [retry];
  }
}

const isDelayed = ({ delay, hold }: Post) => delay?.reason === "channel_waits" || Boolean(hold);

/**
 * Returns a note about a post that is being published: what delays it, that it is retried, or its published parts; null
 * if there is none.
 */
export function getPublishingNote(post: Post, now: Date, time: (iso: string) => string): string | null {
  if (post.status !== "publishing") return null;
  // The row of the result says why, with the step that ends it.
  if (post.hold) return null;
  if (isDelayed(post))
    return `${formatDelayMessage(post.delay, { platform: formatPlatformName(post.channel ?? ""), time, now })}.`;
  // Only the service knows that an attempt failed: the page's clock may be behind the time at which the first one began.
  if (post.delay?.reason === "retry") {
    const when = post.delay.until === null ? "now" : formatRelativeTime(new Date(post.delay.until), now);
    return `The last attempt failed. Retrying${when === "now" ? "" : ` ${when}`}.`;
  }
  const progress = post.progress ?? [];
  const out = progress.filter((part) => part.state === "sent").length;
  return out > 0 ? `${out} of ${progress.length} parts published.` : null;
}
