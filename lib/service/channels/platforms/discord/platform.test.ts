import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { createPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { type ConformanceFixture, describeConformance } from "#lib/service/channels/testing/describe-conformance.ts";
import { countText } from "#lib/text/count-text.ts";
import { escapeDiscordMarkdown } from "#lib/text/discord-markdown.ts";
import { parseWebhookUrl } from "./connect.ts";
import { discord } from "./platform.ts";
import { renderMarkdown } from "./testing/render-markdown.ts";

const webhookId = "1190000000000000001";
const guildId = "1170000000000000003";
const token = "W-token_of_a_webhook_that_is_made_up_for_tests_0123456789abcdefghij";
const access = `${webhookId}/${token}`;
const write = "POST /api/v10/webhooks/:id/:token";

describeConformance({
  platform: discord,
  module: new URL("./testing/peer.ts", import.meta.url),
  write,
  account: { username: "Acme News", remoteId: "1180000000000000002", reportedLimits: { webhookId, guildId } },
  secret: { access, refresh: null, accessEndsAt: null, more: {} },
  secrets: [token],
  faults: {
    "refused-content": { mode: "automod", on: write },
    forbidden: { mode: "no-rights", on: write },
    "signed-out": { mode: "deleted", times: "always" },
    "image-refused": { mode: "too-large", on: write },
    "token-expired": "A webhook's token doesn't expire.",
    "late-lists": "The peer has no lists.",
  },
  more: (stage) => describe("Discord", () => tests(stage)),
});

function tests(stage: () => ConformanceFixture): void {
  const peerOf = ({ reach, account }: ConformanceFixture) => ({
    connector: discord.connector,
    account,
    io: reach.io,
    outside: null,
    tooLong: "",
    images: [],
    items: stage().peer.items,
    fault: async () => ({ can: false, why: "" }) as const,
  });
  const publish = (text: string) => sendPart(peerOf(stage()), createPart(peerOf(stage()), text));
  const connect = (url: string) =>
    discord.connect.by === "form" ? discord.connect.run({ url }, stage().reach.net) : expect.fail("not a form");
  const io = () => stage().reach.io(new AbortController().signal);

  test("a message link has server, channel and id, and its time is that of its id", async () => {
    await stage().peer.clock(3_600_000);
    const sent = await publishPart(peerOf(stage()), createPart(peerOf(stage()), "Linked"));
    const id = sent.remoteId.split(".")[1];
    expect(sent.url).toBe(`https://discord.com/channels/${guildId}/1180000000000000002/${id}`);
    expect(Math.abs(sent.at.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  test("a message mentions nobody, and markup is shown as written", async () => {
    const text =
      "# @everyone **hi** <@123> `x` ||y|| [a](https://b.example) https://c.example/a_b_c_ - 1. z\n- l\n2. m";
    await publish(text);
    expect((await stage().peer.items())[0]?.text).toBe(text);
  });

  test("a limit in fractions of a second is rounded up", async () => {
    await stage().peer.control({ mode: "429", seconds: 2.75, on: write });
    const before = Date.now();
    const outcome = await publish("Too many");
    expect(outcome.type === "wait" && outcome.until.getTime() - before >= 2_750).toBe(true);
  });

  test("the last message of a rate-limit bucket pauses the channel until the bucket refills", async () => {
    await stage().peer.control({ mode: "last-of-bucket", on: write });
    const before = Date.now();
    const outcome = await publish("The last");
    expect(outcome.type === "published" && (outcome.restUntil?.getTime() ?? 0) - before >= 1_337).toBe(true);
    expect(await publish("One more")).not.toHaveProperty("restUntil");
  });

  test("a text that becomes too long by its escapes is refused before it is sent, with the reason", async () => {
    expect(await publish("*".repeat(1_500))).toEqual({
      type: "rejected",
      error: {
        reason: "invalid",
        message:
          "The text has 3000 characters including the escapes that stop Discord from formatting it; Discord allows 2000.",
      },
    });
    expect(stage().reach.requests).toEqual([]);
  });

  test("a webhook can't remove what an earlier webhook of the channel sent, and says so", async () => {
    const { remove } = discord.connector;
    if (!remove.can) return expect.fail("remove is available");
    expect(await remove.run("1190000000000000009.1", stage().account, io())).toBe("cannot");
    expect(stage().reach.requests).toEqual([]);
  });

  test("in a forum a part becomes a post of its own, titled by its first line", async () => {
    await stage().peer.command("set", { isForum: true });
    const outcome = await publish("The *title*\nand the text");
    if (outcome.type !== "published") return expect.fail(outcome.type);
    const [, id, thread] = outcome.sent.remoteId.split(".");
    expect(thread).toBe(id);
    expect(outcome.sent.url).toBe(`https://discord.com/channels/${guildId}/${thread}/${id}`);
    const asked = (await stage().peer.log()).slice(-2).map(({ body }) => JSON.parse(body).thread_name);
    expect(asked).toEqual([undefined, "The *title*"]);
    expect((await stage().peer.items()).map(({ text }) => text)).toEqual(["The *title*\nand the text"]);
    const { images, account } = stage();
    const untitled = createPart(peerOf(stage()), "", { images: images.slice(0, 1) });
    expect(await sendPart(peerOf(stage()), untitled)).toMatchObject({ type: "published" });
    expect((await stage().peer.log()).at(-1)?.body).toContain(`"thread_name":"${account.username}"`);
    expect(await publish("😀".repeat(90))).toMatchObject({ type: "published" });
  });

  test("a forum post is never reported as removed, because its title would stay", async () => {
    await stage().peer.command("set", { isForum: true });
    const outcome = await publish("It stays");
    const { remove } = discord.connector;
    if (!remove.can || outcome.type !== "published") return expect.fail(outcome.type);
    expect(await remove.run(outcome.sent.remoteId, stage().account, io())).toBe("cannot");
    expect(await stage().peer.items()).toHaveLength(1);
  });

  test.each([
    ["a forum that requires a tag", { isForum: true, isTagRequired: true }, null, "requires a tag"],
    ["a link that Discord takes for harmful", {}, { mode: "harmful-link" }, "takes a link in this text for harmful"],
    ["a field that Discord rejects", {}, { mode: "bad-content" }, "It says: “Must be 2000 or fewer in length”."],
  ])("%s is named as the reason", async (_, world, mode, message) => {
    await stage().peer.command("set", world);
    if (mode) await stage().peer.control({ ...mode, on: write });
    expect(await publish("Refused")).toMatchObject({
      type: "rejected",
      error: { message: expect.stringContaining(message) },
    });
  });

  test.each([
    { mode: "proxy-page" },
    { mode: "proxy-page", status: 404 },
    { mode: "answer", status: 403, json: { code: 40_333, message: "internal network error" } },
    { mode: "answer", status: 404, json: { code: 0, message: "404: Not Found" } },
  ])("an answer that says nothing about the webhook is retried, and the channel stays connected: %o", async (mode) => {
    await stage().peer.control({ ...mode, times: 2 });
    expect(await publish("Not heard")).toMatchObject({ type: "temporary", error: { reason: "network" } });
    expect(await discord.profile(stage().account, io())).toEqual({ type: "cannot_tell" });
    expect(await publish("Heard")).toMatchObject({ type: "published" });
  });

  test("a message that Discord shows with fewer images has a note for its author", async () => {
    await stage().peer.control({ mode: "drops-file", on: write });
    const { images } = stage();
    const sent = await publishPart(peerOf(stage()), createPart(peerOf(stage()), "Two", { images: images.slice(0, 2) }));
    expect(sent.note).toBe("Discord shows only 1 of the 2 images. Check the post there.");
  });

  test("a channel is connected by the address of its webhook", async () => {
    const profile = {
      remoteId: "1180000000000000002",
      username: "Acme News",
      name: "Acme News",
      verified: false,
      avatarUrl: `https://cdn.discordapp.com/avatars/${webhookId}/a_1269e74af4df7417b13759eae50c83dc.png`,
      host: stage().peer.url,
      told: { webhookId, guildId },
    };
    expect(await connect(` https://discord.com/api/webhooks/${access} `)).toEqual({
      profile,
      secret: { access, refresh: null, accessEndsAt: null, more: {} },
    });
    expect(await discord.profile(stage().account, io())).toEqual({ type: "seen", profile });
    expect(await connect(`https://discord.com/api/webhooks/${webhookId}/${"x".repeat(68)}`)).toMatchObject({
      problem: "Discord doesn't know this webhook. Copy its address again.",
      field: "url",
    });
    await stage().peer.control({ mode: "deleted" });
    expect(await discord.profile(stage().account, io())).toEqual({ type: "signed_out" });
  });
}

test.each([
  `https://discord.com/api/webhooks/${access}`,
  `https://discordapp.com/api/v10/webhooks/${access}/`,
  `https://canary.discord.com/api/webhooks/${access}?wait=true`,
])("%s is the address of a webhook, on any of Discord's hosts", (url) => {
  expect(parseWebhookUrl(url, "https://discord.com")).toBe(access);
});

test.each([
  `http://discord.com/api/webhooks/${access}`,
  `https://discord.com.evil.example/api/webhooks/${access}`,
  `https://evil.example/api/webhooks/${access}`,
  `https://user:pass@discord.com/api/webhooks/${access}`,
  `https://discord.com:8443/api/webhooks/${access}`,
  `https://discord.com/api/webhooks/${access}/slack`,
  "https://discord.com/channels/1/2/3",
  "discord",
])("%s is refused without a request", (url) => {
  expect(parseWebhookUrl(url, "https://discord.com")).toBeNull();
});

const word = fc.constantFrom(
  ...["*", "**", "_", "__", "~~", "`", "```", "||", "\\", "<@1>", "<t:1>", "[a](https://b.example)", ":", ">", ">>>"],
  ...["#", "##", "-#", "- ", "1. ", "+", "a", "b_c", " ", "\n", "https://a.example/x_y_z", "https://a.example/*", "("],
  ...[")", "]", "!", "😀", "@here"],
);

test("every text is shown as written", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const text = words.join("");
      // The zero-width space that ends a mention right after an address is invisible.
      expect(renderMarkdown(escapeDiscordMarkdown(text)).replaceAll("\u200b", "")).toBe(text);
    }),
    { numRuns: 3_000 },
  );
  // Without its escape, a mark changes how the text is displayed.
  for (const marked of ["**a**", "_b_", "[c](https://d.example)", "<@1>", "> e", "# f", "- g", "2. h", "||i||"]) {
    expect(renderMarkdown(marked)).not.toBe(marked);
  }
});

test("the count before planning equals the count when sending, so no accepted text is too long", () => {
  const rules = getPlatformRules("discord");
  if (!rules) throw new Error("no rules");
  const account = { channelId: "c", username: "", remoteId: "1", host: "", reportedLimits: {} };
  const more = { key: "k.1", number: 1, count: 1, images: 0, plannedAt: new Date(0) };
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), (words) => {
      const text = words.join("");
      const { content } = discord.connector.plan({ ...more, text }, account);
      expect(String(content)).toHaveLength(countText(text, rules).count);
    }),
  );
  expect(countText("*".repeat(1_001), rules)).toMatchObject({ count: 2_002, over: 2, isOver: true });
});
