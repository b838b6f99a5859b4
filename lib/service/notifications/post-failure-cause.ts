import { applyReportedLimits } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { countText } from "#lib/text/count-text.ts";
import { cutAtWord } from "#lib/text/post-title.ts";

/** The facts of a failed post at the time of its notification. */
export type FailedPostFacts = {
  postId: string;
  channelId: string;
  cause: string | null;
  /** The platform's reason in a word, such as `duplicate`. */
  reason: string | null;
  /** The submission, if the platforms of several of its channels rejected it; null otherwise. */
  submissionId: string | null;
  /** Number of units by which the failed part exceeds the platform's limit; null within the limit. */
  over: number | null;
};

const rejectedTextPrefix = "post_failed:rejected:text:";

/** Returns the submission that several channels rejected; null for another cause. */
export const parseRejectedSubmission = (causeKey: string): string | null =>
  causeKey.startsWith(rejectedTextPrefix) ? causeKey.slice(rejectedTextPrefix.length) : null;

/**
 * Returns the key of a failure's cause: posts with the same key are one item of the inbox. Each reason of a refusal is
 * one cause, unless several channels rejected one text: then the text is the cause. Each unconfirmed post is a cause of
 * its own.
 */
export function getPostFailureCauseKey(failed: FailedPostFacts): string {
  const cause = failed.cause ?? "unknown";
  if (cause === "rejected" && failed.submissionId !== null) return `${rejectedTextPrefix}${failed.submissionId}`;
  const parts = ["post_failed", cause, failed.channelId];
  if (cause === "rejected") parts.push(failed.over === null ? (failed.reason ?? "unknown") : "too_long");
  if (cause === "unconfirmed") parts.push(failed.postId);
  return parts.join(":");
}

/** Returns the suggested fix; see the contract. */
export function getSuggestedFix(options: {
  kind: string;
  cause: string | null;
  over: number | null;
  /** The channel still needs reconnecting: until then a retry would only wait. */
  isSignedOut: boolean;
  /** Some parts are published: the post continues after them. */
  isPartiallyPublished: boolean;
}): string {
  if (options.kind !== "post_failed") return "none";
  switch (options.cause) {
    case "rejected":
    case "unsupported":
    case "canceled_by_platform":
      if (options.isPartiallyPublished) return "retry";
      return options.over === null ? "edit" : "shorten";
    case "reconnect":
      return options.isSignedOut ? "reconnect" : "retry";
    case "unconfirmed":
      return "decide";
    default:
      return "retry";
  }
}

/**
 * Returns the units by which a text exceeds its platform's limit; null when the text fits or the platform is unknown.
 */
export function countOverLimit(
  text: string,
  platform: string,
  reportedLimits: Readonly<Record<string, unknown>>,
): number | null {
  const rules = getPlatformRules(platform);
  if (!rules) return null;
  const { over } = countText(text, applyReportedLimits(rules, reportedLimits));
  return over > 0 ? over : null;
}

/** Returns a post's title in lists: the beginning of its text. */
export function toPostTitle(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line === "" ? "Untitled post" : cutAtWord(line, 80);
}
