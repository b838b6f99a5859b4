import { describe, expect, test } from "vitest";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import type { OutgoingPart } from "#lib/service/channels/core/connector.ts";
import { type ConformanceFixture, describeConformance } from "#lib/service/channels/testing/describe-conformance.ts";
import { facebook } from "./platform.ts";

const token = "EAATokenOfAPageMadeUpForTests0001";
const page = "101000000000001";
const write = "POST /v25.0/:page/feed";
const upload = "POST /v25.0/:page/photos";
const app = { clientId: "app", clientSecret: "app-secret" };

describeConformance({
  platform: facebook,
  module: new URL("./testing/peer.ts", import.meta.url),
  write,
  account: { username: "acme.news", remoteId: page, reportedLimits: {} },
  secret: { access: token, refresh: null, accessEndsAt: null, more: {} },
  secrets: [token],
  faults: {
    "refused-content": { mode: "refused", on: write },
    forbidden: { mode: "no-permission", on: write },
    "signed-out": { mode: "revoked", times: "always" },
    // The header of the answer names two minutes.
    "rate-limited": async ({ peer }) => {
      await peer.control({ mode: "429", on: write });
      return { can: true, until: new Date(Date.now() + 120_000) };
    },
    "token-expired": "A Page's token has no end and can't be refreshed.",
    "image-refused": { mode: "bad-image", on: upload, times: "always" },
    "upload-lost": async ({ peer }) => {
      await peer.command("losePhotos");
      return { can: true };
    },
    "late-lists": { mode: "lag", ms: 60_000 },
  },
  more: (stage) => describe("Facebook", () => tests(stage)),
});

