import { applyReportedLimits } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { countText } from "#lib/text/count-text.ts";

/** What is known of a failed post when it is told. */
export type FailedPostFacts = {
  postId: string;
  channelId: string;
  cause: string | null;
  /** What the platform meant, in a word, such as `duplicate`. */
  reason: string | null;
  /** By how much the failed part is over the platform's limit; null when it is not. */
  over: number | null;
};

/**
 * Names the cause of a failure: posts with the same key are one line of the inbox. A refusal is a cause with its reason;
 * a post that may be out or not is decided by itself.
 */
export function getCauseKey(failed: FailedPostFacts): string {
  const cause = failed.cause ?? "unknown";
  const parts = ["post_failed", cause, failed.channelId];
  if (cause === "rejected") parts.push(failed.over === null ? (failed.reason ?? "unknown") : "too_long");
  if (cause === "unconfirmed") parts.push(failed.postId);
  return parts.join(":");
}

/** What mends it; see the contract. */
export function getSuggestedFix(at: {
  kind: string;
  cause: string | null;
  over: number | null;
  /** A practice channel has nothing to reconnect. */
  practice: boolean;
  /** Some of its parts stand on the platform: then it goes on where it stopped. */
  isPartlyOut: boolean;
}): string {
  if (at.kind !== "post_failed") return "none";
  switch (at.cause) {
    case "rejected":
    case "canceled_by_platform":
      if (at.isPartlyOut) return "retry";
      return at.over === null ? "edit" : "shorten";
    case "reconnect":
      return at.practice ? "retry" : "reconnect";
    case "unconfirmed":
      return "decide";
    default:
      return "retry";
  }
}

/** Units that the text has beyond what its platform takes; null when it fits or the platform is not known. */
export function countOverLimit(text: string, platform: string, told: Readonly<Record<string, unknown>>): number | null {
  const rules = getPlatformRules(platform);
  if (!rules) return null;
  const { over } = countText(text, applyReportedLimits(rules, told));
  return over > 0 ? over : null;
}

/** What stands for a post in a list: the beginning of its first words. */
export function toPostTitle(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (line === "") return "A post without words";
  const characters = [...line];
  return characters.length <= 80
    ? line
    : `${characters
        .slice(0, 80)
        .join("")
        .replace(/\s+\S*$/u, "")}…`;
}
