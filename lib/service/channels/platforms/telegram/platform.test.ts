import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { type ConformanceFixture, describeConformance } from "#lib/service/channels/testing/describe-conformance.ts";
import { parseChatName, parseTopic } from "./connect.ts";
import { telegram } from "./platform.ts";

const token = "123456789:AAE-test_token_of_a_bot_that_is_made_up";
const told = { type: "channel", botId: 123456789, botName: "acme_post_bot" };

describeConformance({
  platform: telegram,
  module: new URL("./testing/peer.ts", import.meta.url),
  write: "POST /:bot/sendMessage",
  account: { username: "acme_news", remoteId: "-1001234567890", reportedLimits: told },
  secret: { access: token, refresh: null, accessEndsAt: null, more: {} },
  secrets: [token],
  faults: {
    "refused-content": { mode: "refused", on: "POST /:bot/sendMessage" },
    forbidden: { mode: "no-rights", on: "POST /:bot/sendMessage" },
    "signed-out": { mode: "revoked", times: "always" },
    "image-refused": { mode: "bad-photo", on: "POST /:bot/sendPhoto" },
    "token-expired": "A bot's token doesn't expire.",
    "late-lists": "The peer has no lists.",
  },
  more: (stage) => describe("Telegram", () => tests(stage)),
});

