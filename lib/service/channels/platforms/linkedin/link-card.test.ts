import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ConformancePeer } from "#lib/service/channels/conformance/conformance-peer.ts";
import { createPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import type { LinkCardContent } from "#lib/service/channels/core/connector.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { withLinkPages } from "#lib/service/channels/testing/with-link-pages.ts";
import { linkedin } from "./platform.ts";

const link = "https://example.com/a_(b)?c=d_e";
const bytes = Buffer.from("ffd8ffe0ffd9", "hex");
const page: LinkCardContent = {
  title: "The (news)",
  description: "All of it",
  image: { bytes, mime: "image/jpeg", width: 64, height: 64 },
};
const image = { fileName: "A.jpg", mime: "image/jpeg", width: 64, height: 64, alt: "A" };
const write = "POST /rest/posts";
let server: PeerProcess;
beforeAll(async () => {
  server = await startPeerProcess(new URL("./testing/peer.ts", import.meta.url));
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.control({ mode: "ok" });
  await server.clock(0);
  await server.command("reset");
});

function open(read: LinkCardContent | { why: string } = page, remoteId = "organization:1111") {
  const account = { channelId: "c", username: "ada", remoteId, host: server.url, reportedLimits: {} };
  const access = "AQXNmadeUpAccessTokenOfAMemberWithPages0123456789";
  const { io } = createTestIo({
    platform: linkedin,
    account,
    secret: { access, refresh: null, accessEndsAt: null, more: {} },
    allow: [server.hostPort],
    images: new Map([[image.fileName, bytes]]),
    onDelay: server.passTime,
  });
  const peer: ConformancePeer = {
    connector: linkedin.connector,
    account,
    io,
    outside: null,
    tooLong: "",
    images: [image],
    items: server.items,
    fault: async () => ({ can: false, why: "" }) as const,
  };
  return withLinkPages(peer, () => read);
}

const articles = () => server.command<(object | null)[]>("articles");
const urn = expect.stringMatching(/^urn:li:image:/u);

describe("a link card on LinkedIn", () => {
  test.each(["organization:1111", "person:782bbtaQ"])(
    "a post by %s has an article with a thumbnail",
    async (remoteId) => {
      const peer = open(page, remoteId);
      await server.command("processImages", { ms: 4_000 });
      await publishPart(peer, createPart(peer, `Read ${link}`));
      expect(await articles()).toEqual([
        { source: link, title: "The (news)", description: "All of it", thumbnail: urn },
      ]);
    },
  );

  test("a post with images has no article", async () => {
    const peer = open();
    await publishPart(peer, createPart(peer, `Read ${link}`, { images: [image] }));
    expect(await articles()).toEqual([null]);
    expect(peer.reads).toEqual([]);
  });

  test("a thumbnail that takes too long is left out, and the post is not kept back", async () => {
    const peer = open();
    await server.command("processImages", { ms: 90_000 });
    await publishPart(peer, createPart(peer, `Read ${link}`));
    expect(await articles()).toEqual([{ source: link, title: "The (news)", description: "All of it" }]);
  });

  test("a person's thumbnail that LinkedIn still processes is tried once more and then left out", async () => {
    const peer = open(page, "person:782bbtaQ");
    await server.command("processImages", { ms: 90_000 });
    const part = createPart(peer, `Read ${link}`);
    expect(await sendPart(peer, part)).toMatchObject({ type: "temporary", retryAfterMs: 15_000 });
    expect(await sendPart(peer, part)).toMatchObject({ type: "temporary" });
    await publishPart(peer, part);
    expect(await articles()).toEqual([{ source: link, title: "The (news)", description: "All of it" }]);
  });

  test("a post that LinkedIn refuses with its article is sent again without it", async () => {
    const peer = open();
    const part = createPart(peer, `Read ${link}`);
    await server.control({ mode: "refused-article", on: write });
    expect(await sendPart(peer, part)).toMatchObject({ type: "temporary", retryAfterMs: 1_000 });
    const sent = await publishPart(peer, part);
    expect(sent.note).toBe("Published without a link card. LinkedIn didn't take the card.");
    expect(await articles()).toEqual([null]);
  });

  test("a page that can't be read leaves the article out, unless the author gave a title", async () => {
    const peer = open({ why: "The link's page has no title." });
    const sent = await publishPart(peer, createPart(peer, `Read ${link}`));
    expect(sent.note).toBe("Published without a link card. The link's page has no title.");
    const linkCard = { url: link, title: "Mine" };
    expect((await publishPart(peer, createPart(peer, `See ${link}`, { linkCard }))).note).toBe(undefined);
    expect(await articles()).toEqual([null, { source: link, title: "Mine" }]);
  });
});
