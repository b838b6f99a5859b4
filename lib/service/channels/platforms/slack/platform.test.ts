import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getPreviewStyle } from "#lib/contract/platforms/preview-styles.ts";
import { createPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { type ConformanceFixture, describeConformance } from "#lib/service/channels/testing/describe-conformance.ts";
import { maxSectionCharacters, toSectionTexts } from "./blocks.ts";
import { parseWebhookUrl, slack } from "./platform.ts";

const access = "T0ACME000/B0HOOK000/madeUpSecretOfAWebhook01";
const write = "POST /services/:team/:hook/:secret";

describeConformance({
  platform: slack,
  module: new URL("./testing/peer.ts", import.meta.url),
  write,
  account: { username: "#announcements", remoteId: "T0ACME000/B0HOOK000", reportedLimits: {} },
  secret: { access, refresh: null, accessEndsAt: null, more: {} },
  secrets: ["madeUpSecretOfAWebhook01"],
  faults: {
    "refused-content": { mode: "refused", on: write },
    forbidden: { mode: "prohibited", on: write },
    "signed-out": { mode: "removed", times: "always" },
    "image-refused": "Slack answers alike for an image that it refuses and one that it could not load in time.",
    "token-expired": "A webhook's address doesn't expire.",
    "late-lists": "The peer has no lists.",
  },
  more: (stage) => describe("Slack", () => tests(stage)),
});

function tests(stage: () => ConformanceFixture): void {
  const peerOf = ({ reach, account }: ConformanceFixture) => ({
    connector: slack.connector,
    account,
    io: reach.io,
    outside: null,
    tooLong: "",
    images: [],
    items: stage().peer.items,
    fault: async () => ({ can: false, why: "" }) as const,
  });
  const connect = (values: Record<string, string>) =>
    slack.connect.by === "form" ? slack.connect.run(values, stage().reach.net) : expect.fail("not a form");

  test("a published message has no address, and its id is the one that we gave to its block", async () => {
    const one = createPart(peerOf(stage()), "Only ok");
    expect(await publishPart(peerOf(stage()), one)).toMatchObject({ remoteId: `postwright-${one.key}`, url: null });
  });

  test("brackets, ampersands and mentions are shown as written", async () => {
    const text = "a < b & c > d <!channel> <@U1> &amp; see https://example.com/?a=1&b=2, @here\nhttps://b.example";
    await publishPart(peerOf(stage()), createPart(peerOf(stage()), text));
    expect((await stage().peer.items())[0]?.text).toBe(text);
  });

  test("a link is sent with the same preview card as in the composer", async () => {
    expect(getPreviewStyle("slack").link).toBe("card");
    await publishPart(
      peerOf(stage()),
      createPart(peerOf(stage()), "Read https://example.com/a?b=1, or see https://a.org/x.png"),
    );
    expect(await stage().peer.command("cards")).toEqual(["https://example.com/a?b=1", "https://a.org/x.png"]);
  });

  test("a text of the full length is published whole, however many escapes it needs", async () => {
    const text = "<&> ".repeat(750).trimEnd().padEnd(3_000, "&");
    await publishPart(peerOf(stage()), createPart(peerOf(stage()), text));
    expect((await stage().peer.items())[0]?.text).toBe(text);
  });

  test("without a public address a post with images is not sent and says why", async () => {
    const { reach, images } = stage();
    const io = (signal: AbortSignal) => ({ ...reach.io(signal), imageUrl: () => null });
    const peer = { ...peerOf(stage()), io };
    const outcome = await sendPart(peer, createPart(peer, "A picture", { images: images.slice(0, 1) }));
    expect(outcome).toMatchObject({ type: "rejected", error: { reason: "media", message: /no public address/ } });
    expect(reach.requests).toEqual([]);
  });

  test("an image that Slack could not load is sent again later, with the text", async () => {
    const { peer, images } = stage();
    await peer.control({ mode: "bad-image", on: write });
    const one = createPart(peerOf(stage()), "A picture", { images: images.slice(0, 1) });
    expect(await sendPart(peerOf(stage()), one)).toEqual({
      type: "temporary",
      error: {
        reason: "media",
        message: "Slack couldn't load an image from the address of this installation. It says: “invalid_blocks”.",
      },
      retryAfterMs: 10_000,
    });
    expect(await peer.items()).toEqual([]);
    expect(await sendPart(peerOf(stage()), one)).toMatchObject({ type: "published" });
    expect(await peer.items()).toHaveLength(1);
  });

  test("Slack's own word is quoted", async () => {
    await stage().peer.control({ mode: "refused", on: write });
    const outcome = await sendPart(peerOf(stage()), createPart(peerOf(stage()), "Refused"));
    expect(outcome).toMatchObject({
      type: "rejected",
      error: { message: "Slack doesn't accept the content. It says: “invalid_payload”." },
    });
  });

  test("a word that Slack's page doesn't have is tried again", async () => {
    await stage().peer.control({ mode: "unknown-word", on: write });
    const one = createPart(peerOf(stage()), "Once more");
    expect(await sendPart(peerOf(stage()), one)).toMatchObject({
      type: "temporary",
      error: { reason: "server", message: expect.stringContaining("“something_new”") },
    });
    expect(await sendPart(peerOf(stage()), one)).toMatchObject({ type: "published" });
  });

  test("an archived channel asks for a reconnect", async () => {
    await stage().peer.control({ mode: "archived" });
    const outcome = await sendPart(peerOf(stage()), createPart(peerOf(stage()), "Too late"));
    expect(outcome).toMatchObject({ type: "reconnect", error: { reason: "gone" } });
  });

  test("a channel is connected by address and name without a test post", async () => {
    const url = `https://hooks.slack.com/services/${access}`;
    expect(await connect({ url, channel: "#announcements" })).toEqual({
      profile: {
        remoteId: "T0ACME000/B0HOOK000",
        username: "#announcements",
        name: "#announcements",
        avatarUrl: null,
        verified: false,
        host: stage().peer.url,
        told: {},
      },
      secret: { access, refresh: null, accessEndsAt: null, more: {} },
    });
    expect(await connect({ url, channel: " " })).toMatchObject({ field: "channel" });
    expect(await connect({ url: "https://hooks.slack.com/triggers/T0/1/x", channel: "a" })).toMatchObject({
      field: "url",
    });
    expect(stage().reach.requests).toEqual([]);
  });
}

test.each([
  `http://hooks.slack.com/services/${access}`,
  `https://hooks.slack.com.evil.example/services/${access}`,
  `https://evil.example/services/${access}`,
  `https://a:b@hooks.slack.com/services/${access}`,
  "https://hooks.slack.com/services/T0ACME000/B0HOOK000",
  "no address",
])("%s is not an incoming webhook", (url) => {
  expect(parseWebhookUrl(url, "https://hooks.slack.com")).toBeNull();
});

test("sections stay within Slack's limit, split no escape, and together contain the whole text", () => {
  const word = fc.constantFrom("&", "<", ">", " ", "\n", "word", "https://example.com/a&b", "😀", "&amp;");
  fc.assert(
    fc.property(fc.array(fc.tuple(word, fc.integer({ min: 1, max: 900 })), { minLength: 1, maxLength: 6 }), (runs) => {
      const text = runs
        .map(([one, times]) => one.repeat(times))
        .join("")
        .slice(0, 3_000);
      const sections = toSectionTexts(text);
      for (const section of sections) {
        expect(section.length).toBeLessThanOrEqual(maxSectionCharacters);
        expect(section.replace(/&(?:amp|lt|gt);/g, "")).not.toContain("&");
      }
      const shown = sections
        .join("")
        .replace(/[<>]/g, "")
        .replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: "&", lt: "<", gt: ">" })[name] ?? "");
      expect(shown).toBe(text);
    }),
    { numRuns: 200 },
  );
});
