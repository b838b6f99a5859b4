import { describe, expect, test } from "vitest";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import type { OutgoingPart } from "#lib/service/channels/core/connector.ts";
import { type ConformanceFixture, describeConformance } from "#lib/service/channels/testing/describe-conformance.ts";
import { instagram } from "./platform.ts";

const token = "IGAALongLivedTokenOfAnAccountMadeUpForTests";
const write = "POST /v25.0/:user/media_publish";
const create = "POST /v25.0/:user/media";
const app = { clientId: "app", clientSecret: "app-secret" };

describeConformance({
  platform: instagram,
  module: new URL("./testing/peer.ts", import.meta.url),
  write,
  account: { username: "ada.example", remoteId: "17841405822304914", reportedLimits: {} },
  secret: { access: token, refresh: token, accessEndsAt: null, more: {} },
  secrets: [token],
  faults: {
    "refused-content": { mode: "refused", on: create },
    forbidden: { mode: "no-permission", on: write },
    "signed-out": { mode: "revoked", times: "always" },
    "rate-limited": "Instagram names no time.",
    "token-expired": "An expired token can't be refreshed on Instagram.",
    "image-refused": { mode: "bad-image", on: create, times: "always" },
    "image-processing": async ({ peer }) => {
      await peer.command("processImages", { asks: 2 });
      return { can: true };
    },
    "upload-lost": async ({ peer }) => {
      await peer.command("loseContainers");
      return { can: true };
    },
    "late-lists": { mode: "lag", ms: 60_000 },
  },
  more: (stage) => describe("Instagram", () => tests(stage)),
});

