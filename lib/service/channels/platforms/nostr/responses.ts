import type { PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { toNoResponseOutcome } from "#lib/service/channels/core/no-response.ts";
import { quotePlatformReason } from "#lib/service/channels/core/platform-response.ts";
import type { RelayVerdict } from "./relay.ts";

type RelayOutcome =
  | { type: "published" }
  | Extract<PublishOutcome, { type: "unknown" | "rejected" | "reconnect" | "temporary" }>;

const createPublishError = (reason: PublishError["reason"], message: string): PublishError => ({ reason, message });

/** Returns how a relay is called in sentences: its address without the scheme. */
export const getRelayName = (relay: string): string => relay.replace(/^wss?:\/\//u, "").replace(/\/$/u, "");

/** How long a relay that limits requests is left alone: none names a time. */
const rateLimitMs = 60_000;

/**
 * Returns the outcome of one relay. The words before the colon are those of nostr-protocol/nips 01.md and 42.md (read
 * 2026-11-26), and `deleted` of strfry's RelayWriter.cpp (read 2026-11-26). A refusal with any other word is tried
 * again.
 */
export function toRelayOutcome(verdict: RelayVerdict, relay: string): RelayOutcome {
  if (verdict.type === "accepted") return { type: "published" };
  if (verdict.type === "unreadable") return { type: "unknown" };
  if (verdict.type === "silent") {
    const outcome = toNoResponseOutcome(verdict.answer);
    return "error" in outcome ? { ...outcome, error: withRelay(outcome.error, relay) } : outcome;
  }
  const [, word = "", reason = ""] = /^([a-z-]+):(.*)$/su.exec(verdict.why) ?? [];
  // The relay has this very event: the id says so.
  if (word === "duplicate") return { type: "published" };
  const says = quotePlatformReason(reason);
  const refusal = refusals[word];
  const name = getRelayName(relay);
  if (refusal)
    return { type: "rejected", error: createPublishError(refusal.reason, `${name} ${refusal.what}.${says}`) };
  if (word === "rate-limited") {
    const error = createPublishError("quota", `${name} accepts no more posts for now.${says}`);
    return { type: "temporary", error, retryAfterMs: rateLimitMs };
  }
  const said = quotePlatformReason(verdict.why);
  return {
    type: "temporary",
    error: createPublishError("server", `${name} didn't accept the post and may accept it later.${said}`),
  };
}

const refusals: Readonly<Record<string, { reason: PublishError["reason"]; what: string }>> = {
  blocked: { reason: "forbidden", what: "blocks this account or this post" },
  restricted: { reason: "forbidden", what: "doesn't accept posts of this account" },
  // After our sign-in, or without a challenge to sign.
  "auth-required": { reason: "forbidden", what: "wants a sign-in that it didn't accept" },
  pow: { reason: "forbidden", what: "wants proof of work, which Postwright doesn't compute" },
  invalid: { reason: "invalid", what: "doesn't accept the content" },
  deleted: { reason: "gone", what: "has a request to delete this post" },
};

const withRelay = ({ reason, message }: PublishError, relay: string) =>
  createPublishError(reason, `${getRelayName(relay)}: ${message}`);

/**
 * Returns the outcome of a post by those of its relays: one that has it is enough. It is refused for good only if no
 * relay may accept it later.
 * @returns with `published`, the relays that don't have it
 */
export function combineOutcomes(
  outcomes: readonly { relay: string; outcome: RelayOutcome }[],
): { type: "published"; missing: string[] } | Exclude<RelayOutcome, { type: "published" }> {
  const all = outcomes.map(({ outcome }) => outcome);
  if (all.some(({ type }) => type === "published")) {
    const missing = outcomes.filter(({ outcome }) => outcome.type !== "published");
    return { type: "published", missing: missing.map(({ relay }) => relay) };
  }
  for (const type of ["unknown", "reconnect", "temporary"] as const) {
    const found = all.find((one) => one.type === type);
    if (found && found.type !== "published") return found;
  }
  const refused = all.filter((one) => one.type === "rejected");
  const first = refused.find(({ error }) => error.reason !== "network") ?? refused[0];
  const noRelay = createPublishError("invalid", "The channel has no relays. Reconnect it with at least one.");
  return first ?? { type: "rejected", error: noRelay };
}

/** Returns a note about the relays that don't have a published post; null if all have it. */
export function formatMissingRelays(missing: readonly string[], count: number): string | null {
  if (missing.length === 0) return null;
  const names = missing.map(getRelayName).join(", ");
  return `Of ${count} relays, ${missing.length === 1 ? "one doesn't" : `${missing.length} don't`} have the post: ${names}.`;
}
