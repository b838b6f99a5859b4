import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { ConformanceCase, ConformancePeer } from "./conformance-peer.ts";
import { assertSentence, countItems, createPart, publishPart, sendPart } from "./conformance-steps.ts";

const idsOf = async (peer: ConformancePeer) => (await peer.items()).map((item) => item.remoteId);

/** Conformance cases for publishing and for the items that exist afterwards. */
export const publishCases: readonly ConformanceCase[] = [
  {
    title: "the same input gives the same plan, which survives storage as JSON",
    async show(peer) {
      const input = {
        key: "p.1",
        number: 1,
        count: 2,
        text: "Plan me",
        images: 0,
        plannedAt: new Date(1_760_000_000_000),
      };
      const once = peer.connector.plan(input, peer.account);
      deepEqual(peer.connector.plan({ ...input }, { ...peer.account }), once);
      deepEqual(JSON.parse(JSON.stringify(once)), once, "the plan does not survive storage as JSON");
    },
  },
  {
    title: "a part is published with an id and a URL",
    async show(peer) {
      const sent = await publishPart(peer, createPart(peer, "One part"));
      ok(sent.remoteId.length > 0);
      ok(sent.url === null || URL.canParse(sent.url));
      equal(sent.proof, "answer");
      const [item, ...others] = await peer.items();
      deepEqual([item?.text, others.length], ["One part", 0]);
      if (item?.remoteId !== null) equal(item?.remoteId, sent.remoteId);
    },
  },
  {
    title: "five parts are published in order, each as a reply to the previous one, where the platform has threads",
    async show(peer) {
      if (getPlatformRules(peer.connector.slug)?.thread === "never") return;
      const ids: string[] = [];
      for (const number of [1, 2, 3, 4, 5]) {
        const [root = null] = ids;
        const over = { number, count: 5, root, parent: ids.at(-1) ?? null };
        ids.push((await publishPart(peer, createPart(peer, `Part ${number}`, over))).remoteId);
      }
      deepEqual(await idsOf(peer), ids);
      deepEqual(
        (await peer.items()).map((item) => item.replyTo),
        [null, ...ids.slice(0, 4)],
      );
    },
  },
  {
    title: "two parts with the same text are both published, or the second is rejected as a duplicate",
    async show(peer) {
      const first = await publishPart(peer, createPart(peer, "Same words"));
      const second = await sendPart(peer, createPart(peer, "Same words"));
      if (second.type === "rejected") equal(second.error.reason, "duplicate");
      else ok(second.type === "published" && second.sent.remoteId !== first.remoteId);
      equal(await countItems(peer, "Same words"), second.type === "published" ? 2 : 1);
    },
  },
  {
    title: "with deduplicated repeats, a part sent twice is published once under one id",
    async show(peer) {
      if (!peer.connector.getRepeats(peer.account).deduplicated) return;
      const one = createPart(peer, "Said twice");
      const [first, second] = [await publishPart(peer, one), await publishPart(peer, one)];
      equal(first.remoteId, second.remoteId);
      equal(await countItems(peer, "Said twice"), 1);
    },
  },
  {
    title: "with deduplicated repeats, a part sent eight times at once is published once",
    async show(peer) {
      if (!peer.connector.getRepeats(peer.account).deduplicated) return;
      const one = createPart(peer, "Said at once");
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => sendPart(peer, { ...one })));
      const ids = outcomes.flatMap((outcome) => (outcome.type === "published" ? [outcome.sent.remoteId] : []));
      // A request that arrives while another one is being stored may end as `unknown`; no outcome is wrong.
      ok(outcomes.every((outcome) => outcome.type === "published" || outcome.type === "unknown"));
      equal(new Set(ids).size, 1);
      equal(await countItems(peer, "Said at once"), 1);
    },
  },
  {
    title: "a refused part is rejected with our own sentence, and nothing is published",
    async show(peer) {
      const caused = await peer.fault("refused-content");
      const outcome = caused.can ? await sendPart(peer, createPart(peer, caused.text ?? "Refused")) : null;
      for (const one of [outcome, await sendPart(peer, createPart(peer, peer.tooLong))]) {
        if (one === null) continue;
        ok(one.type === "rejected", `expected rejected, got ${one.type}`);
        assertSentence(one.error.message);
      }
      deepEqual(await peer.items(), []);
    },
  },
  {
    title: "a part that the token may not publish is rejected as forbidden, never retried",
    async show(peer) {
      const caused = await peer.fault("forbidden");
      if (!caused.can) return;
      const outcome = await sendPart(peer, createPart(peer, caused.text ?? "Not allowed"));
      ok(outcome.type === "rejected", `expected rejected, got ${outcome.type}`);
      ok(["forbidden", "billing"].includes(outcome.error.reason), outcome.error.reason);
      assertSentence(outcome.error.message);
      deepEqual(await peer.items(), []);
    },
  },
  {
    title: "a reply to a removed part is rejected and starts no new thread",
    async show(peer) {
      const { remove, slug } = peer.connector;
      if (!remove.can || getPlatformRules(slug)?.thread === "never") return;
      const root = await publishPart(peer, createPart(peer, "Removed later"));
      equal(await remove.run(root.remoteId, peer.account, peer.io(new AbortController().signal)), "removed");
      const over = { number: 2, count: 2, root: root.remoteId, parent: root.remoteId };
      const outcome = await sendPart(peer, createPart(peer, "Answers nothing", over));
      ok(outcome.type === "rejected", `expected rejected, got ${outcome.type}`);
      assertSentence(outcome.error.message);
      equal(await countItems(peer, "Answers nothing"), 0);
    },
  },
  {
    title: "an item is removed, and removing it again causes no error",
    async show(peer) {
      const { remove } = peer.connector;
      if (!remove.can) return ok(remove.why.length > 0);
      const io = peer.io(new AbortController().signal);
      const sent = await publishPart(peer, createPart(peer, "To be removed"));
      const other = await publishPart(peer, createPart(peer, "To be left"));
      equal(await remove.run(sent.remoteId, peer.account, io), "removed");
      // Some platforms give the same answer for an item that is gone and for one that they just removed.
      notEqual(await remove.run(sent.remoteId, peer.account, io), "cannot");
      notEqual(sent.remoteId, other.remoteId);
      deepEqual(
        (await peer.items()).map((item) => item.text),
        ["To be left"],
      );
    },
  },
  ...(["clock-ahead", "clock-behind"] as const).map((fault) => ({
    title: `a part is published once and found with the platform's ${fault.replace("-", " ")} by 5 minutes`,
    async show(peer: ConformancePeer) {
      const caused = await peer.fault(fault);
      if (!caused.can) return;
      const one = createPart(peer, "Another clock");
      await publishPart(peer, one);
      equal(await countItems(peer, "Another clock"), 1);
      const { findPart } = peer.connector;
      if (!findPart.can) return;
      const found = await findPart.run(one, peer.account, peer.io(new AbortController().signal));
      ok(found.type === "found" || found.type === "never_tells", `expected found, got ${found.type}`);
    },
  })),
];
