import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { ConnectorJson, PlatformRequest, PlatformResult } from "#lib/service/channels/core/connector.ts";
import { getJsonCount, getJsonValue } from "#lib/service/channels/core/platform-response.ts";
import { getRelayName } from "./responses.ts";

/** Room for the addresses of images, which are part of the content. */
const addressCharacters = 1_200;
/** Room for all of an event but its content. */
const envelopeBytes = 4_096;
/** A UTF-16 unit takes at most this many bytes. */
const unitBytes = 3;
/** A relay that takes less than a post on X is not for posts, or reports nonsense. */
const leastCharacters = 280;

/** Creates the request for a relay's description of itself (nostr-protocol/nips 11.md, read 2026-11-26). */
export const createInformationRequest = (relay: string): PlatformRequest => ({
  url: relay.replace(/^ws/u, "http"),
  method: "GET",
  headers: { accept: "application/nostr+json" },
  effect: "read",
  timeoutMs: 6_000,
});

type RelayInformation = { relay: string; json: unknown };

/** Reads the description; a relay may have none. */
export const readInformation = (relay: string, answer: PlatformResult): RelayInformation => ({
  relay,
  json: answer.type === "answer" && answer.status === 200 ? answer.json : null,
});

/**
 * Returns what is stored about an account: its relays and image servers, the smallest limit of its relays, and what they
 * demand.
 */
export function describeRelays(
  relays: readonly RelayInformation[],
  { servers, silent }: { servers: readonly string[]; silent: readonly string[] },
): ConnectorJson {
  const usual = getPlatformRules("nostr")?.limit ?? 20_000;
  const characters = Math.min(usual, ...relays.map(({ json }) => getCharacters(json)));
  const limitations = [
    ...relays.flatMap((relay) => describeDemands(relay)),
    ...silent.map((relay) => `${getRelayName(relay)} didn't answer at the last check.`),
  ];
  return {
    relays: relays.map(({ relay }) => relay),
    servers: [...servers],
    ...(characters < usual && { maxCharacters: characters }),
    ...(limitations.length > 0 && { limitations }),
  };
}

function getCharacters(json: unknown): number {
  const content = getJsonCount(json, "limitation", "max_content_length");
  const message = getJsonCount(json, "limitation", "max_message_length");
  const limits = [
    ...(content === null ? [] : [content - addressCharacters]),
    ...(message === null ? [] : [Math.floor((message - envelopeBytes) / unitBytes)]),
  ].filter((limit) => limit >= leastCharacters);
  return Math.min(...limits, Number.POSITIVE_INFINITY);
}

function describeDemands({ relay, json }: RelayInformation): string[] {
  const name = getRelayName(relay);
  if (getJsonValue(json, "limitation", "payment_required") === true) return [`${name} accepts posts of payers only.`];
  if (getJsonCount(json, "limitation", "min_pow_difficulty") !== null) {
    return [`${name} wants proof of work, which Postwright doesn't compute.`];
  }
  if (getJsonValue(json, "limitation", "restricted_writes") === true) {
    return [`${name} accepts posts of certain accounts only.`];
  }
  return [];
}
