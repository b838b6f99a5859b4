import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ConformancePeer } from "#lib/service/channels/conformance/conformance-peer.ts";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { linkedin } from "./platform.ts";

const jpeg = Buffer.from("ffd8ffe0ffd9", "hex");
const images = ["A", "B"].map((alt) => ({
  fileName: `${alt}.jpg`,
  mime: "image/jpeg",
  width: 64,
  height: 64,
  alt,
}));
const [first] = images;
if (!first) throw new Error("no image");
const write = "POST /rest/posts";
const page = "organization:1111";
const person = "person:782bbtaQ";
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

function openPeer(remoteId: string) {
  const account = { channelId: "c", username: "ada", remoteId, host: server.url, reportedLimits: {} };
  const access = "AQXNmadeUpAccessTokenOfAMemberWithPages0123456789";
  const reach = createTestIo({
    platform: linkedin,
    account,
    secret: { access, refresh: null, accessEndsAt: null, more: {} },
    allow: [server.hostPort],
    images: new Map(images.map(({ fileName }) => [fileName, jpeg])),
    onDelay: server.passTime,
  });
  const peer: ConformancePeer = {
    connector: linkedin.connector,
    account,
    io: reach.io,
    outside: null,
    tooLong: "",
    images,
    items: server.items,
    fault: async () => ({ can: false, why: "" }) as const,
  };
  return { ...peer, waitedMs: () => reach.delays.reduce((sum, ms) => sum + ms, 0) };
}

const countUploads = async () => (await server.log()).filter(({ route }) => route === "PUT /dms-uploads/:id").length;

describe("images that LinkedIn still processes", () => {
  test("a page's post waits until its images are available, and is published in the same attempt", async () => {
    const peer = openPeer(page);
    await server.command("processImages", { ms: 9_000 });
    await publishPart(peer, createPart(peer, "With images", { images }));
    expect((await server.items())[0]?.images).toEqual(["A", "B"]);
    expect(peer.waitedMs()).toBeGreaterThanOrEqual(9_000);
    expect(peer.waitedMs()).toBeLessThan(15_000);
  });

  test("an image of a page that takes too long is asked for again later and not uploaded again", async () => {
    const peer = openPeer(page);
    await server.command("processImages", { ms: 45_000 });
    const one = createPart(peer, "Slow", { images: [first] });
    expect(await sendPart(peer, one)).toMatchObject({
      type: "temporary",
      error: { reason: "media", message: "LinkedIn is still processing an image." },
      retryAfterMs: 15_000,
    });
    expect(peer.waitedMs()).toBeLessThanOrEqual(32_000);
    const before = await countUploads();
    expect(await sendPart(peer, one)).toMatchObject({ type: "published" });
    expect(await countUploads()).toBe(before);
  });

  test("an image of a page that LinkedIn could not process is refused as an image", async () => {
    const peer = openPeer(page);
    await server.control({ mode: "processing-failed", on: "GET /rest/images/:urn" });
    const one = createPart(peer, "Broken", { images: [first] });
    expect(await sendPart(peer, one)).toMatchObject({ type: "rejected", error: { reason: "media" } });
    expect(await server.items()).toEqual([]);
  });

  test("a person's post waits a few seconds once, because LinkedIn shows a person no status", async () => {
    const peer = openPeer(person);
    await server.command("processImages", { ms: 5_000 });
    await publishPart(peer, createPart(peer, "By a person", { images }));
    expect(peer.waitedMs()).toBeLessThan(10_000);
    expect((await server.items())[0]?.images).toEqual(["A", "B"]);
  });

  test("a post that LinkedIn refuses because an image waits is sent again with the same upload", async () => {
    const peer = openPeer(person);
    await server.command("processImages", { ms: 20_000 });
    const one = createPart(peer, "Too early", { images: [first] });
    const before = await countUploads();
    expect(await sendPart(peer, one)).toMatchObject({
      type: "temporary",
      error: { reason: "media" },
      retryAfterMs: 15_000,
    });
    await server.passTime(15_000);
    expect(await sendPart(peer, one)).toMatchObject({ type: "published" });
    expect((await countUploads()) - before).toBe(1);
  });

  test("images are uploaded again after the second refusal because of an image", async () => {
    const peer = openPeer(person);
    const one = createPart(peer, "Lost for good", { images: [first] });
    const refusal = { mode: "answer", on: write, status: 400, times: 2 };
    await server.control({ ...refusal, json: { message: "Media asset is waiting upload" } });
    const before = await countUploads();
    for (let tries = 0; tries < 2; tries += 1)
      expect(await sendPart(peer, one)).toMatchObject({ type: "temporary", error: { reason: "media" } });
    expect((await countUploads()) - before).toBe(1);
    expect(await sendPart(peer, one)).toMatchObject({ type: "published" });
    expect((await countUploads()) - before).toBe(2);
  });
});

