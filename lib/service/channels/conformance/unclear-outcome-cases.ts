import { deepEqual, equal, ok } from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { OutgoingPart } from "#lib/service/channels/core/connector.ts";
import {
  type ConformanceCase,
  type ConformancePeer,
  countItems,
  createPart,
  describeOutcome,
  lookUpPart,
  type PeerFault,
  publishPart,
  resolveUnclearPart,
  sendPart,
} from "./conformance-peer.ts";

/**
 * Sends one part through a fault whose answer leaves the outcome unclear. The connector may report `published` after it
 * has made sure by itself, but never a failure that would cause an unchecked second delivery.
 * @param stands how many items the peer has after the fault
 */
async function meets(peer: ConformancePeer, fault: PeerFault, stands: 0 | 1): Promise<void> {
  const caused = await peer.fault(fault);
  if (!caused.can) return ok(caused.why.length > 0);
  const one = createPart(peer, caused.text ?? `Meets ${fault}`);
  const outcome = await sendPart(peer, one);
  equal(await countItems(peer, one.text), outcome.type === "published" ? 1 : stands);
  if (stands === 1) ok(["unknown", "published"].includes(outcome.type), describeOutcome(outcome));
  else ok(["unknown", "published", "temporary"].includes(outcome.type), describeOutcome(outcome));
  if (outcome.type !== "unknown") return;
  const settled = await resolveUnclearPart(peer, one);
  if (settled === null)
    return equal(await countItems(peer, one.text), stands, "it was sent again although nobody could tell");
  equal(settled.type, "published", describeOutcome(settled));
  equal(await countItems(peer, one.text), 1);
}

/** Conformance cases for outcomes that the answer does not tell. */
export const unclearOutcomeCases: readonly ConformanceCase[] = [
  {
    title: "no answer to what was stored: published once, or left to the member where nobody can look",
    show: (peer) => meets(peer, "no-answer-after", 1),
  },
  {
    title: "no answer to what was not stored: published once in the end, or left to the member where nobody can look",
    show: (peer) => meets(peer, "no-answer-before", 0),
  },
  {
    title: "a server error after it was stored: published once, or left to the member where nobody can look",
    show: (peer) => meets(peer, "server-error-after", 1),
  },
  {
    title:
      "a server error before it was stored: published once in the end, or left to the member where nobody can look",
    show: (peer) => meets(peer, "server-error-before", 0),
  },
  {
    title: "an answer that breaks off half-way: published once, or left to the member where nobody can look",
    show: (peer) => meets(peer, "half-an-answer-after", 1),
  },
  {
    title: "an answer that is no JSON: published once, or left to the member where nobody can look",
    show: (peer) => meets(peer, "no-json-after", 1),
  },
  {
    title: "a part that was published is found by the look, with the id of the answer",
    async show(peer) {
      const one = createPart(peer, "Look for me");
      const sent = await publishPart(peer, one);
      const found = await lookUpPart(peer, one);
      if (found === null || found.type === "never_tells") return;
      ok(found.type === "found", `${found.type} instead of found`);
      equal(found.sent.remoteId, sent.remoteId);
    },
  },
  {
    title: "the look does not take an older item with the same words for the one sought",
    async show(peer) {
      await publishPart(peer, createPart(peer, "Words used before"));
      const ahead = Date.now() + 120_000;
      const found = await lookUpPart(peer, createPart(peer, "Words used before", { startedAt: new Date(ahead) }));
      if (found === null) return;
      ok(found.type !== "found", "it took the older one");
    },
  },
  {
    title: "the look does not take an item for the one sought that is known to be another part's",
    async show(peer) {
      const { remoteId } = await publishPart(peer, createPart(peer, "Words used twice"));
      const found = await lookUpPart(peer, createPart(peer, "Words used twice", { others: [remoteId] }));
      if (found === null) return;
      ok(found.type !== "found", "it took the other one");
    },
  },
  {
    title:
      "after a restore what stands there of its time in other words, or of any time in nearly its own, leaves it to the member, unless a key tells them apart",
    async show(peer) {
      const { findPart, repeats } = peer.connector;
      if (!findPart.can) return;
      const sent = await publishPart(peer, createPart(peer, "Edited since the backup"));
      const now = Date.now();
      const minutes = (count: number) => new Date(now + count * 60_000);
      const another = createPart(peer, "As the backup has it");
      const alike = createPart(peer, "Edited since that backup");
      const seek = async (one: OutgoingPart, from: number, until: number, others: string[] = []) => {
        const restored = { ...one, others, startedAt: minutes(-60), restoredAt: minutes(5) };
        return (await lookUpPart(peer, { ...restored, about: { from: minutes(from), until: minutes(until) } }))?.type;
      };
      const far = await seek(another, -50, -40);
      if (far === "never_tells") return;
      equal(far, "absent");
      const left = repeats.deduplicated ? "absent" : "never_tells";
      equal(await seek(another, -5, 5), left);
      equal(await seek(another, -5, 5, [sent.remoteId]), "absent");
      equal(await seek(alike, -50, -40), left);
      equal(await seek(alike, -50, -40, [sent.remoteId]), "absent");
    },
  },
  {
    title: "a part that was never sent is not found",
    async show(peer) {
      const found = await lookUpPart(peer, createPart(peer, "Never sent"));
      if (found === null) return ok(!peer.connector.findPart.can && peer.connector.findPart.why.length > 0);
      ok(found.type === "absent" || found.type === "never_tells", found.type);
    },
  },
  {
    title: "while the platform's lists are late, a part that stands there is never believed to be absent too early",
    async show(peer) {
      const caused = await peer.fault("late-lists");
      if (!caused.can) return;
      const one = createPart(peer, caused.text ?? "Shown late");
      await publishPart(peer, one);
      const found = await lookUpPart(peer, one);
      if (found?.type === "absent")
        ok(peer.connector.repeats.absentAfterMs >= 60_000 || peer.connector.repeats.deduplicated);
      equal(await countItems(peer, one.text), 1);
    },
  },
  {
    title: "a call that is cut off is unknown, never a failure that would be sent again unseen",
    async show(peer) {
      const caused = await peer.fault("slow");
      if (!caused.can) return;
      const one = createPart(peer, caused.text ?? "Takes long");
      const { prepare } = peer.connector;
      const ready = prepare.can ? await prepare.run(one, peer.account, peer.io(new AbortController().signal)) : null;
      if (ready?.type === "ready") one.prepared = ready.prepared;
      const cut = new AbortController();
      const published = peer.connector.publishPart(one, peer.account, peer.io(cut.signal));
      // The wait counts turns as well as time: nothing is unclear yet if this process stalls before it has sent the
      // part.
      const startedAt = performance.now();
      for (let turn = 0; turn < 5 || performance.now() - startedAt < 300; turn += 1) await pause(10);
      cut.abort();
      const outcome = await published;
      equal(outcome.type, "unknown", describeOutcome(outcome));
    },
  },
  {
    title: "a fault that passes is temporary, changes nothing, and the same part goes out later, once",
    async show(peer) {
      const caused = await peer.fault("temporary");
      if (!caused.can) return;
      const one = createPart(peer, caused.text ?? "Passes");
      let tries = 0;
      let outcome = await sendPart(peer, one);
      for (; outcome.type === "temporary" && tries < 8; tries += 1) {
        deepEqual(await peer.items(), []);
        outcome = await sendPart(peer, one);
      }
      ok(tries > 0, "it never failed");
      equal(outcome.type, "published");
      equal(await countItems(peer, one.text), 1);
    },
  },
];
