import { ok } from "node:assert/strict";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type {
  ConnectorIo,
  LookupOutcome,
  OutgoingPart,
  PartPlanInput,
  PublishedPart,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import type { ConformancePeer } from "./conformance-peer.ts";

let serial = 0;
const planned = new Date("2026-11-20T09:00:00.000Z").getTime();

/** Creates a part as the delivery does: planned once, with one key for all attempts. */
export function createPart(
  peer: ConformancePeer,
  text: string,
  over: Partial<OutgoingPart> & Pick<PartPlanInput, "linkCard"> & { count?: number } = {},
): OutgoingPart {
  serial += 1;
  const { count = 1, linkCard = null, ...part } = over;
  const key = part.key ?? `conformance-${process.pid}-${serial}`;
  const number = part.number ?? 1;
  const images = part.images ?? getNeededImages(peer);
  const plannedAt = new Date(planned + serial * 1_000);
  const plan = { key, number, count, text, images: images.length, linkCard, plannedAt };
  const wire = peer.connector.plan(plan, peer.account);
  const base = { key, number, text, images, wire, prepared: null, root: null, parent: null, resends: 0 };
  return { ...base, startedAt: new Date(), ...part };
}

/** One image on platforms that publish nothing without an image. */
const getNeededImages = ({ connector, images }: ConformancePeer) =>
  getPlatformRules(connector.slug)?.images.required ? images.slice(0, 1) : [];

const never = new AbortController().signal;

/** Prepares and publishes a part as the delivery does: the part keeps what `prepare` stored. */
export async function sendPart(
  peer: ConformancePeer,
  one: OutgoingPart,
  signal: AbortSignal = never,
): Promise<PublishOutcome> {
  const { prepare } = peer.connector;
  const io = peer.io(signal);
  const savingIo: ConnectorIo = {
    ...io,
    async savePrepared(prepared) {
      one.prepared = prepared;
      await io.savePrepared(prepared);
    },
  };
  if (prepare.can) {
    const prepared = await prepare.run(one, peer.account, savingIo);
    if (prepared.type !== "ready") return prepared;
    one.prepared = prepared.prepared;
  }
  return await peer.connector.publishPart(one, peer.account, savingIo);
}

export async function publishPart(peer: ConformancePeer, one: OutgoingPart): Promise<PublishedPart> {
  const outcome = await sendPart(peer, one);
  ok(outcome.type === "published", `expected published, got ${describeOutcome(outcome)}`);
  return outcome.sent;
}

/** Counts the published items with this text. */
export async function countItems(peer: ConformancePeer, text: string): Promise<number> {
  return (await peer.items()).filter((item) => item.text === text).length;
}

/** Looks the part up now. @returns null if the platform has no lookup */
export async function lookUpPart(peer: ConformancePeer, one: OutgoingPart): Promise<LookupOutcome | null> {
  const { findPart } = peer.connector;
  return findPart.can ? await findPart.run(one, peer.account, peer.io(never)) : null;
}

/**
 * Resolves an unclear outcome as far as the connector's values allow: looks the part up, and publishes it again once it
 * counts as absent.
 * @returns null if only the member can decide
 */
export async function resolveUnclearPart(peer: ConformancePeer, one: OutgoingPart): Promise<PublishOutcome | null> {
  const { absentAfterMs, resends } = peer.connector.getRepeats(peer.account);
  // The start lies so far back that a part which is not found counts as absent.
  const sought = { ...one, startedAt: new Date(one.startedAt.getTime() - absentAfterMs) };
  const found = await lookUpPart(peer, sought);
  if (found === null || found.type === "never_tells" || found.type === "cannot_tell") return null;
  if (found.type === "found") return { type: "published", sent: found.sent };
  if (resends === 0) return null;
  return await sendPart(peer, Object.assign(one, { resends: one.resends + 1 }));
}

export function describeOutcome(outcome: PublishOutcome): string {
  return "error" in outcome ? `${outcome.type} (${outcome.error.reason}: ${outcome.error.message})` : outcome.type;
}

/**
 * Asserts that a message is ours to show: it begins and ends as a sentence, and holds nothing that looks like a raw
 * answer except a quotation. The surrounding sentence says that nothing was published.
 */
export function assertSentence(message: string): void {
  ok(/^[A-Z0-9].*[.!?]$/su.test(message), `not a sentence: ${message}`);
  const own = message.replace(/“[^”]{1,140}”/gu, "");
  ok(message.length <= 300 && !/[{}<>]/u.test(message), `contains a raw response: ${message}`);
  ok(!/\\u|\berror_|Exception\b/u.test(own), `contains a raw response: ${message}`);
  ok(!/nothing was published/iu.test(message), `repeats the surrounding message: ${message}`);
}