describe("LinkedIn's refusals", () => {
  const midnight = expect.any(Date);
  test.each([
    { text: "Resource level throttle APPLICATION DAY limit for calls to this resource is reached.", of: "app" },
    { text: "Resource level throttle APPLICATION_AND_MEMBER DAY limit is reached.", of: "account" },
    { text: "Resource level throttle MEMBER DAY limit is reached.", of: "account" },
  ])("a limit of the day ($text) ends at midnight, for the $of", async ({ text, of }) => {
    const peer = openPeer(person);
    await server.control({ mode: "answer", on: write, status: 429, json: { message: text } });
    const outcome = await sendPart(peer, createPart(peer, "Too many today"));
    expect(outcome).toEqual({ type: "wait", until: midnight, of });
    expect(outcome.type === "wait" && outcome.until.getTime() % 86_400_000).toBe(0);
  });

  test("a limit that names no day ends after minutes", async () => {
    const peer = openPeer(person);
    const json = { message: "Request throttled to protect the service." };
    await server.control({ mode: "answer", on: write, status: 429, json });
    const outcome = await sendPart(peer, createPart(peer, "Too fast"));
    if (outcome.type !== "wait") return expect.fail(outcome.type);
    const waitMs = outcome.until.getTime() - Date.now();
    expect(waitMs).toBeGreaterThan(60_000);
    expect(waitMs).toBeLessThanOrEqual(15 * 60_000);
  });

  test.each([write, "POST /rest/images", "PUT /dms-uploads/:id"])(
    "a conflict (409) on %s is tried again",
    async (on) => {
      const peer = openPeer(person);
      await server.control({ mode: "answer", on, status: 409, json: { code: "CONFLICT", message: "Conflict" } });
      const one = createPart(peer, `Conflict ${on}`, { images: [first] });
      expect(await sendPart(peer, one)).toMatchObject({ type: "temporary" });
      expect(await sendPart(peer, one)).toMatchObject({ type: "published" });
    },
  );

  test.each([
    ["MEDIA_ASSET_PROCESSING_FAILED", "Media asset failed processing", "rejected"],
    ["INVALID_IMAGE_ID", "This Image ID is invalid", "temporary"],
  ])("an image refused as %s makes the post %s", async (code, message, type) => {
    const peer = openPeer(person);
    await server.control({ mode: "answer", on: write, status: 400, json: { code, message } });
    const one = createPart(peer, `An image ${code}`, { images: [first] });
    expect(await sendPart(peer, one)).toMatchObject({ type, error: { reason: "media" } });
  });

  test("a post that LinkedIn doesn't find is called absent only if the page's list can be read and lacks it", async () => {
    const { remove } = linkedin.connector;
    if (!remove.can) return expect.fail("remove is available");
    const peer = openPeer(page);
    const sent = await publishPart(peer, createPart(peer, "Perhaps gone"));
    const json = { code: "NOT_FOUND", message: "Could not find entity" };
    for (const [owner, urn, fault, outcome] of [
      [page, "urn:li:share:7000000000000000000", null, "absent"],
      [page, "urn:li:share:7000000000000000000", "no-permission", "cannot"],
      [page, sent.remoteId, null, "cannot"],
      [person, "urn:li:share:7000000000000000000", null, "cannot"],
    ] as const) {
      const { account, io } = openPeer(owner);
      await server.control({ mode: "answer", on: "DELETE /rest/posts/:urn", status: 404, json });
      await server.control({ mode: "answer", on: "GET /rest/posts/:urn", status: 404, json });
      if (fault) await server.control({ mode: fault, on: "GET /rest/posts" });
      expect(await remove.run(urn, account, io(new AbortController().signal))).toBe(outcome);
    }
  });

  test("a commentary that LinkedIn counts as too long is named so", async () => {
    const peer = openPeer(person);
    const json = { message: "ERROR :: /commentary :: length exceeds the limit of 3000" };
    await server.control({ mode: "answer", on: write, status: 400, json });
    expect(await sendPart(peer, createPart(peer, "Long by their count"))).toMatchObject({
      type: "rejected",
      error: { reason: "invalid", message: expect.stringContaining("longer than LinkedIn allows") },
    });
  });

  test("an image without a description is sent without the field", async () => {
    const peer = openPeer(person);
    await publishPart(peer, createPart(peer, "No description", { images: [{ ...first, alt: "" }] }));
    expect((await server.items())[0]?.images).toEqual([""]);
  });

  test("a page's post with the same text and another number of images leaves a lookup unsure", async () => {
    const peer = openPeer(page);
    await publishPart(peer, createPart(peer, "Fewer there"));
    const one = createPart(peer, "Fewer there", { images });
    expect(await lookUpPart(peer, one)).toEqual({ type: "cannot_tell" });
  });
});

