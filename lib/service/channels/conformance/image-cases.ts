import { deepEqual, equal, ok } from "node:assert/strict";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { ConformanceCase, ConformancePeer } from "./conformance-peer.ts";
import { assertSentence, createPart, describeOutcome, publishPart, sendPart } from "./conformance-steps.ts";

const takesImages = (peer: ConformancePeer) => (getPlatformRules(peer.connector.slug)?.images.max ?? 0) > 0;

export const imageCases: readonly ConformanceCase[] = [
  {
    title: "images are published in order, with descriptions where the platform supports them",
    async show(peer) {
      if (!takesImages(peer)) return;
      const { describes } = getPlatformRules(peer.connector.slug)?.images ?? {};
      const images = peer.images.slice(0, getPlatformRules(peer.connector.slug)?.images.max);
      await publishPart(peer, createPart(peer, "With images", { images }));
      deepEqual(
        (await peer.items()).map((item) => item.images),
        [images.map((image) => (describes ? image.alt : ""))],
      );
    },
  },
  {
    title: "a part with one image is published with an id",
    async show(peer) {
      if (!takesImages(peer)) return;
      const sent = await publishPart(peer, createPart(peer, "One image", { images: peer.images.slice(0, 1) }));
      ok(sent.remoteId.length > 0);
      equal((await peer.items())[0]?.images.length, 1);
    },
  },
  {
    title: "an upload lost before the part is sent is repeated, and the part is published once",
    async show(peer) {
      const { prepare } = peer.connector;
      if (!prepare.can || !takesImages(peer)) return;
      const one = createPart(peer, "Upload lost", { images: peer.images.slice(0, 2) });
      const first = await prepare.run(one, peer.account, peer.io(new AbortController().signal));
      ok(first.type === "ready", first.type);
      one.prepared = first.prepared;
      const caused = await peer.fault("upload-lost");
      if (!caused.can) return;
      let outcome = await sendPart(peer, one);
      for (let tries = 0; outcome.type === "temporary" && tries < 3; tries += 1) outcome = await sendPart(peer, one);
      equal(outcome.type, "published", describeOutcome(outcome));
      deepEqual(
        (await peer.items()).map((item) => item.images.length),
        [2],
      );
    },
  },
  {
    title: "preparing a part again repeats no finished upload",
    async show(peer) {
      const { prepare } = peer.connector;
      if (!prepare.can || !takesImages(peer) || peer.outside === null) return;
      const one = createPart(peer, "Uploaded once", { images: peer.images.slice(0, 2) });
      const signal = new AbortController().signal;
      const first = await prepare.run(one, peer.account, peer.io(signal));
      ok(first.type === "ready", first.type);
      one.prepared = first.prepared;
      const sizes = () => peer.outside?.requests().filter(({ body }) => typeof body !== "string" && body).length ?? 0;
      const uploads = sizes();
      const again = await prepare.run(one, peer.account, peer.io(signal));
      ok(again.type === "ready", again.type);
      equal(sizes(), uploads);
    },
  },
  {
    title: "a part waits for an image in processing, then is published once",
    async show(peer) {
      const caused = await peer.fault("image-processing");
      if (!caused.can) return;
      const one = createPart(peer, caused.text ?? "Processing", { images: peer.images.slice(0, 1) });
      let outcome = await sendPart(peer, one);
      for (let tries = 0; ["temporary", "wait"].includes(outcome.type) && tries < 5; tries += 1) {
        deepEqual(await peer.items(), []);
        outcome = await sendPart(peer, one);
      }
      equal(outcome.type, "published", describeOutcome(outcome));
      equal((await peer.items()).length, 1);
    },
  },
  {
    title: "a refused image publishes nothing, not even the text alone",
    async show(peer) {
      const caused = await peer.fault("image-refused");
      if (!caused.can) return;
      const outcome = await sendPart(
        peer,
        createPart(peer, caused.text ?? "Refused image", { images: peer.images.slice(0, 1) }),
      );
      ok(outcome.type === "rejected", describeOutcome(outcome));
      assertSentence(outcome.error.message);
      deepEqual(await peer.items(), []);
    },
  },
];
