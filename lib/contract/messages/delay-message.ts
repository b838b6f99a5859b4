import type { PostDelay } from "#lib/contract/types.ts";

/**
 * Formats why a post is not published yet as one sentence without a full stop; null when nothing delays it. Zod-free:
 * the browser imports it. The sentence adds nothing to `late`: without a time it names none.
 * @param at.platform the platform's display name
 * @param at.time formats an instant (ISO 8601) for the reader's clock
 */
export function formatDelayMessage(
  late: PostDelay | null | undefined,
  at: { platform: string; time: (instant: string) => string; now: Date },
): string | null {
  if (!late) return null;
  const { platform } = at;
  const leftMs = late.until === null ? null : Date.parse(late.until) - at.now.getTime();
  const next = leftMs === null ? "" : leftMs < 1_000 ? ", next in a moment" : `, next in ${formatDuration(leftMs)}`;
  const attempt =
    late.attempt !== null && late.attempts_max !== null ? `attempt ${late.attempt} of ${late.attempts_max}` : null;
  switch (late.reason) {
    case "queued":
      return `Queued: each ${platform} channel publishes one post at a time`;
    case "channel_waits":
      if (late.detail === "billing") return `${formatUnpaidReason(platform)}${formatRetryTime(late.until, at)}`;
      return late.until === null
        ? `Waiting for ${platform} (it asked us to slow down)`
        : `Waiting for ${platform} until ${at.time(late.until)} (it asked us to slow down)`;
    case "retry":
      return `${capitalize(attempt ?? "retrying")}${next}${formatAnswerReason(late.detail, platform)}`;
    case "looking_up":
      return leftMs === null
        ? `No answer from ${platform}: checking whether it was published`
        : `No answer from ${platform}: checking again${next}`;
    case "sending":
      return late.attempt !== null && late.attempt > 1 && attempt
        ? `Publishing to ${platform} now, ${attempt}`
        : `Publishing to ${platform} now`;
    case "grace":
      return leftMs === null || leftMs < 1_000
        ? "Publishes in a moment"
        : `Publishes in ${formatDuration(leftMs)}; you can undo until then`;
    default:
      return late.until === null ? "Not published yet" : `Not published yet; more at ${at.time(late.until)}`;
  }
}

const answers: Record<string, (platform: string) => string> = {
  network: (platform) => ` (${platform} could not be reached)`,
  server: (platform) => ` (${platform} had an error)`,
  quota: (platform) => ` (${platform} reached its limit)`,
};

const formatUnpaidReason = (platform: string): string =>
  `Waiting for ${platform}: Postwright's credits or monthly cap there are used up; your administrator can raise them`;

const formatRetryTime = (until: string | null, at: { time: (instant: string) => string }): string =>
  until === null ? "" : `; retrying at ${at.time(until)}`;

function formatAnswerReason(reason: string | null, platform: string): string {
  return reason === null ? "" : (answers[reason]?.(platform) ?? "");
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Formats a duration, rounded up so that it promises nothing too early. */
function formatDuration(ms: number): string {
  if (ms <= 2 * minuteMs) return `${Math.ceil(ms / 1_000)} s`;
  if (ms <= 2 * hourMs) return `${Math.ceil(ms / minuteMs)} min`;
  return `${Math.ceil(ms / hourMs)} h`;
}
