import type { WebhookEvent } from "#lib/contract/resources/notification-kinds.ts";
import type { WebhookDelivery } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";

/** Events that a webhook can receive, in the order of the form. */
export const webhookEventOptions = [
  { event: "post.published", label: "Post published" },
  { event: "post.failed", label: "Post failed" },
  { event: "post.held", label: "Post on hold" },
  { event: "post.deleted", label: "Post deleted" },
  { event: "claim.decided", label: "Points claim decided" },
  { event: "channel.ending", label: "Channel access expiring" },
  { event: "channel.reconnect", label: "Channel needs reconnecting" },
  { event: "sending.paused", label: "Sending paused" },
  { event: "sending.resumed", label: "Sending resumed" },
] as const satisfies readonly { event: WebhookEvent; label: string }[];

/** Formats event names as programs see them: `post.published, post.failed`. */
export function formatEventNames(events: readonly string[]): string {
  return events.join(", ");
}

type DeliveryFacts = Pick<WebhookDelivery, "state" | "attempts" | "status" | "next_attempt_at" | "error">;

/**
 * Describes a delivery's status in one word and one sentence. `untilNext` is the time until the next attempt, such as
 * `in 5 min`.
 */
export function formatDeliveryStatus(
  delivery: DeliveryFacts,
  untilNext: string | null,
): { label: string; sentence: string } {
  const { state, attempts, status, error } = delivery;
  const tries = formatCount(attempts, "attempt");
  if (state === "delivered") {
    return { label: "Delivered", sentence: `Response: ${status ?? "OK"}${attempts > 1 ? ` after ${tries}` : ""}.` };
  }
  if (state === "failed") {
    const gaveUp = attempts > 1 ? ` Stopped after ${tries}.` : "";
    return { label: "Failed", sentence: `${error ?? "It wasn't delivered."}${gaveUp}` };
  }
  if (attempts === 0) return { label: "Waiting", sentence: "Sending." };
  if (untilNext === null) return { label: "Waiting", sentence: `Attempt ${attempts} is running.` };
  const next = untilNext === "now" ? "in a moment" : untilNext;
  return { label: "Waiting", sentence: `${error ?? "It wasn't delivered."} Attempt ${attempts + 1} follows ${next}.` };
}

/** True once an attempt that was requested after `before` attempts has ended, successfully or not. */
export function hasRequestedAttemptEnded(delivery: DeliveryFacts, before: number): boolean {
  return delivery.attempts > before && (delivery.state !== "waiting" || delivery.next_attempt_at !== null);
}

/** Returns the host, which distinguishes webhooks; the whole text when it is no URL. */
export function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
