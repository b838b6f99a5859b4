import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { type ConformanceFixture, describeConformance } from "#lib/service/channels/testing/describe-conformance.ts";
import { parseCommentary, toCommentary } from "./commentary.ts";
import { linkedin } from "./platform.ts";
import { getNextUtcDay } from "./responses.ts";
import { finishSignInAs } from "./testing/finish-sign-in.ts";
import { renderLittleText } from "./testing/render-little-text.ts";

const token = "AQXNmadeUpAccessTokenOfAMemberForTests0123456789";
const write = "POST /rest/posts";
const app = { clientId: "app", clientSecret: "app-secret" };

describeConformance({
  platform: linkedin,
  module: new URL("./testing/peer.ts", import.meta.url),
  write,
  account: { username: "Ada Example", remoteId: "person:782bbtaQ", reportedLimits: {} },
  secret: { access: token, refresh: null, accessEndsAt: null, more: {} },
  secrets: [token],
  faults: {
    "refused-content": { mode: "refused", on: write },
    forbidden: { mode: "no-permission", on: write },
    "signed-out": { mode: "revoked", times: "always" },
    "rate-limited": "LinkedIn names no time.",
    "token-expired": "LinkedIn has no token refresh.",
    "image-refused": { mode: "bad-image", on: "PUT /dms-uploads/:id" },
    "upload-lost": async ({ peer }) => {
      await peer.command("loseImages");
      return { can: true };
    },
    "late-lists": "LinkedIn shows us no lists.",
  },
  more: (stage) => describe("LinkedIn", () => tests(stage)),
});

