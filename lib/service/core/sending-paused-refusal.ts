import { Refusal } from "./refusal.ts";

/** Refuses to publish now on a paused channel: the person learns of the pause before anything changes. */
export function sendingPausedRefusal(reason: string): Refusal {
  return new Refusal("sending_paused", `Sending is paused: ${reason.replace(/(?<![.!?…])[.!?…]+$/u, "")}.`);
}