function tests(stage: () => ConformanceFixture): void {
  const peerOf = ({ reach, account, images }: ConformanceFixture) => ({
    connector: instagram.connector,
    account,
    io: reach.io,
    outside: null,
    tooLong: "",
    images,
    items: stage().peer.items,
    fault: async () => ({ can: false, why: "" }) as const,
  });
  const write1 = (text: string, over: Partial<OutgoingPart> = {}) => createPart(peerOf(stage()), text, over);
  const send = (part: OutgoingPart) => sendPart(peerOf(stage()), part);
  const finish = (code: string, over: Partial<typeof app> = {}) =>
    instagram.connect.by === "oauth"
      ? instagram.connect.finish(
          { host: "", redirectUri: "https://app/back", code, verifier: "", app: { ...app, ...over } },
          stage().reach.net,
        )
      : expect.fail("not OAuth");

  // "Error Codes" of the Instagram Platform (updated on 2 June 2026): each row about images, on publishing.
  test.each([
    [-2, 2_207_003, "unknown"],
    [-1, 2_207_001, "unknown"],
    [-1, 2_207_032, "unknown"],
    [1, 2_207_057, "unknown"],
    [4, 2_207_051, "rejected"],
    [9, 2_207_042, "wait"],
    [25, 2_207_050, "rejected"],
    [100, 2_207_023, "rejected"],
    [100, 2_207_028, "rejected"],
    [9_004, 2_207_052, "rejected"],
    [9_007, 2_207_027, "temporary"],
    [36_000, 2_207_004, "rejected"],
    [36_001, 2_207_005, "rejected"],
    [36_003, 2_207_009, "rejected"],
    [36_004, 2_207_010, "rejected"],
    [10, undefined, "rejected"],
    [200, undefined, "rejected"],
    [4, undefined, "wait"],
    [80_002, undefined, "wait"],
    [190, 463, "reconnect"],
    [100, 33, "temporary"],
    [5_555, undefined, "temporary"],
  ])("Instagram's code %i with subcode %s makes the post %s", async (code, error_subcode, type) => {
    const json = { error: { message: "As documented", code, error_subcode } };
    await stage().peer.control({ mode: "answer", on: write, status: 400, json, times: 2 });
    expect(await send(write1(`Code ${code} ${error_subcode}`))).toMatchObject({ type });
    expect(await stage().peer.items()).toEqual([]);
  });

  test.each([
    [24, 2_207_006],
    [24, 2_207_008],
    [-2, 2_207_020],
    [100, 33],
  ])(
    "a container that Instagram doesn't find (%i, %i) is asked for again and created again at the third time",
    async (code, error_subcode) => {
      const json = { error: { message: "The media builder does not exist", code, error_subcode } };
      const one = write1(`Missing ${error_subcode}`);
      await stage().peer.control({ mode: "answer", on: write, status: 400, json, times: 3 });
      for (let tries = 0; tries < 3; tries += 1)
        expect(await send(one)).toMatchObject({ type: "temporary", retryAfterMs: 10_000 });
      expect(await stage().peer.command("containers")).toBe(1);
      expect(await send(one)).toMatchObject({ type: "published" });
      expect(await stage().peer.command("containers")).toBe(2);
      expect(await stage().peer.items()).toHaveLength(1);
    },
  );

  test("a post without an image, with 31 hashtags or with 2,201 characters is refused and Instagram is not contacted", async () => {
    const { reach } = stage();
    const tags = Array.from({ length: 31 }, (_, at) => `#tag${at}`).join(" ");
    for (const [part, why] of [
      [write1("No image", { images: [] }), /no post without an image/],
      [write1(tags), /31 hashtags; Instagram allows 30/],
      [write1("x".repeat(2_201)), /2201 characters; Instagram allows 2200/],
    ] as const)
      expect(await send(part)).toMatchObject({ type: "rejected", error: { message: expect.stringMatching(why) } });
    expect(reach.requests).toEqual([]);
  });

  test("a carousel has its images in order, each with its description, and one caption", async () => {
    await publishPart(peerOf(stage()), write1("Three", { images: stage().images }));
    expect(await stage().peer.items()).toMatchObject([
      { text: "Three", images: ["Picture 1", "Picture 2", "Picture 3"] },
    ]);
    expect(await stage().peer.command("containers")).toBe(4);
  });

  test("a retry finds a post that was published without an answer and publishes no second one", async () => {
    const one = write1("Once");
    await stage().peer.control({ mode: "reset-after", on: write });
    expect(await send(one)).toEqual({ type: "unknown" });
    expect(await send(one)).toEqual({ type: "unknown" });
    expect(await lookUpPart(peerOf(stage()), one)).toMatchObject({ type: "found", sent: { proof: "key" } });
    expect(await stage().peer.items()).toHaveLength(1);
  });

  test("after a restore without its container, an Instagram post is found by its text and an unsent one is absent", async () => {
    const one = write1("Restored");
    const sent = await publishPart(peerOf(stage()), one);
    const seek = (over: Partial<OutgoingPart>) =>
      lookUpPart(peerOf(stage()), { ...one, prepared: null, restoredAt: new Date(), ...over });
    expect(await seek({})).toMatchObject({ type: "found", sent: { remoteId: sent.remoteId } });
    expect(await seek({ others: [sent.remoteId] })).toEqual({ type: "absent" });
    expect(await seek({ text: "Never sent" })).toEqual({ type: "absent" });
  });

  test("with 100 posts in a day, the next one waits and creates no container", async () => {
    await stage().peer.command("use", { posts: 100 });
    expect(await send(write1("One too many"))).toMatchObject({ type: "wait", of: "account" });
    expect(await stage().peer.command("containers")).toBe(0);
  });

  test("an image that Instagram can't fetch is told by its address, with Instagram's own code", async () => {
    await stage().peer.control({ mode: "bad-image", on: create, times: 2 });
    expect(await send(write1("Unreachable"))).toMatchObject({
      type: "rejected",
      error: { message: expect.stringMatching(/PUBLIC_URL.*2207052/) },
    });
  });

  test("an image of a carousel that Instagram couldn't process fails the post after a second try, with the reason", async () => {
    const { images, peer } = stage();
    await peer.control({ mode: "bad-image", on: create, times: 1 });
    await publishPart(peerOf(stage()), write1("Failed once in a row", { images: images.slice(0, 2) }));
    expect((await peer.items()).map((item) => item.images.length)).toEqual([2]);
    await peer.control({ mode: "bad-image", on: create, times: 3 });
    expect(await sendPart(peerOf(stage()), write1("Failed twice", { images: images.slice(0, 2) }))).toMatchObject({
      type: "rejected",
      error: { reason: "media", message: expect.stringMatching(/PUBLIC_URL.*2207052/) },
    });
    expect(await peer.items()).toHaveLength(1);
  });

  test("a container that Instagram doesn't show (100, 33) is never a refusal, and never makes its post absent", async () => {
    const json = { error: { message: "Unsupported get request. Object does not exist", code: 100, error_subcode: 33 } };
    const status = { mode: "answer", on: "GET /v25.0/:id", status: 400, json };
    const one = write1("Unseen on Instagram");
    await stage().peer.control({ ...status, times: 20 });
    expect(await sendPart(peerOf(stage()), one)).toMatchObject({ type: "temporary", error: { reason: "media" } });
    await stage().peer.control({ mode: "ok" });
    await stage().peer.control({ mode: "reset-after", on: write });
    expect(await sendPart(peerOf(stage()), one)).toEqual({ type: "unknown" });
    await stage().peer.control({ ...status, times: 1 });
    expect(await lookUpPart(peerOf(stage()), one)).toMatchObject({ type: "found", sent: { proof: "timeline" } });
    await stage().peer.control({ ...status, times: 1 });
    expect(await lookUpPart(peerOf(stage()), { ...one, text: "Never sent" })).toEqual({ type: "cannot_tell" });
    expect(await stage().peer.items()).toHaveLength(1);
  });

  test("a post is linked by its Instagram address, and can't be deleted from here", async () => {
    const sent = await publishPart(peerOf(stage()), write1("Linked"));
    expect(sent.url).toBe(`https://www.instagram.com/p/C${sent.remoteId}/`);
    expect(instagram.connector.remove).toEqual({ can: false, why: expect.stringContaining("Instagram app") });
  });

  test.each([
    "instagram_business_basic,instagram_business_content_publish",
    ["instagram_business_basic", "instagram_business_content_publish"],
  ])(
    "a professional account is connected for 60 days with the permissions %j, and each answer is valid once",
    async (permissions) => {
      await stage().peer.command("grant", { permissions });
      const connected = await finish("good-code#_");
      expect(connected).toMatchObject({
        profile: { remoteId: "17841405822304914", username: "ada.example", name: "Ada Example" },
        secret: { access: token, refresh: token },
      });
      const endsAt = "secret" in connected ? Date.parse(connected.secret.accessEndsAt ?? "") : 0;
      expect(Math.abs(endsAt - Date.now() - 60 * 86_400_000)).toBeLessThan(600_000);
      expect(await finish("good-code")).toEqual({ problem: expect.stringMatching(/already used/) });
    },
  );

  test("connecting Instagram with a wrong secret or without a permission is refused with the reason", async () => {
    expect(await finish("good-code", { clientSecret: "wrong" })).toEqual({
      problem: expect.stringMatching(/administrator must check/),
    });
    await stage().peer.command("grant", { permissions: "instagram_business_basic" });
    expect(await finish("good-code")).toEqual({ problem: expect.stringMatching(/Not all permissions/) });
  });

  test("an Instagram token is extended in time, an expired one is not, and a lost answer uses nothing up", async () => {
    const { refresh } = instagram;
    if (!refresh.can) return expect.fail("refresh is available");
    const { reach, account, peer } = stage();
    const run = (access: string) =>
      refresh.run({ access, refresh: access, accessEndsAt: null, more: {} }, { account, app: null }, reach.net);
    expect(await run(token)).toMatchObject({ type: "refreshed" });
    expect(await run("IGAAended")).toEqual({ type: "refused" });
    await peer.control({ mode: "reset-after" });
    expect(await run(token)).toEqual({ type: "unsent" });
  });

  test("an Instagram profile check returns the account and detects withdrawn access", async () => {
    const { account, peer, reach } = stage();
    const io = reach.io(new AbortController().signal);
    expect(await instagram.profile(account, io)).toMatchObject({ type: "seen", profile: { username: "ada.example" } });
    await peer.control({ mode: "revoked", times: "always" });
    expect(await instagram.profile(account, io)).toEqual({ type: "signed_out" });
  });
}
