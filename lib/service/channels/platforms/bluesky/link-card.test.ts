import { describe, expect, test } from "vitest";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import type { LinkCardContent } from "#lib/service/channels/core/connector.ts";
import { withLinkPages } from "#lib/service/channels/testing/with-link-pages.ts";
import { listRecords, openBlueskyPeer } from "./testing/account.ts";
import { setUpPds } from "./testing/pds-fixture.ts";

const servers = setUpPds();

const link = "https://example.com/news";
const upload = "POST /xrpc/com.atproto.repo.uploadBlob";
const create = "POST /xrpc/com.atproto.repo.createRecord";

/** Opens an account whose links lead to a page, or to `page`. */
async function open(page?: LinkCardContent | { why: string }) {
  const peer = await openBlueskyPeer(servers.pds, servers.proxy);
  const [first] = peer.images;
  if (!first) throw new Error("no image");
  const bytes = await peer.io(new AbortController().signal).readImage(first);
  const image = { bytes, mime: "image/jpeg", width: 40, height: 30 };
  const withPages = withLinkPages(peer, () => page ?? { title: "The news", description: "All of it", image });
  const embed = async () => (await listRecords(servers.pds, peer.owner.did)).map(({ value }) => value.embed ?? null);
  return { ...withPages, embed };
}

describe("a link card on Bluesky", () => {
  test("the first link becomes a card with the page's title, description and image", async () => {
    const peer = await open();
    await publishPart(peer, createPart(peer, `Read ${link} and https://example.com/other`));
    const [embed] = await peer.embed();
    expect(embed).toMatchObject({
      $type: "app.bsky.embed.external",
      external: { uri: link, title: "The news", description: "All of it", thumb: { mimeType: "image/jpeg" } },
    });
  });

  test("the author's choice of link and texts wins, and a choice of none leaves the card out", async () => {
    const peer = await open();
    const text = `Read ${link} and https://example.com/other`;
    const linkCard = { url: "https://example.com/other", title: "Mine", description: "" };
    await publishPart(peer, createPart(peer, text, { linkCard }));
    await publishPart(peer, createPart(peer, text, { linkCard: { url: null } }));
    const [chosen, none] = await peer.embed();
    expect(chosen.external).toMatchObject({ uri: "https://example.com/other", title: "Mine", description: "" });
    expect(none).toBe(null);
  });

  test("a part with images has no card, and its page is not read", async () => {
    const peer = await open();
    await publishPart(peer, createPart(peer, `Look: ${link}`, { images: peer.images }));
    expect((await peer.embed())[0].$type).toBe("app.bsky.embed.images");
    expect(peer.reads).toEqual([]);
  });

  test("a page that can't be read leaves the card out, and the post says so", async () => {
    const peer = await open({ why: "The link's server answered with status 404." });
    const sent = await publishPart(peer, createPart(peer, `Read ${link}`));
    expect(sent.note).toBe("Published without a link card. The link's server answered with status 404.");
    expect(await peer.embed()).toEqual([null]);
  });

  test("an image that the server does not take leaves a card without an image", async () => {
    const peer = await open();
    await servers.proxy.control({ on: upload, mode: "answer", status: 400, json: { error: "InvalidRequest" } });
    const sent = await publishPart(peer, createPart(peer, `Read ${link}`));
    expect(sent.note).toBe(undefined);
    expect((await peer.embed())[0].external).toEqual({ uri: link, title: "The news", description: "All of it" });
  });

  test("a post that the server refuses with its card is sent again without it", async () => {
    const peer = await open();
    const part = createPart(peer, `Read ${link}`);
    await servers.proxy.control({
      on: create,
      mode: "answer",
      status: 400,
      json: { error: "InvalidRequest" },
      times: 1,
    });
    expect(await sendPart(peer, part)).toMatchObject({ type: "temporary", retryAfterMs: 1_000 });
    const sent = await publishPart(peer, part);
    expect(sent.note).toBe("Published without a link card. Bluesky didn't take the card.");
    expect(await peer.embed()).toEqual([null]);
  });

  test("a retry sends the same card, and a lookup recognises it", async () => {
    const peer = await open();
    const part = createPart(peer, `Read ${link}`);
    await servers.proxy.control({ on: create, mode: "reset-before", times: 1 });
    expect((await sendPart(peer, part)).type).toBe("unknown");
    await publishPart(peer, part);
    expect(peer.reads).toEqual([link]);
    expect(await lookUpPart(peer, part)).toMatchObject({ type: "found" });
  });
});
