import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import type { Account, Connector, Found, Io, Outcome, OutgoingPart, Sent } from "./connector.ts";

/** The other side of a connector: what really stands there, in order, and what makes it misbehave. */
export type Peer = {
  connector: Connector;
  account: Account;
  /** What the connector reaches the peer through. */
  io: (signal: AbortSignal) => Io;
  items: () => Promise<{ remoteId: string; text: string; replyTo: string | null; images: number }[]>;
  /** Texts that make the platform behave so; null where this platform never does. */
  texts: {
    rejected: string | null;
    reconnect: string | null;
    /** A fault that changes nothing there and passes. */
    temporary: string | null;
    /** It is stored and the answer is lost. */
    answerLost: string | null;
    /** Takes longer than a second. */
    slow: string | null;
    /** Longer than the platform takes. */
    tooLong: string;
  };
};

/** One promise of the interface, with what shows that it is kept. Each is run on a peer of its own. */
export type Promised = { title: string; show: (peer: Peer) => Promise<void> };

let serial = 0;

/** A part as the plan makes it: its key is its own, and stays over attempts. */
function part(text: string, over: Partial<OutgoingPart> = {}): OutgoingPart {
  serial += 1;
  const base = {
    key: `conformance.${serial}`,
    number: 1,
    text,
    images: [],
    wire: {},
    prepared: null,
    root: null,
    parent: null,
    resends: 0,
  };
  return { ...base, startedAt: new Date(), ...over };
}

const never = new AbortController().signal;

async function send(peer: Peer, one: OutgoingPart): Promise<Outcome> {
  return await peer.connector.publishPart(one, peer.account, peer.io(never));
}

async function sendWell(peer: Peer, one: OutgoingPart): Promise<Sent> {
  const outcome = await send(peer, one);
  ok(outcome.is === "published", `${outcome.is} instead of published`);
  return outcome.sent;
}

async function count(peer: Peer, text: string): Promise<number> {
  return (await peer.items()).filter((item) => item.text === text).length;
}

/** Looks as delivery does: at once, then again when absence may be believed. Null where the platform can't be asked. */
async function look(peer: Peer, one: OutgoingPart): Promise<Found["is"] | null> {
  const { findPart } = peer.connector;
  return findPart.can ? (await findPart.run(one, peer.account, peer.io(never))).is : null;
}

