import { platformName } from "#lib/contract/platform-names";
import type { FailureCause } from "./record.ts";

/**
 * What a failed post tells its author: what happened, what is safe, what to do.
 * @param at.said the connector's own sentence, or null.
 */
export function failureSentence(at: {
  cause: FailureCause;
  platform: string;
  /** The part that failed, 1 for the first, of so many. */
  part: number;
  parts: number;
  /** Parts that stand on the platform. */
  out: number;
  said: string | null;
  lateMs: number;
}): string {
  const name = platformName(at.platform);
  const what = at.parts > 1 ? `part ${at.part} of ${at.parts}` : "it";
  return [happened(at, name, what), safe(at), next(at, name)].filter((sentence) => sentence !== "").join(" ");
}

type At = Parameters<typeof failureSentence>[0];

function happened(at: At, name: string, what: string): string {
  const said = at.said === null ? "" : `: ${at.said.replace(/[.\s]+$/u, "")}`;
  switch (at.cause) {
    case "rejected":
      return `${name} did not take ${what}${said}.`;
    case "reconnect":
      return `${name} no longer accepts this channel's sign-in${said}.`;
    case "unconfirmed":
      return `${name} gave no clear answer to ${what}, so it may or may not be out.`;
    case "missed":
      return `This was due ${hours(at.lateMs)} ago, while Postwright was not running, so it was not sent.`;
    case "gave_up":
      return `${name} could not be reached or did not work through all tries${said}.`;
    default:
      return at.cause satisfies never;
  }
}

function safe(at: At): string {
  if (at.parts === 1) return at.cause === "unconfirmed" ? "" : "Nothing was published.";
  if (at.out === 0) return at.cause === "unconfirmed" ? "" : "Nothing was published.";
  const parts = at.out === 1 ? "Part 1 is out and stays" : `Parts 1 to ${at.out} are out and stay`;
  return `${parts}.`;
}

function next(at: At, name: string): string {
  const rest = at.out > 0 ? " It goes on with the first part that is missing." : "";
  switch (at.cause) {
    case "rejected":
      return at.out > 0 ? `Send it again when the reason is gone.${rest}` : "Change it, then send it again.";
    case "reconnect":
      return `Reconnect the channel, then send it again.${rest}`;
    case "unconfirmed":
      return `Look on ${name}, then say whether it is there or should be sent again.`;
    case "missed":
      return `Send it now if it still fits.${rest}`;
    case "gave_up":
      return `Send it again later.${rest}`;
    default:
      return at.cause satisfies never;
  }
}

function hours(ms: number): string {
  const whole = Math.round(ms / 3_600_000);
  return whole === 1 ? "an hour" : `${whole} hours`;
}
