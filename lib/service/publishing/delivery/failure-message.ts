import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { DeliveryFailureCause } from "./delivery-store.ts";

/**
 * Returns the message of a failed post to its author: what happened, what is safe, what to do.
 * @param options.connectorMessage the connector's own sentence, or null; for an unconfirmed part, why the platform refused it as a
 * duplicate.
 */
export function formatFailureMessage(options: {
  cause: DeliveryFailureCause;
  platform: string;
  /** The part that failed, 1 for the first; `parts` is the number of all parts. */
  part: number;
  parts: number;
  /** Number of parts that are published. */
  publishedCount: number;
  connectorMessage: string | null;
  lateMs: number;
  /** The post waited for a person to correct the problem in `connectorMessage`. */
  isWaitingForFix?: boolean;
  /** The post comes from a backup, which does not know later deliveries. */
  isRestored?: boolean;
  /** The author sent the part again on a platform without lookup: the outcome of the first request is unknown. */
  isSentAgain?: boolean;
  /** The channel was disconnected meanwhile, so no attempt was made. */
  isDisconnected?: boolean;
}): string {
  const name = formatPlatformName(options.platform);
  const what = options.parts > 1 ? `part ${options.part} of ${options.parts}` : "it";
  return [formatCause(options, name, what), formatPublished(options, name, what), formatNextStep(options, name)]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

type FailureMessageOptions = Parameters<typeof formatFailureMessage>[0];

function formatCause(options: FailureMessageOptions, name: string, what: string): string {
  const reason = options.connectorMessage?.replace(/(?<![.\s])[.\s]+$/u, "") ?? null;
  const detail = reason === null ? "" : `: ${reason}`;
  switch (options.cause) {
    case "rejected":
      if (options.isDisconnected) return `The channel was disconnected, so ${what} was not sent to ${name}.`;
      // The quotes tell the platform's words from ours.
      return `${name} rejected ${what}${reason === null ? "" : `: “${reason}”`}.`;
    case "unsupported":
      return `Postwright didn't send ${what} to ${name}${detail}.`;
    case "reconnect":
      return `${name} no longer accepts this channel's sign-in${detail}.`;
    case "unconfirmed":
      if (options.connectorMessage !== null)
        return `${name} rejected ${what} as a duplicate, so the first attempt was probably published without an answer.`;
      if (options.isRestored)
        return `This was restored from a backup, and ${name} can't tell whether ${what} was published since.`;
      return `${name} didn't confirm ${what}, so it may or may not be published.`;
    case "missed":
      return `This was due ${formatHours(options.lateMs)} ago, while Postwright was not running, so it was not sent.`;
    case "gave_up":
      if (options.isWaitingForFix) return `${name} accepted nothing for ${formatHours(options.lateMs)}${detail}.`;
      return `${name} failed after several tries${detail}.`;
    default:
      return options.cause satisfies never;
  }
}

function formatPublished(options: FailureMessageOptions, name: string, what: string): string {
  const publishedParts = options.publishedCount > 0 ? `${options.publishedCount} of ${options.parts} published.` : "";
  if (options.cause === "unconfirmed") return publishedParts;
  // Only of the second request is it certain that it published nothing.
  if (options.isSentAgain)
    return `${publishedParts} The first attempt to send ${what} may have worked: check ${name} first.`.trim();
  return publishedParts || "Nothing was published.";
}

function formatNextStep(options: FailureMessageOptions, name: string): string {
  const goOn = options.publishedCount > 0 ? `continue with part ${options.part}` : "send it again";
  switch (options.cause) {
    case "rejected":
    case "unsupported":
      if (options.isDisconnected) return "Duplicate it for another channel.";
      return options.publishedCount > 0
        ? `Edit the rest and ${goOn}, or take the published parts down.`
        : `Edit it, then ${goOn}.`;
    case "reconnect":
      return `Reconnect the channel, then ${goOn}.`;
    case "unconfirmed":
      return `Check ${name}, then confirm that it's there or send it again.`;
    case "missed":
      return options.publishedCount > 0 ? `C${goOn.slice(1)} if it still fits.` : "Send it now if it still fits.";
    case "gave_up": {
      const when = options.isWaitingForFix ? "when that is fixed" : "later";
      return options.publishedCount > 0 ? `C${goOn.slice(1)} ${when}.` : `Send it again ${when}.`;
    }
    default:
      return options.cause satisfies never;
  }
}

function formatHours(ms: number): string {
  const whole = Math.round(ms / 3_600_000);
  return whole === 1 ? "an hour" : `${whole} hours`;
}
