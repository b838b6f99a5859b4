import type { PlatformRequest, PlatformResult } from "#lib/service/channels/core/connector.ts";
import { getJsonList } from "#lib/service/channels/core/platform-response.ts";
import { type NostrEvent, parseEvent, type UnsignedEvent } from "./event.ts";

/** A lookup, a deletion and a second lookup have to fit into one call of the delivery, 20 s. */
const relayMs = 6_000;
/** The id of our only subscription on a connection. */
const subscription = "postwright";

export type RelayFilter = {
  ids?: string[];
  authors?: string[];
  kinds?: number[];
  "#d"?: string[];
  "#e"?: string[];
  limit?: number;
};
type Conversation = NonNullable<PlatformRequest["conversation"]>;
/** Signs the answer to a relay's challenge (nostr-protocol/nips 42.md). */
export type SignChallenge = (challenge: string) => NostrEvent;

/** Creates the request that publishes an event; `authorize` of the platform signs it. */
export const createEventRequest = (relay: string, event: UnsignedEvent): PlatformRequest =>
  createRequest(relay, ["EVENT", event], "write");

export const createQueryRequest = (relay: string, ...filters: RelayFilter[]): PlatformRequest =>
  createRequest(relay, ["REQ", subscription, ...filters], "read");

function createRequest(relay: string, message: unknown[], effect: PlatformRequest["effect"]): PlatformRequest {
  const body = JSON.stringify(message);
  return {
    url: relay,
    method: "GET",
    body,
    effect,
    timeoutMs: relayMs,
    conversation: createRelayConversation(body, null),
  };
}

/**
 * Creates the conversation that follows our first message: NIP-01 ends it with OK, EOSE or CLOSED. A relay that asks for
 * a sign-in (NIP-42) has sent its challenge before, and gets our message again after it.
 * @param sign null without a key
 */
export function createRelayConversation(first: string, sign: SignChallenge | null): Conversation {
  let challenge: string | null = null;
  let authId: string | null = null;

  function refuse(why: unknown): ReturnType<Conversation["next"]> {
    const isAuthAsked = typeof why === "string" && why.startsWith("auth-required:");
    if (!isAuthAsked || sign === null || challenge === null || authId !== null) return { isOver: true };
    const event = sign(challenge);
    authId = event.id;
    return { say: [JSON.stringify(["AUTH", event])] };
  }

  return {
    next(text) {
      const [type, id, value, reason] = parseMessage(text);
      if (type === "AUTH" && typeof id === "string") challenge = id;
      if (type === "EOSE") return { isOver: true };
      if (type === "CLOSED") return refuse(value);
      if (type !== "OK") return {};
      if (id === authId) return value === true ? { say: [first] } : { isOver: true };
      return value === true ? { isOver: true } : refuse(reason);
    },
  };
}

function parseMessage(text: string): readonly unknown[] {
  try {
    const message: unknown = JSON.parse(text);
    return Array.isArray(message) ? message : [];
  } catch {
    return [];
  }
}

type NoAnswer = Exclude<PlatformResult, { type: "answer" }>;

/** A relay's answer about an event. `unreadable`: the relay ended the conversation without one. */
export type RelayVerdict =
  | { type: "accepted" }
  | { type: "refused"; why: string }
  | { type: "unreadable" }
  | { type: "silent"; answer: NoAnswer };

export function readVerdict(answer: PlatformResult, id: string): RelayVerdict {
  if (answer.type !== "answer") return { type: "silent", answer };
  const last = getMessages(answer).findLast(([type, about]) => type === "OK" && about === id);
  if (!last) return { type: "unreadable" };
  const [, , isAccepted, why] = last;
  return isAccepted === true ? { type: "accepted" } : { type: "refused", why: typeof why === "string" ? why : "" };
}

/** Reads the events that a relay returned, each with a valid signature. @returns null if it did not tell all */
export function readEvents(answer: PlatformResult): NostrEvent[] | null {
  if (answer.type !== "answer") return null;
  const messages = getMessages(answer);
  if (!messages.some(([type]) => type === "EOSE")) return null;
  return messages.flatMap(([type, , json]) => (type === "EVENT" ? (parseEvent(json) ?? []) : []));
}

const getMessages = ({ json }: Extract<PlatformResult, { type: "answer" }>): (readonly unknown[])[] =>
  (getJsonList(json) ?? []).filter((message): message is readonly unknown[] => Array.isArray(message));