function tests(stage: () => ConformanceFixture): void {
  const peerOf = ({ reach, account }: ConformanceFixture) => ({
    connector: facebook.connector,
    account,
    io: reach.io,
    outside: null,
    tooLong: "",
    images: [],
    items: stage().peer.items,
    fault: async () => ({ can: false, why: "" }) as const,
  });
  const write1 = (text: string, over: Parameters<typeof createPart>[2] = {}) => createPart(peerOf(stage()), text, over);
  const send = (part: OutgoingPart) => sendPart(peerOf(stage()), part);
  const finish = (code: string, over: Partial<typeof app> = {}) =>
    facebook.connect.by === "oauth"
      ? facebook.connect.finish(
          { host: "", redirectUri: "https://app/back", code, verifier: "", app: { ...app, ...over } },
          stage().reach.net,
        )
      : expect.fail("not OAuth");

  // "Handling Errors" (read November 2026): each documented code with what becomes of the post.
  test.each([
    [190, 463, "reconnect", "auth", "no longer lets"],
    [102, undefined, "reconnect", "auth", "no longer lets"],
    [10, undefined, "rejected", "forbidden", "doesn't let"],
    [200, undefined, "rejected", "forbidden", "doesn't let"],
    [299, undefined, "rejected", "forbidden", "doesn't let"],
    [3, undefined, "rejected", "forbidden", "doesn't let"],
    [100, 33, "rejected", "forbidden", "doesn't let"],
    [506, undefined, "rejected", "duplicate", "twice in a row"],
    [100, undefined, "rejected", "invalid", "It says: “As documented”"],
    [1_609_005, undefined, "rejected", "invalid", "It says"],
    [5_555, undefined, "temporary", "server", "may accept it later"],
  ])("Facebook's code %i with subcode %s makes the post %s (%s)", async (code, error_subcode, type, reason, said) => {
    const error = { message: "As documented", type: "OAuthException", code, error_subcode };
    await stage().peer.control({ mode: "answer", on: write, status: 400, json: { error }, times: 2 });
    const outcome = await send(write1(`Code ${code}`));
    // The test's account has no refresh token, so an expired one shows as signed out.
    expect(outcome).toMatchObject({ type, error: { reason } });
    if (type !== "reconnect") expect(outcome).toMatchObject({ error: { message: expect.stringContaining(said) } });
    expect(await stage().peer.items()).toEqual([]);
  });

  test.each([
    [4, "app"],
    [17, "account"],
    [32, "account"],
    [341, "app"],
    [613, "account"],
    [80_001, "account"],
  ])("Facebook's rate limit %i is waited out for the %s", async (code, of) => {
    const json = { error: { message: "Too many calls", code } };
    await stage().peer.control({ mode: "answer", on: write, status: 400, json });
    expect(await send(write1("Too often"))).toMatchObject({ type: "wait", of });
  });

  test.each([1, 2])("Facebook's code %i leaves the outcome of a publication unknown", async (code) => {
    const json = { error: { message: "An unknown error occurred", code } };
    await stage().peer.control({ mode: "answer", on: write, status: 500, json });
    expect(await send(write1("Perhaps"))).toEqual({ type: "unknown" });
  });

  test("a blocked Page waits for an hour with the reason", async () => {
    const json = { error: { message: "The action attempted has been deemed abusive", code: 368 } };
    await stage().peer.control({ mode: "answer", on: write, status: 400, json });
    const outcome = await send(write1("Too much"));
    expect(outcome).toMatchObject({ type: "wait", problem: { message: expect.stringContaining("blocked this Page") } });
    if (outcome.type === "wait") expect(outcome.until.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
  });

  test("a duplicate of a repeated part is left unclear, because it is most likely the part itself", async () => {
    const one = write1("Said before");
    await publishPart(peerOf(stage()), one);
    expect(await send(write1("Said before"))).toMatchObject({ type: "rejected", error: { reason: "duplicate" } });
    expect(await send({ ...one, resends: 1 })).toMatchObject({ type: "unknown", refused: { reason: "duplicate" } });
    expect(await stage().peer.items()).toHaveLength(1);
  });

  test("a post without images sends its first link for a card, and one with images sends none", async () => {
    const { peer, images } = stage();
    await publishPart(peerOf(stage()), write1("See https://example.com/a and https://example.com/b"));
    await publishPart(peerOf(stage()), write1("Other https://example.com/a", { linkCard: { url: null } }));
    await publishPart(peerOf(stage()), write1("With https://example.com/a", { images: images.slice(0, 1) }));
    expect(await peer.command("links")).toEqual(["https://example.com/a", null, null]);
  });

  test("a link that Facebook refuses is left out at the next attempt, and the post says so", async () => {
    const one = write1("See https://example.com/unpostable");
    expect(await send(one)).toMatchObject({ type: "temporary" });
    expect(await send(one)).toMatchObject({ type: "published", sent: { note: expect.stringContaining("link card") } });
    expect(await stage().peer.command("links")).toEqual([null]);
  });

  test("on a busy Page, a lookup finds a post behind many pages and reports others absent", async () => {
    const one = write1("Behind many");
    const sent = await publishPart(peerOf(stage()), one);
    await stage().peer.command("write", { count: 950 });
    expect(await lookUpPart(peerOf(stage()), one)).toMatchObject({ type: "found", sent: { remoteId: sent.remoteId } });
    expect(await lookUpPart(peerOf(stage()), { ...one, text: "Never sent" })).toEqual({ type: "absent" });
    await stage().peer.command("write", { count: 300 });
    expect(await lookUpPart(peerOf(stage()), { ...one, text: "Never sent" })).toEqual({ type: "cannot_tell" });
  });

  test("a lookup reads no further than the time of the request", async () => {
    const { peer, reach } = stage();
    await peer.command("write", { count: 150 });
    await peer.passTime(3_600_000);
    const one = write1("An hour later", { startedAt: new Date(Date.now() + 3_600_000) });
    const before = reach.requests.length;
    expect(await lookUpPart(peerOf(stage()), one)).toEqual({ type: "absent" });
    expect(reach.requests.length - before).toBe(1);
  });

  test("a post is linked by its address on Facebook, and a lost read of it does no harm", async () => {
    const sent = await publishPart(peerOf(stage()), write1("Linked"));
    expect(sent.url).toBe(`https://www.facebook.com/${sent.remoteId.replace("_", "/posts/")}`);
    await stage().peer.control({ mode: "5xx-before", on: "GET /v25.0/:id" });
    expect(await publishPart(peerOf(stage()), write1("Not told"))).toMatchObject({ url: null, proof: "answer" });
  });

  test("a post that Facebook may not show is never called removed, and one that is gone is", async () => {
    const { account, peer, reach } = stage();
    const { remove } = facebook.connector;
    if (!remove.can) return expect.fail("remove is available");
    const io = reach.io(new AbortController().signal);
    const sent = await publishPart(peerOf(stage()), write1("Perhaps gone"));
    const json = { error: { message: "Unsupported delete request", code: 100, error_subcode: 33 } };
    await peer.control({ mode: "answer", on: "DELETE /v25.0/:id", status: 400, json });
    expect(await remove.run(sent.remoteId, account, io)).toBe("cannot");
    await peer.control({ mode: "answer", on: "DELETE /v25.0/:id", status: 400, json });
    await peer.control({ mode: "answer", on: "GET /v25.0/:id", status: 400, json });
    expect(await remove.run(sent.remoteId, account, io)).toBe("cannot");
    expect(await remove.run(sent.remoteId, account, io)).toBe("removed");
    await peer.control({ mode: "no-permission", on: "GET /v25.0/:page/published_posts" });
    expect(await remove.run(sent.remoteId, account, io)).toBe("cannot");
    expect(await remove.run(sent.remoteId, account, io)).toBe("absent");
  });

  test("the person chooses among the Pages that they may post on, each with its own access", async () => {
    const came = await finish("good-code#_=_");
    if (!("choose" in came)) return expect.fail("no choice");
    expect(came.choose.map(({ profile, secret }) => [profile.name, profile.username, secret.access])).toEqual([
      ["Acme News", "acme.news", token],
      ["Acme Jobs", "Acme Jobs", "EAATokenOfPage2"],
    ]);
    expect(came.choose[0]).toMatchObject({
      profile: { verified: true },
      secret: { refresh: null, accessEndsAt: null },
    });
    expect(await finish("good-code")).toEqual({ problem: expect.stringMatching(/already used/) });
  });

  test("the only Page is connected at once, and without a Page the reason is named", async () => {
    await stage().peer.command("showPages", { count: 1 });
    expect(await finish("good-code")).toMatchObject({ profile: { remoteId: page }, secret: { access: token } });
    await stage().peer.command("reset");
    await stage().peer.command("showPages", { count: 0 });
    expect(await finish("good-code")).toEqual({ problem: expect.stringMatching(/no Page that you can post on/) });
  });

  test.each([
    [{ clientId: "other" }, null, /administrator must check/],
    [{ clientSecret: "wrong" }, null, /administrator must check/],
    [{}, "pages_manage_posts", /Not all permissions were granted/],
  ])("connecting with %j and %s declined is refused with the reason", async (over, permission, why) => {
    if (permission) await stage().peer.command("decline", { permission });
    expect(await finish("good-code", over)).toEqual({ problem: expect.stringMatching(why) });
  });

  test("a declined permission for portfolios does not stop the connection", async () => {
    await stage().peer.command("decline", { permission: "business_management" });
    expect(await finish("good-code")).toHaveProperty("choose");
  });

  test("a Page's profile check returns the Page and detects withdrawn access", async () => {
    const { account, peer, reach } = stage();
    const io = reach.io(new AbortController().signal);
    expect(await facebook.profile(account, io)).toMatchObject({ type: "seen", profile: { name: "Acme News" } });
    await peer.control({ mode: "revoked", times: "always" });
    expect(await facebook.profile(account, io)).toEqual({ type: "signed_out" });
  });
}
