import { describe, expect, test } from "vitest";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { getRemoval, type OutgoingPart } from "#lib/service/channels/core/connector.ts";
import { type ConformanceFixture, describeConformance } from "#lib/service/channels/testing/describe-conformance.ts";
import { findDistinctLinks } from "#lib/text/links/distinct-links.ts";
import { threads } from "./platform.ts";

const token = "THAAlongLivedTokenOfAnAccountMadeUpForTests";
const write = "POST /v1.0/:user/threads_publish";
const create = "POST /v1.0/:user/threads";
const app = { clientId: "app", clientSecret: "app-secret" };

describeConformance({
  platform: threads,
  module: new URL("./testing/peer.ts", import.meta.url),
  write,
  account: { username: "ada.example", remoteId: "17841400000000001", reportedLimits: {} },
  secret: { access: token, refresh: token, accessEndsAt: null, more: {} },
  secrets: [token],
  faults: {
    "refused-content": { mode: "refused", on: create },
    forbidden: { mode: "no-permission", on: write },
    "signed-out": { mode: "revoked", times: "always" },
    "rate-limited": "Threads names no time.",
    "token-expired": "An expired token can't be refreshed on Threads.",
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
  more: (stage) => describe("Threads", () => tests(stage)),
});

function tests(stage: () => ConformanceFixture): void {
  const peerOf = ({ reach, account }: ConformanceFixture) => ({
    connector: threads.connector,
    account,
    io: reach.io,
    outside: null,
    tooLong: "",
    images: [],
    items: stage().peer.items,
    fault: async () => ({ can: false, why: "" }) as const,
  });
  const write1 = (text: string, over: Partial<OutgoingPart> = {}) => createPart(peerOf(stage()), text, over);
  const io = () => stage().reach.io(new AbortController().signal);
  const finish = (code: string, clientSecret = app.clientSecret) =>
    threads.connect.by === "oauth"
      ? threads.connect.finish(
          { host: "", redirectUri: "https://app/back", code, verifier: "", app: { ...app, clientSecret } },
          stage().reach.net,
        )
      : expect.fail("not OAuth");

  test("a retry finds a part that was published without an answer and publishes no second one", async () => {
    const one = write1("Once");
    await stage().peer.control({ mode: "reset-after", on: write });
    expect(await sendPart(peerOf(stage()), one)).toEqual({ type: "unknown" });
    // Publishes without a lookup first, unlike the delivery: even then nothing is published twice.
    expect(await sendPart(peerOf(stage()), one)).toEqual({ type: "unknown" });
    expect(await lookUpPart(peerOf(stage()), one)).toMatchObject({ type: "found", sent: { proof: "key" } });
    expect(await stage().peer.items()).toHaveLength(1);
  });

  test("after a restore without its container, a part is found by its text and an unsent part is absent", async () => {
    const one = write1("Restored");
    const sent = await publishPart(peerOf(stage()), one);
    const seek = (over: Partial<OutgoingPart>) =>
      lookUpPart(peerOf(stage()), { ...one, prepared: null, restoredAt: new Date(), ...over });
    expect(await seek({})).toMatchObject({ type: "found", sent: { remoteId: sent.remoteId } });
    expect(await seek({ others: [sent.remoteId] })).toEqual({ type: "absent" });
    expect(await seek({ text: "Never sent" })).toEqual({ type: "absent" });
  });

  test("a resent part is looked up at the time of each send, even if its first container is forgotten", async () => {
    const one = write1("Twice, days apart");
    const sent = await publishPart(peerOf(stage()), one);
    const later = (days: number) => new Date(one.startedAt.getTime() + days * 86_400_000);
    const seek = (over: Partial<OutgoingPart>) =>
      lookUpPart(peerOf(stage()), { ...one, prepared: null, startedAt: later(3), ...over });
    const first = [one.startedAt, later(2)];
    expect(await seek({ sentBefore: first })).toMatchObject({
      type: "found",
      sent: { remoteId: sent.remoteId, proof: "timeline" },
    });
    expect(await seek({ sentBefore: first, others: [sent.remoteId] })).toEqual({ type: "absent" });
    expect(await seek({ sentBefore: [later(2)] })).toEqual({ type: "absent" });
    expect(await seek({})).toEqual({ type: "absent" });
    await stage().peer.control({ mode: "5xx-before", on: "GET /v1.0/:user/threads", after: 1 });
    expect(await seek({ sentBefore: [later(1), later(2)] })).toEqual({ type: "cannot_tell" });
  });

  test("on a busy account, a lookup finds a published part behind many pages and reports others absent", async () => {
    const one = write1("Behind many");
    await publishPart(peerOf(stage()), one);
    await stage().peer.command("write", { count: 1_000 });
    const seek = (text: string) =>
      lookUpPart(peerOf(stage()), {
        ...one,
        text,
        prepared: null,
        sentBefore: [new Date(one.startedAt.getTime() - 1_000)],
      });
    expect(await seek(one.text)).toMatchObject({ type: "found", sent: { proof: "timeline" } });
    expect(await seek("Never sent")).toEqual({ type: "absent" });
    await stage().peer.command("write", { count: 200 });
    expect(await seek("Never sent")).toEqual({ type: "cannot_tell" });
  });

  test("a reply without an answer is found among the replies to its parent", async () => {
    const root = await publishPart(peerOf(stage()), write1("Root"));
    const over = { number: 2, count: 2, root: root.remoteId, parent: root.remoteId };
    const reply = createPart(peerOf(stage()), "Reply", over);
    await stage().peer.control({ mode: "5xx-after", on: write });
    expect(await sendPart(peerOf(stage()), reply)).toEqual({ type: "unknown" });
    const stands = (await stage().peer.items()).find(({ text }) => text === "Reply");
    expect(await lookUpPart(peerOf(stage()), reply)).toMatchObject({
      type: "found",
      sent: { remoteId: stands?.remoteId },
    });
  });

  test("a reply waits some seconds after its parent, once, and a first part doesn't wait", async () => {
    const root = await publishPart(peerOf(stage()), write1("First"));
    expect(stage().reach.delays).toEqual([]);
    const reply = createPart(peerOf(stage()), "Second", {
      number: 2,
      count: 2,
      root: root.remoteId,
      parent: root.remoteId,
    });
    await stage().peer.control({ mode: "not-found-24", on: write });
    await sendPart(peerOf(stage()), reply);
    await publishPart(peerOf(stage()), reply);
    expect(stage().reach.delays).toEqual([5_000]);
  });

  test("a container that Threads doesn't find yet (24, 4279009) is kept and published some seconds later", async () => {
    const one = write1("The same");
    await stage().peer.control({ mode: "not-found-24", on: write });
    const early = { type: "temporary", error: { reason: "media" }, retryAfterMs: 10_000 };
    expect(await sendPart(peerOf(stage()), one)).toMatchObject(early);
    expect(await sendPart(peerOf(stage()), one)).toMatchObject({ type: "published" });
    expect(await stage().peer.command("containers")).toBe(1);
    expect(await stage().peer.items()).toHaveLength(1);
  });

  test.each([
    [24, 4_279_009],
    [100, 33],
  ])(
    "a container that Threads never finds (%i, %i) is created again at the third time",
    async (code, error_subcode) => {
      const one = write1(`Anew ${code}`);
      const json = { error: { message: "The requested resource does not exist", code, error_subcode } };
      await stage().peer.control({ mode: "answer", on: write, status: 400, json, times: 3 });
      for (let tries = 0; tries < 3; tries += 1)
        expect(await sendPart(peerOf(stage()), one)).toMatchObject({ type: "temporary" });
      expect(await sendPart(peerOf(stage()), one)).toMatchObject({ type: "published" });
      expect(await stage().peer.command("containers")).toBe(2);
    },
  );

  test("a new container that Threads shows only after seconds is waited for, also in a carousel", async () => {
    await stage().peer.command("hideContainers", { ms: 8_000 });
    await publishPart(peerOf(stage()), write1("Late"));
    await publishPart(peerOf(stage()), createPart(peerOf(stage()), "Two", { images: stage().images.slice(0, 2) }));
    expect((await stage().peer.items()).map(({ images }) => images.length)).toEqual([0, 2]);
    expect(await stage().peer.command("containers")).toBe(4);
  });

  test("images in processing are waited for in one attempt, and a slow one comes back after 15 seconds", async () => {
    await stage().peer.command("processImages", { asks: 4 });
    const images = stage().images.slice(0, 2);
    await publishPart(peerOf(stage()), createPart(peerOf(stage()), "Soon", { images }));
    await stage().peer.command("processImages", { asks: 24 });
    const one = createPart(peerOf(stage()), "Slow", { images: images.slice(0, 1) });
    expect(await sendPart(peerOf(stage()), one)).toMatchObject({ type: "temporary", retryAfterMs: 15_000 });
    const before = await stage().peer.command("containers");
    await publishPart(peerOf(stage()), one);
    expect(await stage().peer.command("containers")).toBe(before);
  });

  test("a container that fails once is created again, and one that fails twice is told by what it holds", async () => {
    await stage().peer.control({ mode: "fails", on: create });
    await publishPart(peerOf(stage()), write1("Failed once"));
    await stage().peer.control({ mode: "fails", on: create, times: 2 });
    const text = await sendPart(peerOf(stage()), write1("Failed twice"));
    expect(text).toMatchObject({
      type: "rejected",
      error: { message: "Threads couldn't process the post. It says: “UNKNOWN”." },
    });
    await stage().peer.control({ mode: "bad-image", on: create, times: 2 });
    const image = createPart(peerOf(stage()), "Unreachable", { images: stage().images.slice(0, 1) });
    expect(await sendPart(peerOf(stage()), image)).toMatchObject({
      type: "rejected",
      error: { message: expect.stringContaining("PUBLIC_URL") },
    });
  });

  test("an image of a carousel that Threads couldn't process fails the post after a second try, with the reason", async () => {
    const { images, peer } = stage();
    await peer.control({ mode: "bad-image", on: create, times: 1 });
    await publishPart(peerOf(stage()), write1("Failed once in a row", { images: images.slice(0, 2) }));
    expect((await peer.items()).map((item) => item.images.length)).toEqual([2]);
    await peer.control({ mode: "bad-image", on: create, times: 3 });
    expect(await sendPart(peerOf(stage()), write1("Failed twice", { images: images.slice(0, 2) }))).toMatchObject({
      type: "rejected",
      error: { reason: "media", message: expect.stringMatching(/PUBLIC_URL.*UNKNOWN/) },
    });
    expect(await peer.items()).toHaveLength(1);
  });

  test("a container that Threads doesn't show (100, 33) is never a refusal, and never makes its post absent", async () => {
    const json = { error: { message: "Unsupported get request. Object does not exist", code: 100, error_subcode: 33 } };
    const status = { mode: "answer", on: "GET /v1.0/:id", status: 400, json };
    const one = write1("Unseen on Threads");
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

  test("a post that Threads may not show is never called removed, and one that is gone is", async () => {
    const { peer, account } = stage();
    const { remove } = threads.connector;
    if (!remove.can) return expect.fail("remove is available");
    const sent = await publishPart(peerOf(stage()), write1("Perhaps gone"));
    const json = { error: { message: "Unsupported delete request", code: 100, error_subcode: 33 } };
    await peer.control({ mode: "answer", on: "DELETE /v1.0/:id", status: 400, json });
    expect(await remove.run(sent.remoteId, account, io())).toBe("cannot");
    await peer.control({ mode: "answer", on: "DELETE /v1.0/:id", status: 400, json });
    await peer.control({ mode: "answer", on: "GET /v1.0/:id", status: 400, json });
    expect(await remove.run(sent.remoteId, account, io())).toBe("cannot");
    expect(await remove.run(sent.remoteId, account, io())).toBe("removed");
    await peer.control({ mode: "no-permission", on: "GET /v1.0/:user/threads" });
    expect(await remove.run(sent.remoteId, account, io())).toBe("cannot");
    expect(await remove.run(sent.remoteId, account, io())).toBe("absent");
  });

  test("an image that is more than ten times as wide as high, which Threads refuses, gets white edges", () => {
    expect(threads.connector.imageForm?.(stage().account)).toMatchObject({ ratio: { min: 0, max: 10 } });
  });

  test("a text that Threads gives back with other spaces is found", async () => {
    const one = write1("Ends with a space \n\n and a line ");
    const sent = await publishPart(peerOf(stage()), one);
    const found = await lookUpPart(peerOf(stage()), {
      ...one,
      text: "Ends with a space\n\nand a line",
      prepared: null,
      restoredAt: new Date(),
    });
    expect(found).toMatchObject({ type: "found", sent: { remoteId: sent.remoteId } });
  });

  test.each([4_279_013, 2_207_051])("a restricted account (%i) is told as such", async (error_subcode) => {
    const json = { error: { message: "Restricted", code: 100, error_subcode } };
    await stage().peer.control({ mode: "answer", on: write, status: 400, json });
    expect(await sendPart(peerOf(stage()), write1(`Restricted ${error_subcode}`))).toMatchObject({
      type: "rejected",
      error: { reason: "forbidden", message: expect.stringContaining("restricted this account") },
    });
  });

  test("an expired container is created again", async () => {
    const one = write1("Too late");
    await stage().peer.control({ mode: "reset-before", on: write });
    expect(await sendPart(peerOf(stage()), one)).toEqual({ type: "unknown" });
    await stage().peer.command("expireContainers");
    expect(await lookUpPart(peerOf(stage()), one)).toEqual({ type: "absent" });
    expect(await sendPart(peerOf(stage()), one)).toMatchObject({ type: "published" });
  });

  test("an existing container is published, not created again", async () => {
    const one = write1("Made once");
    await stage().peer.control({ mode: "429", on: write });
    expect(await sendPart(peerOf(stage()), one)).toMatchObject({ type: "wait", of: "app" });
    await publishPart(peerOf(stage()), one);
    expect(await stage().peer.command("containers")).toBe(1);
  });

  test("a sixth distinct link is rejected before publishing, with the reason; repeated links count once", async () => {
    const links = (count: number) => Array.from({ length: count }, (_, at) => `https://example.com/${at}`).join(" ");
    expect(await sendPart(peerOf(stage()), write1(`Six: ${links(6)}`))).toMatchObject({
      type: "rejected",
      error: { reason: "invalid", message: "The post has more than 5 different links, which Threads doesn't allow." },
    });
    expect(await stage().peer.items()).toEqual([]);
    expect(findDistinctLinks(`Six: ${links(6)}`)).toHaveLength(6);
    const five = `Five, twice: ${links(5)}; ${links(5)}.`;
    await publishPart(peerOf(stage()), write1(five));
    expect(findDistinctLinks(five)).toHaveLength(5);
  });

  test("an item is linked by its Threads address, and a lost read of it does no harm", async () => {
    const sent = await publishPart(peerOf(stage()), write1("Linked"));
    expect(sent.url).toBe(`https://www.threads.com/@ada.example/post/${sent.remoteId}`);
    await stage().peer.control({ mode: "5xx-before", on: "GET /v1.0/:id", after: 1 });
    expect(await publishPart(peerOf(stage()), write1("Not told"))).toMatchObject({ url: null, proof: "answer" });
  });

  test.each([
    [{ posts: 250, replies: 0 }, null, "wait"],
    [{ posts: 249, replies: 1_000 }, null, "published"],
    [{ posts: 0, replies: 1_000 }, "root", "wait"],
  ])("with %j of the day's quota used and the answer %s, the part is %s", async (used, parent, type) => {
    const root = await publishPart(peerOf(stage()), write1("Root"));
    await stage().peer.command("use", used);
    const over = parent === null ? {} : { number: 2, count: 2, root: root.remoteId, parent: root.remoteId };
    expect(await sendPart(peerOf(stage()), createPart(peerOf(stage()), "The next", over))).toMatchObject({ type });
  });

  test("without a public address, a post with images is refused with the reason and Threads is not contacted", async () => {
    const { reach, images } = stage();
    const peer = { ...peerOf(stage()), io: (signal: AbortSignal) => ({ ...reach.io(signal), imageUrl: () => null }) };
    const outcome = await sendPart(peer, createPart(peer, "A picture", { images: images.slice(0, 1) }));
    expect(outcome).toMatchObject({ type: "rejected", error: { reason: "media", message: /no public address/ } });
    expect(reach.requests).toEqual([]);
  });

  test("an account is connected with a token of 60 days, and each answer is valid once", async () => {
    const connected = await finish("good-code#_");
    expect(connected).toMatchObject({
      profile: { remoteId: "17841400000000001", username: "ada.example", name: "Ada Example", verified: true },
      secret: { access: token, refresh: token },
    });
    const endsAt = "secret" in connected ? Date.parse(connected.secret.accessEndsAt ?? "") : 0;
    expect(Math.abs(endsAt - Date.now() - 60 * 86_400_000)).toBeLessThan(600_000);
    expect(await finish("good-code")).toEqual({ problem: expect.stringMatching(/already used/) });
    expect(await finish("good-code", "wrong")).toEqual({ problem: expect.stringMatching(/administrator must check/) });
  });

  test("an account without optional permissions is connected and says what is missing, and nothing is half published", async () => {
    await stage().peer.command("grant", { scopes: ["threads_basic", "threads_content_publish"] });
    const connected = await finish("good-code");
    if (!("profile" in connected)) return expect.fail("not connected");
    const { told } = connected.profile;
    expect(told["limitations"]).toEqual([
      expect.stringContaining("threads of several parts are refused"),
      expect.stringContaining("stays unconfirmed"),
      expect.stringContaining("can't be taken down"),
    ]);
    const account = { ...stage().account, reportedLimits: told };
    const peer = { ...peerOf(stage()), account };
    await publishPart(peer, createPart(peer, "One part"));
    expect(await sendPart(peer, createPart(peer, "First of two", { count: 2 }))).toMatchObject({
      type: "rejected",
      error: { message: expect.stringContaining("permission to reply") },
    });
    expect(await stage().peer.items()).toHaveLength(1);
    expect(getRemoval(threads.connector, account)).toEqual({ can: false, why: expect.stringContaining("permission") });
    const seen = await threads.profile(account, io());
    expect(seen).toMatchObject({ type: "seen", profile: { told } });
  });

  test("an account that doesn't let Postwright post is not connected", async () => {
    await stage().peer.command("grant", { scopes: ["threads_basic"] });
    expect(await finish("good-code")).toEqual({ problem: expect.stringContaining("permission to post") });
  });

  test("a token is extended in time, an expired one is not, and a lost answer uses nothing up", async () => {
    const { refresh } = threads;
    if (!refresh.can) return expect.fail("refresh is available");
    const { reach, account, peer } = stage();
    const run = (access: string) =>
      refresh.run({ access, refresh: access, accessEndsAt: null, more: {} }, { account, app: null }, reach.net);
    const fresh = await run(token);
    expect(fresh).toMatchObject({ type: "refreshed" });
    if (fresh.type === "refreshed") expect(fresh.secret.access).not.toBe(token);
    expect(await run("THAAended")).toEqual({ type: "refused" });
    await peer.control({ mode: "reset-after" });
    expect(await run(token)).toEqual({ type: "unsent" });
  });

  test("a Threads profile check returns the Threads account and detects withdrawn access", async () => {
    const { account, peer } = stage();
    expect(await threads.profile(account, io())).toMatchObject({ type: "seen", profile: { username: "ada.example" } });
    await peer.control({ mode: "revoked", times: "always" });
    expect(await threads.profile(account, io())).toEqual({ type: "signed_out" });
  });
}