/** What every platform's connector keeps. */
export const promises: readonly Promised[] = [
  {
    title: "a part is published with an id and an address",
    async show(peer) {
      const sent = await sendWell(peer, part("One part"));
      ok(sent.remoteId.length > 0);
      ok(sent.url === null || URL.canParse(sent.url));
      equal(sent.proof, "answer");
      deepEqual(
        (await peer.items()).map((item) => [item.remoteId, item.text]),
        [[sent.remoteId, "One part"]],
      );
    },
  },
  {
    title: "five parts stand there in order, each answering the one before",
    async show(peer) {
      const ids: string[] = [];
      for (const number of [1, 2, 3, 4, 5]) {
        const [root = null] = ids;
        ids.push((await sendWell(peer, part(`Part ${number}`, { number, root, parent: ids.at(-1) ?? null }))).remoteId);
      }
      const items = await peer.items();
      deepEqual(
        items.map((item) => item.remoteId),
        ids,
      );
      deepEqual(
        items.map((item) => item.replyTo),
        [null, ...ids.slice(0, 4)],
      );
    },
  },
  {
    title: "an answer lost after the item was stored is unknown, and the look finds it: published once",
    async show(peer) {
      if (peer.texts.answerLost === null) return;
      const one = part(peer.texts.answerLost);
      equal((await send(peer, one)).is, "unknown");
      if ((await look(peer, one)) === null) return;
      equal(await look(peer, one), "found");
      equal(await count(peer, one.text), 1);
    },
  },
  {
    title: "where repeats are deduplicated, the same part sent twice stands there once and has one id",
    async show(peer) {
      if (!peer.connector.repeats.deduplicated) return;
      const one = part("Said twice");
      const [first, second] = [await sendWell(peer, one), await sendWell(peer, one)];
      equal(first.remoteId, second.remoteId);
      equal(await count(peer, "Said twice"), 1);
    },
  },
  {
    title: "where repeats are deduplicated, the same part sent eight times at once stands there once",
    async show(peer) {
      if (!peer.connector.repeats.deduplicated) return;
      const one = part("Said at once");
      const sent = await Promise.all(Array.from({ length: 8 }, () => sendWell(peer, one)));
      equal(new Set(sent.map((each) => each.remoteId)).size, 1);
      equal(await count(peer, "Said at once"), 1);
    },
  },
  {
    title: "two parts with the same words both go out",
    async show(peer) {
      const [first, second] = [await sendWell(peer, part("Same words")), await sendWell(peer, part("Same words"))];
      notEqual(first.remoteId, second.remoteId);
      equal(await count(peer, "Same words"), 2);
    },
  },
  {
    title: "the look does not take an older item with the same words for the one sought",
    async show(peer) {
      await sendWell(peer, part("Words used before"));
      const sought = part("Words used before", { startedAt: new Date(Date.now() + 1) });
      if ((await look(peer, sought)) === null) return;
      equal(await look(peer, sought), "absent");
    },
  },
  {
    title: "a part that was never sent is absent",
    async show(peer) {
      const one = part("Never sent");
      if ((await look(peer, one)) === null) return;
      equal(await look(peer, one), "absent");
    },
  },
  {
    title: "a part the platform refuses is rejected with our own sentence, and nothing stands there",
    async show(peer) {
      const texts = [peer.texts.rejected, peer.texts.tooLong].filter((text) => text !== null);
      for (const text of texts) {
        const outcome = await send(peer, part(text));
        ok(outcome.is === "rejected", `${outcome.is} instead of rejected`);
        ok(/^[A-Z].*\.$/su.test(outcome.error.message), `no sentence: ${outcome.error.message}`);
      }
      deepEqual(await peer.items(), []);
    },
  },
  {
    title: "a channel that was signed out asks to reconnect, and nothing stands there",
    async show(peer) {
      if (peer.texts.reconnect === null) return;
      equal((await send(peer, part(peer.texts.reconnect))).is, "reconnect");
      deepEqual(await peer.items(), []);
    },
  },
  {
    title: "a fault that passes is temporary, changes nothing, and the same part goes out later, once",
    async show(peer) {
      if (peer.texts.temporary === null) return;
      const one = part(peer.texts.temporary);
      let tries = 0;
      let outcome = await send(peer, one);
      for (; outcome.is === "temporary" && tries < 8; tries += 1) {
        deepEqual(await peer.items(), []);
        outcome = await send(peer, one);
      }
      ok(tries > 0, "it never failed");
      equal(outcome.is, "published");
      equal(await count(peer, one.text), 1);
    },
  },
  {
    title: "a call that is cut off is unknown, never a failure that would be sent again unseen",
    async show(peer) {
      if (peer.texts.slow === null) return;
      const one = part(peer.texts.slow);
      equal((await peer.connector.publishPart(one, peer.account, peer.io(AbortSignal.timeout(100)))).is, "unknown");
    },
  },
  {
    title: "a part that answers one which is gone is rejected, and does not start a thread of its own",
    async show(peer) {
      const root = await sendWell(peer, part("Removed later"));
      const { remove } = peer.connector;
      if (!remove.can) return;
      equal(await remove.run(root.remoteId, peer.account, peer.io(never)), "removed");
      const reply = part("Answers nothing", { number: 2, root: root.remoteId, parent: root.remoteId });
      equal((await send(peer, reply)).is, "rejected");
      equal(await count(peer, "Answers nothing"), 0);
    },
  },
  {
    title: "an item is removed, and removing it again is quiet",
    async show(peer) {
      const { remove } = peer.connector;
      if (!remove.can) return ok(remove.why.length > 0);
      const sent = await sendWell(peer, part("To be removed"));
      equal(await remove.run(sent.remoteId, peer.account, peer.io(never)), "removed");
      equal(await remove.run(sent.remoteId, peer.account, peer.io(never)), "absent");
      deepEqual(await peer.items(), []);
    },
  },
  {
    title: "images arrive with the part that has them, in number",
    async show(peer) {
      const image = { fileName: "a.png", mime: "image/png", width: 4, height: 3, alt: "A dot" };
      await sendWell(peer, part("With images", { images: [image, { ...image, fileName: "b.png" }] }));
      deepEqual(
        (await peer.items()).map((item) => item.images),
        [2],
      );
    },
  },
];
