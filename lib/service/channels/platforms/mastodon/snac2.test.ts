import { describe, expect, test } from "vitest";
import { conformanceCases } from "#lib/service/channels/conformance/conformance-cases.ts";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { probeChannel } from "#lib/service/channels/probe/probe-channel.ts";
import { describeDelivery } from "#lib/service/channels/testing/describe-delivery.ts";
import { mastodon } from "./platform.ts";
import { images, publishRoute, startMastodonServerForTests } from "./testing/mastodon-fixture.ts";

const { server, openPeer } = startMastodonServerForTests({ isSnac2: true });

/** Matches the cases that need a take-down, which snac2 lacks. */
const needsDelete = /removed/;
describe("conformance on a server like snac2", () => {
  test.for(conformanceCases.filter(({ title }) => !needsDelete.test(title)))("$title", async ({ show }) => {
    await show(await openPeer());
  });
});

describeDelivery({
  platform: mastodon,
  open: async () => ({
    ...(await openPeer()),
    hosts: [server().hostPort],
    heard: async () => (await server().log()).map(({ body }) => body),
  }),
});

describe("a server like snac2", () => {
  test("an image never replaces the image of an earlier post", async () => {
    const peer = await openPeer();
    await publishPart(peer, createPart(peer, "Monday", { images: images.slice(0, 1) }));
    await publishPart(peer, createPart(peer, "Tuesday", { images: images.slice(1, 2) }));
    expect((await server().items()).map((item) => item.images)).toEqual([["One"], ["Two"]]);
  });

  test("four images are published as four", async () => {
    const peer = await openPeer();
    await publishPart(peer, createPart(peer, "All of them", { images }));
    expect((await server().items())[0]?.images).toEqual(["One", "Two", "Three", "Four"]);
  });

  test("two images that the server stores as one are refused before publishing and can be uploaded again", async () => {
    const peer = await openPeer();
    const twins = images.slice(0, 2).map((image) => ({ ...image, fileName: "One.png" }));
    const one = createPart(peer, "Twins", { images: twins });
    expect(await sendPart(peer, one)).toMatchObject({
      type: "rejected",
      error: { reason: "media", message: expect.stringContaining("stores two of the images as one") },
    });
    expect(await server().items()).toEqual([]);
    expect(await sendPart(peer, { ...one, images: images.slice(0, 2) })).toMatchObject({ type: "published" });
    expect((await server().items())[0]?.images).toEqual(["One", "Two"]);
  });

  test("a post that shows fewer images than were sent is published with a note", async () => {
    const peer = await openPeer();
    await server().command("set", { imagesShown: 1 });
    const sent = await publishPart(peer, createPart(peer, "One of three", { images: images.slice(0, 3) }));
    expect(sent.note).toBe(`${server().hostPort} shows only 1 of the 3 images. Check the post there.`);
    await server().command("set", { imagesShown: 4 });
    expect(
      (await publishPart(peer, createPart(peer, "All three", { images: images.slice(0, 3) }))).note,
    ).toBeUndefined();
  });

  test("a post with a lost answer that shows fewer images is never believed absent", async () => {
    const peer = await openPeer();
    await server().command("set", { imagesShown: 1 });
    await server().control({ mode: "reset-after", on: publishRoute });
    const one = createPart(peer, "Lost with two images", { images: images.slice(0, 2) });
    expect(await sendPart(peer, one)).toEqual({ type: "unknown" });
    expect(await lookUpPart(peer, one)).toEqual({ type: "cannot_tell" });
    expect(await lookUpPart(peer, createPart(peer, "Another text", { images: images.slice(0, 2) }))).toEqual({
      type: "absent",
    });
  });

  test("a post whose marks the server read as Markdown is never believed absent", async () => {
    const peer = await openPeer();
    await server().command("set", { readsMarkdown: true });
    await server().control({ mode: "reset-after", on: publishRoute });
    const one = createPart(peer, "Lost with *stars* in it");
    expect(await sendPart(peer, one)).toEqual({ type: "unknown" });
    expect(await lookUpPart(peer, one)).toEqual({ type: "cannot_tell" });
    expect(await lookUpPart(peer, createPart(peer, "With *other* text"))).toEqual({ type: "absent" });
  });

  test("a post that the server can't delete is never reported as removed", async () => {
    const peer = await openPeer();
    const { remoteId } = await publishPart(peer, createPart(peer, "It stays"));
    const { remove } = mastodon.connector;
    if (!remove.can) return expect.fail("remove is available");
    const io = peer.io(new AbortController().signal);
    expect(await remove.run(remoteId, peer.account, io)).toBe("cannot");
    await server().control({ mode: "proxy-page", status: 404, times: 3 });
    expect(await remove.run(remoteId, peer.account, io)).toBe("cannot");
    await server().command("removeItem", { id: remoteId });
    expect(await remove.run(remoteId, peer.account, io)).toBe("absent");
  });

  test("a test of its channel promises no deletion and names every post that stays", async () => {
    const peer = await openPeer({ software: "snac2" });
    const io = peer.io(new AbortController().signal);
    const { account, connector } = peer;
    const before = (await server().log()).length;
    const report = await probeChannel({ connector, account, io, takeDownIo: io, key: "key", image: null, secrets: [] });
    const items = await server().items();
    expect(items[0]?.text).toMatch(/It can be deleted\.$/);
    expect(report.left).toHaveLength(items.length);
    const routes = (await server().log()).slice(before).map(({ route }) => route);
    expect(routes.filter((route) => route.startsWith("DELETE"))).toEqual([]);
  });

  test("a lookup stops at a repeated page: absent after a short page, uncertain after a full one", async () => {
    const peer = await openPeer();
    await publishPart(peer, createPart(peer, "The only one"));
    const before = (await server().log()).length;
    expect(await lookUpPart(peer, createPart(peer, "Never sent"))).toEqual({ type: "absent" });
    const lists = (await server().log()).slice(before).filter(({ route }) => route.endsWith("/:id/statuses"));
    expect(lists).toHaveLength(2);
    for (let index = 0; index < 20; index += 1) await publishPart(peer, createPart(peer, `Number ${index}`));
    expect(await lookUpPart(peer, createPart(peer, "Never sent either"))).toEqual({ type: "cannot_tell" });
  });
});