function tests(stage: () => ConformanceFixture): void {
  const peerOf = ({ reach, account }: ConformanceFixture) => ({
    connector: telegram.connector,
    account,
    io: reach.io,
    outside: null,
    tooLong: "",
    images: [],
    items: stage().peer.items,
    fault: async () => ({ can: false, why: "" }) as const,
  });
  const connect = (values: Record<string, string>) =>
    telegram.connect.by === "form" ? telegram.connect.run(values, stage().reach.net) : expect.fail("not a form");

  test("a message of a public channel is linked by the channel's name, and its text is not parsed as markup", async () => {
    const text = "*not bold* _nor_ <b>this</b> [x](https://example.com) & \\_";
    const sent = await publishPart(peerOf(stage()), createPart(peerOf(stage()), text));
    expect(sent.url).toBe(`https://t.me/acme_news/${sent.remoteId}`);
    expect((await stage().peer.items())[0]?.text).toBe(text);
  });

  test("an album is published in order as one post, and removing it removes every image", async () => {
    const { peer, images, reach, account } = stage();
    const sent = await publishPart(peerOf(stage()), createPart(peerOf(stage()), "Three", { images }));
    const bytes = await Promise.all(images.map((image) => reach.io(new AbortController().signal).readImage(image)));
    expect(await peer.command("files")).toEqual(bytes.map((one) => createHash("sha256").update(one).digest("hex")));
    expect(await peer.items()).toHaveLength(1);
    expect(sent.url).toBe(`https://t.me/acme_news/${sent.remoteId.split(",")[0]}`);
    const { remove } = telegram.connector;
    if (!remove.can) return expect.fail("remove is available");
    const io = reach.io(new AbortController().signal);
    expect(await remove.run(sent.remoteId, account, io)).toBe("removed");
    expect(await peer.items()).toEqual([]);
    expect(await remove.run(sent.remoteId, account, io)).toBe("absent");
  });

  test("an image with one edge over twenty times the other, which Telegram refuses, gets white edges", () => {
    expect(telegram.connector.imageForm?.(stage().account)).toMatchObject({ ratio: { min: 0.05, max: 20 } });
  });

  test("a message that the bot may no longer delete is reported as such", async () => {
    const sent = await publishPart(peerOf(stage()), createPart(peerOf(stage()), "Old"));
    await stage().peer.control({ mode: "too-old" });
    const { remove } = telegram.connector;
    if (!remove.can) return expect.fail("remove is available");
    const io = stage().reach.io(new AbortController().signal);
    expect(await remove.run(sent.remoteId, stage().account, io)).toBe("cannot");
  });

  test("a text of 1,025 characters is published alone and refused with an image before anything is sent", async () => {
    const text = "a".repeat(1_025);
    const { images, reach } = stage();
    await publishPart(peerOf(stage()), createPart(peerOf(stage()), text));
    const asked = reach.requests.length;
    const outcome = await sendPart(peerOf(stage()), createPart(peerOf(stage()), text, { images: images.slice(0, 1) }));
    expect(outcome).toMatchObject({
      type: "rejected",
      error: { message: "The text has 1025 characters; Telegram allows 1024 with images." },
    });
    expect(reach.requests).toHaveLength(asked);
  });

  test("a message of a private channel or group is linked for its members", async () => {
    const { account, reach } = stage();
    const peer = { ...peerOf(stage()), account: { ...account, remoteId: "-1009876543210" } };
    const sent = await publishPart(peer, createPart(peer, "For members"));
    expect(sent.url).toBe(`https://t.me/c/9876543210/${sent.remoteId}`);
    expect(reach.requests).toHaveLength(1);
  });

  test("an album that Telegram shows with fewer images has a note for its author", async () => {
    await stage().peer.control({ mode: "drops-image", on: "POST /:bot/sendMediaGroup" });
    const { images } = stage();
    const sent = await publishPart(peerOf(stage()), createPart(peerOf(stage()), "Three", { images }));
    expect(sent.note).toBe("Telegram shows only 2 of the 3 images. Check the post there.");
    expect((await publishPart(peerOf(stage()), createPart(peerOf(stage()), "All", { images }))).note).toBeUndefined();
  });

  test("a group is connected for one of its topics, which every message names and each check keeps", async () => {
    const { account, reach } = stage();
    const connected = await connect({ token, chat: "-1009876543210", topic: "https://t.me/c/9876543210/45" });
    if (!("profile" in connected)) return expect.fail(connected.problem);
    expect(connected.profile.told).toMatchObject({ type: "supergroup", topic: 45 });
    const topical = { ...account, remoteId: "-1009876543210", reportedLimits: connected.profile.told };
    const peer = { ...peerOf(stage()), account: topical };
    await publishPart(peer, createPart(peer, "To the topic"));
    expect(JSON.parse((await stage().peer.log()).at(-1)?.body ?? "")).toMatchObject({ message_thread_id: 45 });
    const seen = await telegram.profile(topical, reach.io(new AbortController().signal));
    expect(seen).toMatchObject({ type: "seen", profile: { told: { topic: 45 } } });
    expect(await connect({ token, chat: "@acme_news", topic: "45" })).toMatchObject({ field: "topic" });
    await stage().peer.control({ mode: "topic-gone" });
    expect(await sendPart(peer, createPart(peer, "Gone"))).toMatchObject({
      type: "reconnect",
      error: { reason: "gone" },
    });
  });

  test("a closed topic is named as the reason", async () => {
    await stage().peer.control({ mode: "topic-closed" });
    expect(await sendPart(peerOf(stage()), createPart(peerOf(stage()), "Closed"))).toEqual({
      type: "rejected",
      error: { reason: "forbidden", message: "The group's topic is closed. Reopen it, then send again." },
    });
  });

  test("a removed bot asks for a reconnect", async () => {
    await stage().peer.control({ mode: "kicked" });
    expect(await sendPart(peerOf(stage()), createPart(peerOf(stage()), "Out"))).toMatchObject({
      type: "reconnect",
      error: { reason: "forbidden" },
    });
  });

  test("a channel is connected by token and name if the bot may post there", async () => {
    expect(await connect({ token: ` ${token} `, chat: "https://t.me/acme_news" })).toEqual({
      profile: {
        remoteId: "-1001234567890",
        username: "acme_news",
        name: "Acme News",
        avatarUrl: null,
        verified: false,
        host: stage().peer.url,
        told,
      },
      secret: { access: token, refresh: null, accessEndsAt: null, more: {} },
    });
    expect(await connect({ token, chat: "-1009876543210" })).toMatchObject({ profile: { name: "Acme Talk" } });
  });

  test.each([
    [{ token: "nothing", chat: "@acme_news" }, "token", /isn't a bot token/],
    [{ token: token.replace("AAE", "BBE"), chat: "@acme_news" }, "token", /doesn't know this token/],
    [{ token, chat: "https://t.me/+abcdef" }, "chat", /public name/],
    [{ token, chat: "@someone_else" }, "chat", /can't find this channel/],
  ])("the error for %j appears at its field", async (values, field, problem) => {
    expect(await connect(values)).toEqual({ field, problem: expect.stringMatching(problem) });
  });

  test("a bot that is not an administrator is not connected, and a later loss of rights is detected", async () => {
    await stage().peer.control({ mode: "no-admin", on: "POST /:bot/getChatMember" });
    expect(await connect({ token, chat: "@acme_news" })).toMatchObject({ field: "chat" });
    const { account, reach } = stage();
    const see = () => telegram.profile(account, reach.io(new AbortController().signal));
    expect(await see()).toMatchObject({ type: "seen", profile: { remoteId: account.remoteId, told } });
    await stage().peer.control({ mode: "no-admin", on: "POST /:bot/getChatMember" });
    expect(await see()).toEqual({ type: "signed_out" });
    await stage().peer.control({ mode: "5xx-before" });
    expect(await see()).toEqual({ type: "cannot_tell" });
  });
}

test.each([
  ["@acme_news", "@acme_news"],
  ["acme_news", "@acme_news"],
  ["t.me/s/acme_news", "@acme_news"],
  ["-1001234567890", "-1001234567890"],
  ["https://t.me/c/123/4", null],
  ["https://evil.example/acme", null],
  ["abc", null],
])("the chat %s is read as %s", (typed, chat) => {
  expect(parseChatName(typed)).toBe(chat);
});

test.each([
  ["", null],
  ["45", 45],
  ["t.me/c/1234567890/45", 45],
  ["https://t.me/acme_talk/45/678", 45],
  ["1", null],
  ["forty", undefined],
  ["https://evil.example/c/1/45", undefined],
])("the topic %j is read as %s", (typed, topic) => {
  expect(parseTopic(typed)).toBe(topic);
});
