import { ok } from "node:assert/strict";
import type {
  Connector,
  ConnectorIo,
  LookupOutcome,
  OutgoingImage,
  OutgoingPart,
  PlatformAccount,
  PlatformRequest,
  PublishedPart,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";

/**
 * What may go wrong, as the connector meets it. Each lasts for one matching request unless said otherwise; `-before`:
 * nothing was stored, `-after`: it was.
 */
export type PeerFault =
  | "no-answer-before"
  | "no-answer-after"
  | "server-error-before"
  | "server-error-after"
  /** Stored, and the answer breaks off, or is no JSON. */
  | "half-an-answer-after"
  | "no-json-after"
  /** Takes the request and says nothing for longer than a second. */
  | "slow"
  /** Passes by itself after a few tries and changes nothing. */
  | "temporary"
  | "refused-content"
  /** With `until`: the time that the answer names. */
  | "rate-limited"
  /** The same in an answer that names no time. */
  | "rate-limited-without-time"
  /** What the token may do does not include this. */
  | "forbidden"
  /** The access token has ended and a fresh one may be had. */
  | "token-expired"
  /** Nothing we hold counts any more; lasts. */
  | "signed-out"
  /** An upload that was done is gone when the part is sent. */
  | "upload-lost"
  /** An image is not ready for the first two times it is asked for. */
  | "image-processing"
  | "image-refused"
  /** The platform's own lists show nothing new for a minute; lasts. */
  | "late-lists"
  /** Its clock is five minutes ahead of ours; lasts. */
  | "clock-ahead"
  | "clock-behind";

/**
 * `text`: what the part must say for it, on a peer that is steered by texts. `until`: when a limit ends. `can: false` where
 * this peer never behaves so, and why.
 */
export type FaultResult = { can: true; text?: string; until?: Date } | { can: false; why: string };

/** An item as it stands there, oldest first. `remoteId` is null where the platform names none to anybody; `images` are descriptions in order. */
export type PublishedPeerItem = { remoteId: string | null; text: string; replyTo: string | null; images: string[] };

/** What a connector that reaches outside leaves behind on the way. */
export type PeerRecording = {
  /** Every request with the token in it, in order. */
  requests: () => readonly PlatformRequest[];
  refreshes: () => number;
  /** What must never be seen in anything that comes out of the connector. */
  secrets: () => readonly string[];
};

/** The other side of a connector: what really stands there, and what makes it misbehave. */
export type ConformancePeer = {
  connector: Connector;
  account: PlatformAccount;
  /** What the connector reaches the peer through. */
  io: (signal: AbortSignal) => ConnectorIo;
  items: () => Promise<PublishedPeerItem[]>;
  fault: (fault: PeerFault) => Promise<FaultResult>;
  /** Longer than the platform takes. */
  tooLong: string;
  /** Three that the platform takes, each with its own description; `readImage` has their bytes. */
  images: readonly OutgoingImage[];
  /** Null on a platform inside the product. */
  outside: PeerRecording | null;
};

/** One promise of the interface, with what shows that it is kept. Each is run on a peer of its own. */
export type ConformanceCase = { title: string; show: (peer: ConformancePeer) => Promise<void> };

let serial = 0;
const planned = new Date("2026-11-20T09:00:00.000Z").getTime();

/** A part as the engine hands it over: planned once, its key its own over all attempts. */
export function createPart(
  peer: ConformancePeer,
  text: string,
  over: Partial<OutgoingPart> & { count?: number } = {},
): OutgoingPart {
  serial += 1;
  const { count = 1, ...given } = over;
  const key = given.key ?? `conformance-${process.pid}-${serial}`;
  const number = given.number ?? 1;
  const images = given.images ?? [];
  const plan = { key, number, count, text, images: images.length, plannedAt: new Date(planned + serial * 1_000) };
  const wire = peer.connector.plan(plan, peer.account);
  const base = { key, number, text, images, wire, prepared: null, root: null, parent: null, resends: 0 };
  return { ...base, startedAt: new Date(), ...given };
}

const never = new AbortController().signal;

/** Gets a part ready and sends it, as the engine does: what was kept stays with the part. */
export async function sendPart(
  peer: ConformancePeer,
  one: OutgoingPart,
  signal: AbortSignal = never,
): Promise<PublishOutcome> {
  const { prepare } = peer.connector;
  const io = peer.io(signal);
  const keeping: ConnectorIo = {
    ...io,
    async keep(prepared) {
      one.prepared = prepared;
      await io.keep(prepared);
    },
  };
  if (prepare.can) {
    const prepared = await prepare.run(one, peer.account, keeping);
    if (prepared.is !== "ready") return prepared;
    one.prepared = prepared.prepared;
  }
  return await peer.connector.publishPart(one, peer.account, keeping);
}

export async function publishPart(peer: ConformancePeer, one: OutgoingPart): Promise<PublishedPart> {
  const outcome = await sendPart(peer, one);
  ok(outcome.is === "published", `${describeOutcome(outcome)} instead of published`);
  return outcome.sent;
}

/** How often a text stands there. */
export async function countItems(peer: ConformancePeer, text: string): Promise<number> {
  return (await peer.items()).filter((item) => item.text === text).length;
}

/** What a look finds now; null where the platform can't be asked. */
export async function lookUpPart(peer: ConformancePeer, one: OutgoingPart): Promise<LookupOutcome | null> {
  const { findPart } = peer.connector;
  return findPart.can ? await findPart.run(one, peer.account, peer.io(never)) : null;
}

/**
 * Goes on after an unknown outcome as far as the connector's values allow: looked up, and where it is believed to be absent
 * sent again. Null where only the member can tell.
 */
export async function resolveUnclearPart(peer: ConformancePeer, one: OutgoingPart): Promise<PublishOutcome | null> {
  const { repeats } = peer.connector;
  // Sent so long ago that absence is believed.
  const sought = { ...one, startedAt: new Date(one.startedAt.getTime() - repeats.absentAfterMs) };
  const found = await lookUpPart(peer, sought);
  if (found === null || found.is === "never_tells" || found.is === "cannot_tell") return null;
  if (found.is === "found") return { is: "published", sent: found.sent };
  if (repeats.resends === 0) return null;
  return await sendPart(peer, Object.assign(one, { resends: one.resends + 1 }));
}

export function describeOutcome(outcome: PublishOutcome): string {
  return "error" in outcome ? `${outcome.is} (${outcome.error.reason}: ${outcome.error.message})` : outcome.is;
}

/**
 * Ours to show: begins and ends as a sentence does, and holds nothing that looks like a raw answer but what is quoted. That
 * nothing was published is said by the sentence around it.
 */
export function assertSentence(message: string): void {
  ok(/^[A-Z0-9].*[.!?]$/su.test(message), `no sentence: ${message}`);
  const own = message.replace(/“[^”]{1,140}”/gu, "");
  ok(message.length <= 300 && !/[{}<>]/u.test(message), `a raw answer: ${message}`);
  ok(!/\\u|\berror_|Exception\b/u.test(own), `a raw answer: ${message}`);
  ok(!/nothing was published/iu.test(message), `said twice: ${message}`);
}
