import { describe, expect, test } from "vitest";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { mastodon } from "./platform.ts";
import { images, publishRoute, startMastodonServerForTests } from "./testing/mastodon-fixture.ts";

const { server, openPeer } = startMastodonServerForTests();
const never = () => new AbortController().signal;

describe.each(["Pleroma", "Akkoma"])("a server like %s", (software) => {
  const open = async () => {
    await server().command("set", { isPleroma: true });
    return await openPeer({ software, whole: true });
  };

  test(`${software} publishes a post with images although it shows uploads to nobody with our permissions`, async () => {
    const peer = await open();
    await publishPart(peer, createPart(peer, "With images", { images: images.slice(0, 2) }));
    expect((await server().items())[0]?.images).toEqual(["One", "Two"]);
  });

  test(`a part that ${software} refused for a while is published by the next attempt`, async () => {
    const peer = await open();
    const part = createPart(peer, "Again");
    await server().control({ mode: "throttled", on: publishRoute });
    expect(await sendPart(peer, part)).toMatchObject({
      type: "temporary",
      error: { reason: "quota", message: expect.stringContaining("“Throttled”") },
    });
    await server().control({ mode: "ok" });
    expect(await sendPart(peer, part)).toMatchObject({ type: "published" });
  });

  test(`access withdrawn on ${software}, told as 403, asks for a reconnect and signs the account out`, async () => {
    const peer = await open();
    await server().command("revoke");
    expect(await sendPart(peer, createPart(peer, "No access"))).toMatchObject({ type: "reconnect" });
    expect(await mastodon.profile(peer.account, peer.io(never()))).toEqual({ type: "signed_out" });
  });
});

describe("a server like Friendica", () => {
  const open = async () => {
    await server().command("set", { isFriendica: true });
    return await openPeer({ software: "Friendica", whole: true });
  };

  test.each([
    "A tag #news and words",
    "Plain words",
    "Read https://example.org/2026/11/a-long-article?page=2&from=1 today",
    "https://www.example.org/ and more",
  ])(
    "a post with the text %j whose answer was lost is found on Friendica, which builds the source back",
    async (text) => {
      const peer = await open();
      const part = createPart(peer, text);
      const { remoteId } = await publishPart(peer, part);
      expect(await lookUpPart(peer, part)).toMatchObject({ type: "found", sent: { remoteId } });
      expect(await lookUpPart(peer, createPart(peer, "Never sent #news"))).toEqual({ type: "absent" });
    },
  );

  test.each(["Words with *stars*", "A film https://www.youtube.com/watch?v=abc to see"])(
    "a post that Friendica shows in another way is never called absent: %s",
    async (text) => {
      const peer = await open();
      const part = createPart(peer, text);
      await publishPart(peer, part);
      expect(await lookUpPart(peer, part)).toEqual({ type: "cannot_tell" });
      expect(await lookUpPart(peer, createPart(peer, "Never sent https://example.org/"))).toEqual({ type: "absent" });
    },
  );

  test("access withdrawn on Friendica, told as 403 in the server's language, signs the account out", async () => {
    const peer = await open();
    await server().command("revoke");
    expect(await sendPart(peer, createPart(peer, "No access"))).toMatchObject({ type: "reconnect" });
    expect(await mastodon.profile(peer.account, peer.io(never()))).toEqual({ type: "signed_out" });
  });

  test("a limit of posts in a day is told in Friendica's own words", async () => {
    const peer = await open();
    const error_description = "Daily posting limit of 5 posts reached. The post was rejected.";
    const json = { error: "Too Many Requests", error_description };
    await server().control({ mode: "answer", on: publishRoute, status: 429, json });
    expect(await sendPart(peer, createPart(peer, "The sixth"))).toMatchObject({
      type: "temporary",
      error: { reason: "quota", message: expect.stringContaining("Daily posting limit of 5 posts reached") },
    });
  });
});