function tests(stage: () => ConformanceFixture): void {
  const peerOf = ({ reach, account }: ConformanceFixture) => ({
    connector: linkedin.connector,
    account,
    io: reach.io,
    outside: null,
    tooLong: "",
    images: [],
    items: stage().peer.items,
    fault: async () => ({ can: false, why: "" }) as const,
  });
  const publish = (one: ReturnType<typeof createPart>) => sendPart(peerOf(stage()), one);
  const write1 = (text: string) => createPart(peerOf(stage()), text);
  const io = () => stage().reach.io(new AbortController().signal);
  const finish = (code: string) => finishSignInAs(stage(), code, app);

  test("no character of a text is lost, whatever is reserved in the format", async () => {
    const text = "C# (and #dotnet_8) {x|y} <b> *a* ~b~ [c](d) @e \\ https://example.com/a_(b)#c";
    const sent = await publishPart(peerOf(stage()), write1(text));
    expect(sent.url).toBe(`https://www.linkedin.com/feed/update/${sent.remoteId}/`);
    expect((await stage().peer.items())[0]?.text).toBe(text);
  });

  test("a resend recognizes an item newer than the first attempt as the same post", async () => {
    const one = write1("Did it arrive?");
    await stage().peer.control({ mode: "reset-after", on: write });
    expect(await publish(one)).toEqual({ type: "unknown" });
    const [item] = await stage().peer.items();
    expect(await publish(one)).toMatchObject({
      type: "published",
      sent: { remoteId: item?.remoteId, proof: "duplicate" },
    });
    expect(await stage().peer.items()).toHaveLength(1);
  });

  test("a resend of a part that never arrived publishes it", async () => {
    const one = write1("It did not arrive");
    await stage().peer.control({ mode: "reset-before", on: write });
    expect(await publish(one)).toEqual({ type: "unknown" });
    expect(await publish(one)).toMatchObject({ type: "published", sent: { proof: "answer" } });
    expect(await stage().peer.items()).toHaveLength(1);
  });

  test("a text posted before is rejected as a duplicate, on the first attempt and on a resend", async () => {
    await stage().peer.clock(-3_600_000);
    await publishPart(peerOf(stage()), write1("Said before"));
    await stage().peer.clock(0);
    const one = write1("Said before");
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await publish(one)).toMatchObject({ type: "rejected", error: { reason: "duplicate" } });
    }
    const unsure = write1("Said before");
    await stage().peer.control({ mode: "5xx-before", on: write });
    expect(await publish(unsure)).toEqual({ type: "unknown" });
    expect(await publish(unsure)).toMatchObject({ type: "rejected", error: { reason: "duplicate" } });
  });

  test("a resend refused as a duplicate is unknown, with the reason, when the duplicate may be its own", async () => {
    const refused = { type: "unknown", refused: { reason: "duplicate" } };
    const one = write1("Which one?");
    await stage().peer.control({ mode: "reset-after", on: write });
    expect(await publish(one)).toEqual({ type: "unknown" });
    await stage().peer.control({ mode: "unnamed-duplicate", on: write });
    expect(await publish(one)).toMatchObject(refused);
    expect(await publish({ ...one, prepared: null, resends: 1 })).toMatchObject(refused);
    await stage().peer.clock(-300_000);
    const other = write1("By a clock behind");
    await stage().peer.control({ mode: "reset-after", on: write });
    expect(await publish(other)).toEqual({ type: "unknown" });
    expect(await publish(other)).toMatchObject(refused);
    expect(await stage().peer.items()).toHaveLength(2);
  });

  test("a deleted item that is still named as the duplicate is never reported as published", async () => {
    await stage().peer.clock(-3_600_000);
    const sent = await publishPart(peerOf(stage()), write1("Taken down"));
    await stage().peer.control({ mode: "ghost-urn" });
    const { remove } = linkedin.connector;
    if (!remove.can) return expect.fail("remove is available");
    expect(await remove.run(sent.remoteId, stage().account, io())).toBe("removed");
    expect(await publish(write1("Taken down"))).toMatchObject({ type: "rejected", error: { reason: "duplicate" } });
  });

  test("an item created without an id is unknown", async () => {
    await stage().peer.control({ mode: "no-id", on: write });
    expect(await publish(write1("No id"))).toEqual({ type: "unknown" });
  });

  test("a retired API version is reported and nothing is retried", async () => {
    await stage().peer.control({ mode: "version-sunset" });
    expect(await publish(write1("Too old"))).toMatchObject({ type: "rejected", error: { message: /must update it/ } });
  });

  test("after too many requests nothing is sent before the next UTC day", async () => {
    await stage().peer.control({ mode: "429", on: write });
    const outcome = await publish(write1("Too many"));
    expect(outcome.type === "wait" && outcome.until.getTime() % 86_400_000).toBe(0);
    expect(getNextUtcDay(new Date("2026-12-31T23:59:59Z"))).toEqual(new Date("2027-01-01T00:00:00Z"));
  });

  test("the token is sent only to LinkedIn's own hosts", async () => {
    const secret = { access: token, refresh: null, accessEndsAt: null, more: {} };
    const account = { ...stage().account, host: "https://api.linkedin.com" };
    const unsigned = { now: new Date(), nonce: null };
    const carries = async (url: string) => {
      const request = await linkedin.authorize({ url, method: "PUT", effect: "read" }, secret, account, unsigned);
      return request?.headers?.["authorization"] !== undefined;
    };
    expect(await carries("https://api.linkedin.com/rest/posts")).toBe(true);
    expect(await carries("https://www.linkedin.com/dms-uploads/1")).toBe(true);
    expect(await carries("https://linkedin.com.evil.example/x")).toBe(false);
    expect(await carries("https://evillinkedin.com/x")).toBe(false);
    expect(await carries("http://www.linkedin.com/x")).toBe(false);
  });

  test("a member connects for 60 days with all requested permissions, and each answer is valid once", async () => {
    const before = Date.now();
    const connected = await finish("good-code");
    expect(connected).toMatchObject({
      profile: { remoteId: "person:782bbtaQ", name: "Ada Example", avatarUrl: "https://media.example/ada.jpg" },
      secret: { access: token, refresh: null },
    });
    const endsAt = "secret" in connected ? Date.parse(connected.secret.accessEndsAt ?? "") : 0;
    expect(Math.abs(endsAt - before - 60 * 86_400_000)).toBeLessThan(600_000);
    expect(await finish("good-code")).toEqual({ problem: expect.stringMatching(/already used/) });
    await stage().peer.command("reset");
    await stage().peer.control({ mode: "fewer-scopes" });
    expect(await finish("good-code")).toEqual({ problem: expect.stringMatching(/Not all permissions/) });
  });

  test("a profile check returns the account and detects withdrawn access", async () => {
    expect(await linkedin.profile(stage().account, io())).toMatchObject({
      type: "seen",
      profile: { remoteId: "person:782bbtaQ" },
    });
    await stage().peer.control({ mode: "revoked", times: "always" });
    expect(await linkedin.profile(stage().account, io())).toEqual({ type: "signed_out" });
  });
}

test("any text is shown as written and recognized in LinkedIn's stored form", () => {
  const word = fc.constantFrom(
    ...[
      "\\",
      "|",
      "{",
      "}",
      "@",
      "[",
      "]",
      "(",
      ")",
      "<",
      ">",
      "#",
      "*",
      "_",
      "~",
      "a",
      " ",
      "\n",
      "#tag",
      "#a_b",
      "C#",
    ],
    ...["https://a.example/x_(y)#z", "😀", "#日本", "#1", "&#39;"],
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const text = words.join("");
      expect(renderLittleText(toCommentary(text))).toBe(text);
      expect(parseCommentary(toCommentary(text))).toBe(text);
    }),
    { numRuns: 3_000 },
  );
  expect(renderLittleText("Cut (here)")).toBe("Cut ");
  expect(toCommentary("x.org/?#a @#b")).toBe("x.org/?\\#a \\@{hashtag|\\#|b}");
  expect(toCommentary("#dotnet_8 and #1")).toBe("{hashtag|\\#|dotnet\\_8} and \\#1");
});
