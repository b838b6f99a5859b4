import type {
  Connector,
  ConnectorIo,
  OutgoingImage,
  PlatformAccount,
  PlatformRequest,
} from "#lib/service/channels/core/connector.ts";

/**
 * A fault as the connector meets it. Each lasts for one matching request unless its comment says otherwise. After
 * `-before` the peer has stored nothing, after `-after` it has stored the item.
 */
export type PeerFault =
  | "no-answer-before"
  | "no-answer-after"
  | "server-error-before"
  | "server-error-after"
  /** The peer stores the item; then its answer breaks off or is no JSON. */
  | "half-an-answer-after"
  | "no-json-after"
  /** The peer accepts the request and sends nothing for longer than a second. */
  | "slow"
  /** A fault that ends after a few tries and changes nothing. */
  | "temporary"
  /** A firewall or proxy answers with a refusal of its own, so the peer never sees the request. */
  | "proxy-page"
  | "refused-content"
  /** A rate limit; `until` is the time that the answer names. */
  | "rate-limited"
  /** A rate limit whose answer names no time. */
  | "rate-limited-without-time"
  /** The token lacks the permission for this request. */
  | "forbidden"
  /** The access token has expired and a refresh gives a new one. */
  | "token-expired"
  /** The peer rejects every credential that we hold; lasts. */
  | "signed-out"
  /** The peer loses a finished upload before the part is sent. */
  | "upload-lost"
  /** The peer reports an image as not ready for the first two requests. */
  | "image-processing"
  | "image-refused"
  /** The platform's own lists show nothing new for a minute; lasts. */
  | "late-lists"
  /** The peer's clock is five minutes ahead of ours; lasts. */
  | "clock-ahead"
  | "clock-behind";

/**
 * The answer of `fault`. `text`: the text that triggers the fault, on a peer that is steered by texts. `until`: the end
 * of a limit. `can: false`: this peer never behaves so, and `why` says the reason.
 */
export type FaultResult = { can: true; text?: string; until?: Date } | { can: false; why: string };

/**
 * One published item of the peer. `remoteId` is null if the platform names no id to anybody; `images` are descriptions
 * in order.
 */
export type PublishedPeerItem = { remoteId: string | null; text: string; replyTo: string | null; images: string[] };

/** The traffic of a connector that sends requests outside the product. */
export type PeerRecording = {
  /** Every request with the token in it, in order. */
  requests: () => readonly PlatformRequest[];
  refreshes: () => number;
  /** Texts that must never appear in any output of the connector. */
  secrets: () => readonly string[];
};

/** The platform's side of a connector: its published items and the means to make it misbehave. */
export type ConformancePeer = {
  connector: Connector;
  account: PlatformAccount;
  /** Creates the I/O through which the connector reaches the peer. */
  io: (signal: AbortSignal) => ConnectorIo;
  items: () => Promise<PublishedPeerItem[]>;
  fault: (fault: PeerFault) => Promise<FaultResult>;
  /** A text that is longer than the platform allows. */
  tooLong: string;
  /** Three images that the platform accepts, each with its own description; `readImage` returns their bytes. */
  images: readonly OutgoingImage[];
  /** Null on a platform inside the product. */
  outside: PeerRecording | null;
};

/** One promise of the connector interface with its check. Each case runs on a peer of its own. */
export type ConformanceCase = { title: string; show: (peer: ConformancePeer) => Promise<void> };
