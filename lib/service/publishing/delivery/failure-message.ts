import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { DeliveryFailureCause } from "./delivery-store.ts";

/**
 * Returns the message of a failed post to its author: what happened, what is safe, what to do.
 * @param at.said the connector's own sentence, or null; for an unconfirmed part, why the platform refused it as a
 * duplicate.
 */
export function formatFailureMessage(at: {
  cause: DeliveryFailureCause;
  platform: string;
  /** The part that failed, 1 for the first; `parts` is the number of all parts. */
  part: number;
  parts: number;
  /** Number of parts that are published. */
  out: number;
  said: string | null;
  lateMs: number;
  /** The post waited for a person to correct the problem in `said`. */
  isToMend?: boolean;
  /** The post comes from a backup, which does not know later deliveries. */
  isRestored?: boolean;
  /** The author sent the part again on a platform without lookup: the outcome of the first request is unknown. */
  isSentAgain?: boolean;
  /** The channel was disconnected meanwhile, so no attempt was made. */
  isDisconnected?: boolean;
}): string {
  const name = formatPlatformName(at.platform);
  const what = at.parts > 1 ? `part ${at.part} of ${at.parts}` : "it";
  return [formatCause(at, name, what), formatPublished(at, name, what), formatNextStep(at, name)]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

type FailureMessageOptions = Parameters<typeof formatFailureMessage>[0];

function formatCause(at: FailureMessageOptions, name: string, what: string): string {
  const said = at.said === null ? "" : `: ${at.said.replace(/[.\s]+$/u, "")}`;
  switch (at.cause) {
    case "rejected":
      if (at.isDisconnected) return `The channel was disconnected, so ${what} was not sent to ${name}.`;
      return `${name} rejected ${what}${said}.`;
    case "reconnect":
      return `${name} no longer accepts this channel's sign-in${said}.`;
    case "unconfirmed":
      if (at.said !== null)
        return `${name} rejected ${what} as a duplicate, so the first attempt was probably published without an answer.`;
      if (at.isRestored)
        return `This was restored from a backup, and ${name} can't tell whether ${what} was published since.`;
      return `${name} didn't confirm ${what}, so it may or may not be published.`;
    case "missed":
      return `This was due ${formatHours(at.lateMs)} ago, while Postwright was not running, so it was not sent.`;
    case "gave_up":
      if (at.isToMend) return `${name} accepted nothing for ${formatHours(at.lateMs)}${said}.`;
      return `${name} failed after several tries${said}.`;
    default:
      return at.cause satisfies never;
  }
}

function formatPublished(at: FailureMessageOptions, name: string, what: string): string {
  const out = at.out > 0 ? `${at.out} of ${at.parts} published.` : "";
  if (at.cause === "unconfirmed") return out;
  // Only of the second request is it certain that it published nothing.
  if (at.isSentAgain) return `${out} The first attempt to send ${what} may have worked: check ${name} first.`.trim();
  return out || "Nothing was published.";
}

function formatNextStep(at: FailureMessageOptions, name: string): string {
  const goOn = at.out > 0 ? `continue with part ${at.part}` : "send it again";
  switch (at.cause) {
    case "rejected":
      if (at.isDisconnected) return "Duplicate it for another channel.";
      return at.out > 0 ? `Edit the rest and ${goOn}, or delete the published parts.` : `Edit it, then ${goOn}.`;
    case "reconnect":
      return `Reconnect the channel, then ${goOn}.`;
    case "unconfirmed":
      return `Check ${name}, then confirm that it's there or send it again.`;
    case "missed":
      return at.out > 0 ? `C${goOn.slice(1)} if it still fits.` : "Send it now if it still fits.";
    case "gave_up": {
      const when = at.isToMend ? "when that is fixed" : "later";
      return at.out > 0 ? `C${goOn.slice(1)} ${when}.` : `Send it again ${when}.`;
    }
    default:
      return at.cause satisfies never;
  }
}

function formatHours(ms: number): string {
  const whole = Math.round(ms / 3_600_000);
  return whole === 1 ? "an hour" : `${whole} hours`;
}