describe("LinkedIn's refresh token", () => {
  const app = { clientId: "app", clientSecret: "app-secret" };
  const net = () => createNet();
  const connect = async () => {
    if (linkedin.connect.by !== "oauth") return expect.fail("not OAuth");
    const at = { host: "", redirectUri: "https://app/back", code: "good-code", verifier: "", app };
    const connected = await linkedin.connect.finish(at, net());
    return "secret" in connected ? connected.secret : expect.fail(JSON.stringify(connected));
  };
  const account = { channelId: "c", username: "ada", remoteId: person, host: "", reportedLimits: {} };
  const refreshed = async (secret: Awaited<ReturnType<typeof connect>>, keys = app) =>
    linkedin.refresh.can
      ? await linkedin.refresh.run(secret, { account: { ...account, host: server.url }, app: keys }, net())
      : expect.fail("no refresh");

  function createNet() {
    const reach = createTestIo({
      platform: linkedin,
      account: { ...account, host: server.url },
      secret: { access: "none", refresh: null, accessEndsAt: null, more: {} },
      allow: [server.hostPort],
      base: server.url,
    });
    return reach.net;
  }

  test("an approved application keeps the token and gets new access with it, many times", async () => {
    await server.command("approve");
    const secret = await connect();
    expect(secret.refresh).toMatch(/RefreshToken/);
    const fresh = await refreshed(secret);
    expect(fresh).toMatchObject({ type: "refreshed", secret: { refresh: secret.refresh } });
    if (fresh.type !== "refreshed") return;
    expect(fresh.secret.access).not.toBe(secret.access);
    // The end of a year doesn't move.
    expect(fresh.secret.refreshEndsAt).toBe(secret.refreshEndsAt);
    const days = (Date.parse(secret.refreshEndsAt ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(365, 1);
    expect(await refreshed(fresh.secret)).toMatchObject({ type: "refreshed" });
  });

  test("only a refusal of the token itself ends the access, and a lost answer uses nothing up", async () => {
    await server.command("approve");
    const secret = await connect();
    const on = "POST /oauth/v2/accessToken";
    await server.control({ mode: "reset-after", on });
    expect(await refreshed(secret)).toEqual({ type: "unsent" });
    await server.control({ mode: "5xx-before", on });
    expect(await refreshed(secret)).toEqual({ type: "unclear" });
    expect(await refreshed(secret, { ...app, clientSecret: "another" })).toMatchObject({
      type: "unclear",
      why: expect.stringContaining("credentials"),
    });
    expect(await refreshed({ ...secret, refresh: "revoked" })).toEqual({ type: "refused" });
    await server.control({ mode: "dead-as-request", on });
    expect(await refreshed({ ...secret, refresh: "expired" })).toEqual({ type: "refused" });
    await server.control({ mode: "answer", on, status: 400, json: { error: "invalid_request" } });
    expect(await refreshed(secret)).toEqual({ type: "unclear" });
    expect(await refreshed(secret)).toMatchObject({ type: "refreshed" });
  });

  test("other applications get no refresh token", async () => {
    expect((await connect()).refresh).toBeNull();
  });
});
