import { deepEqual, equal, ok } from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { OutgoingPart } from "#lib/service/channels/core/connector.ts";
import type { ConformanceCase, ConformancePeer, PeerFault } from "./conformance-peer.ts";
import {
  countItems,
  createPart,
  describeOutcome,
  lookUpPart,
  publishPart,
  resolveUnclearPart,
  sendPart,
} from "./conformance-steps.ts";

/**
 * Sends one part through a fault whose answer leaves the outcome unclear. The connector may report `published` after it
 * has made sure by itself, but never a failure that would cause an unchecked second delivery.
 * @param expectedCount how many items the peer has after the fault
 */
async function meets(peer: ConformancePeer, fault: PeerFault, expectedCount: 0 | 1): Promise<void> {
  const caused = await peer.fault(fault);
  if (!caused.can) return ok(caused.why.length > 0);
  const one = createPart(peer, caused.text ?? `Meets ${fault}`);
  const outcome = await sendPart(peer, one);
  equal(await countItems(peer, one.text), outcome.type === "published" ? 1 : expectedCount);
  if (expectedCount === 1) ok(["unknown", "published"].includes(outcome.type), describeOutcome(outcome));
  else ok(["unknown", "published", "temporary"].includes(outcome.type), describeOutcome(outcome));
  if (outcome.type !== "unknown") return;
  const settled = await resolveUnclearPart(peer, one);
  if (settled === null)
    return equal(
      await countItems(peer, one.text),
      expectedCount,
      "the part was sent again although its outcome was unclear",
    );
  equal(settled.type, "published", describeOutcome(settled));
  equal(await countItems(peer, one.text), 1);
}

/** Conformance cases for outcomes that the answer does not tell. */
export const unclearOutcomeCases: readonly ConformanceCase[] = [
  {
    title: "a stored part without an answer is published once, or left to the member if there is no lookup",
    show: (peer) => meets(peer, "no-answer-after", 1),
  },
  {
    title: "an unstored part without an answer is published once, or left to the member if there is no lookup",
    show: (peer) => meets(peer, "no-answer-before", 0),
  },
  {
    title: "a stored part with a server error is published once, or left to the member if there is no lookup",
    show: (peer) => meets(peer, "server-error-after", 1),
  },
  {
    title: "an unstored part with a server error is published once, or left to the member if there is no lookup",
    show: (peer) => meets(peer, "server-error-before", 0),
  },
  {
    title: "a stored part with a cut-off answer is published once, or left to the member if there is no lookup",
    show: (peer) => meets(peer, "half-an-answer-after", 1),
  },
  {
    title: "a stored part whose answer is not JSON is published once, or left to the member if there is no lookup",
    show: (peer) => meets(peer, "no-json-after", 1),
  },
  {
    title: "a published part is found by a lookup, under the id of its answer",
    async show(peer) {
      const one = createPart(peer, "Look for me");
      const sent = await publishPart(peer, one);
      const found = await lookUpPart(peer, one);
      if (found === null || found.type === "never_tells") return;
      ok(found.type === "found", `expected found, got ${found.type}`);
      equal(found.sent.remoteId, sent.remoteId);
    },
  },
  {
    title: "a lookup does not match an older item with the same text",
    async show(peer) {
      await publishPart(peer, createPart(peer, "Words used before"));
      const ahead = Date.now() + 120_000;
      const found = await lookUpPart(peer, createPart(peer, "Words used before", { startedAt: new Date(ahead) }));
      if (found === null) return;
      ok(found.type !== "found", "the lookup matched the older item");
    },
  },
  {
    title: "a lookup does not match an item that belongs to another part",
    async show(peer) {
      const { remoteId } = await publishPart(peer, createPart(peer, "Words used twice"));
      const found = await lookUpPart(peer, createPart(peer, "Words used twice", { others: [remoteId] }));
      if (found === null) return;
      ok(found.type !== "found", "the lookup matched another part's item");
    },
  },
  {
    title: "after a restore, an edited or similar item leaves the part to the member unless a key tells them apart",
    async show(peer) {
      const { findPart, getRepeats } = peer.connector;
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
      const left = getRepeats(peer.account).deduplicated ? "absent" : "never_tells";
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
    title: "a part is not believed absent too early while the platform's lists lag",
    async show(peer) {
      const caused = await peer.fault("late-lists");
      if (!caused.can) return;
      const one = createPart(peer, caused.text ?? "Shown late");
      await publishPart(peer, one);
      const found = await lookUpPart(peer, one);
      const { absentAfterMs, deduplicated } = peer.connector.getRepeats(peer.account);
      if (found?.type === "absent") ok(absentAfterMs >= 60_000 || deduplicated);
      equal(await countItems(peer, one.text), 1);
    },
  },
  {
    title: "a cut-off call is unknown, never a failure that would be sent again without a lookup",
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
    title: "a refusal by a proxy in between is never final, and the same part is published once later",
    async show(peer) {
      const caused = await peer.fault("proxy-page");
      if (!caused.can) return ok(caused.why.length > 0);
      const one = createPart(peer, caused.text ?? "Held up on the way");
      const outcome = await sendPart(peer, one);
      equal(outcome.type, "temporary", describeOutcome(outcome));
      deepEqual(await peer.items(), []);
      equal((await sendPart(peer, one)).type, "published");
      equal(await countItems(peer, one.text), 1);
    },
  },
  {
    title: "a temporary fault changes nothing, and the same part is published once later",
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
      ok(tries > 0, "the part never failed");
      equal(outcome.type, "published");
      equal(await countItems(peer, one.text), 1);
    },
  },
];
