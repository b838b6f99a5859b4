import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { conformanceCases } from "#lib/service/channels/conformance/conformance-cases.ts";
import type { ConformancePeer, FaultResult, PeerFault } from "#lib/service/channels/conformance/conformance-peer.ts";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { AccountSecret, AppCredentials } from "#lib/service/channels/core/platform.ts";
import { describeDelivery } from "#lib/service/channels/testing/describe-delivery.ts";
import { createFaultModes } from "#lib/service/channels/testing/fault-modes.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo, type TestIo } from "#lib/service/channels/testing/test-io.ts";
import { computeXCost } from "#lib/text/platforms/x-pricing.ts";
import { x } from "./platform.ts";
import { getImageBytes, gif, images } from "./testing/images.ts";

const post = "POST /2/tweets";
let server: PeerProcess;
beforeAll(async () => {
  server = await startPeerProcess(new URL("./testing/peer.ts", import.meta.url));
});
afterAll(() => server.stop());
afterEach(async () => {
  await server.control({ mode: "ok" });
  await server.clock(0);
  await server.command("reset");
});

const modes = createFaultModes(post, "POST /2/media/upload");
const commands: Partial<Record<PeerFault, [name: string, input: object]>> = {
  "token-expired": ["expire", {}],
  "signed-out": ["revoke", {}],
  "upload-lost": ["loseMedia", {}],
  "image-processing": ["set", { slowLooks: 3 }],
};

async function fault(name: PeerFault): Promise<FaultResult> {
  const mode = modes[name];
  if (mode) await server.control(mode);
  const command = commands[name];
  if (command) await server.command(...command);
  if (name === "clock-ahead") await server.clock(300_000);
  if (name === "clock-behind") await server.clock(-300_000);
  return { can: true, ...(mode?.seconds && { until: new Date(Date.now() + mode.seconds * 1_000) }) };
}

async function openPeer(): Promise<ConformancePeer & { test: TestIo; app: AppCredentials }> {
  const given = await server.command<{ access_token: string; refresh_token: string; userId: string; app: Keys }>(
    "token",
  );
  const account: PlatformAccount = {
    channelId: "c",
    username: "ada",
    remoteId: given.userId,
    host: server.url,
    reportedLimits: {},
  };
  const secret: AccountSecret = {
    access: given.access_token,
    refresh: given.refresh_token,
    accessEndsAt: null,
    more: {},
  };
  const app: AppCredentials = { clientId: given.app.id, clientSecret: given.app.secret };
  const outside = createTestIo({
    platform: x,
    account,
    secret,
    allow: [server.hostPort],
    app,
    base: server.url,
    images: new Map([...images, gif].map(({ fileName }) => [fileName, getImageBytes(fileName)])),
  });
  return {
    connector: x.connector,
    account,
    io: outside.io,
    items: server.items,
    fault,
    images,
    test: outside,
    app,
    tooLong: "x".repeat(281),
    outside: {
      requests: () => outside.requests,
      refreshes: outside.refreshes,
      secrets: () => [outside.secret().access, outside.secret().refresh ?? "none", secret.access, app.clientSecret],
    },
  };
}
type Keys = { id: string; secret: string };
type Bill = { posts: number; media: number; descriptions: number };

describe("conformance on X", () => {
  test.for(conformanceCases)("$title", async ({ show }) => await show(await openPeer()));
});

describeDelivery({
  platform: x,
  async open() {
    const peer = await openPeer();
    const { posts, media, descriptions } = await server.command<Bill>("bill");
    return {
      ...peer,
      secret: peer.test.secret,
      hosts: [server.hostPort],
      base: server.url,
      heard: async () => (await server.log()).map(({ body }) => body),
      async billed() {
        const now = await server.command<Bill>("bill");
        return now.posts + now.media + now.descriptions - posts - media - descriptions;
      },
    };
  },
});

const posts = async () => (await server.log()).filter((one) => one.route === post);

describe("publishing on X", () => {
  test("the bill for a thread equals the estimate, including links, images and descriptions", async () => {
    const peer = await openPeer();
    const texts = [
      "Plain words",
      "A link https://example.com/a?b=c#d and more",
      "A bare one: example.org",
      "me@example.com",
    ];
    let parent: string | null = null;
    for (const [index, text] of texts.entries()) {
      const over = { number: index + 1, count: texts.length, root: parent, parent };
      const outcome = await sendPart(peer, createPart(peer, text, { ...over, images: index === 0 ? images : [] }));
      if (outcome.type !== "published") throw new Error(outcome.type);
      parent = outcome.sent.remoteId;
    }
    const bill = await server.command<Bill>("bill");
    const media = { images: images.length, descriptions: images.length };
    expect(bill.posts + bill.media + bill.descriptions).toBe(computeXCost(texts, media));
  });

  test("a description is set before the post is published; if that fails, nothing is published", async () => {
    const peer = await openPeer();
    const one = createPart(peer, "Described", { images: images.slice(0, 2) });
    await server.control({ mode: "5xx-before", on: "POST /2/media/metadata", after: 1 });
    expect(await sendPart(peer, one)).toMatchObject({ type: "temporary" });
    expect(await server.items()).toEqual([]);
    expect(await sendPart(peer, one)).toMatchObject({ type: "published" });
    expect((await server.items())[0]?.images).toEqual(["One", "Two"]);
    const uploads = (await server.log()).filter((entry) => entry.committed && entry.route.startsWith("POST /2/media"));
    expect(uploads.map(({ route }) => route).slice(-4)).toEqual([
      ...["POST /2/media/upload", "POST /2/media/metadata", "POST /2/media/upload", "POST /2/media/metadata"],
    ]);
    expect(await server.command("bill")).toMatchObject({ descriptions: 10_000 });
  });

  test("a GIF is uploaded in chunks, the only way that X accepts it", async () => {
    const peer = await openPeer();
    await server.command("set", { slowLooks: 1 });
    expect(await sendPart(peer, createPart(peer, "It moves", { images: [gif] }))).toMatchObject({ type: "published" });
    expect((await server.items())[0]?.images).toEqual(["It moves"]);
  });

  test("a still image that X rejects in one request is uploaded in chunks", async () => {
    const peer = await openPeer();
    await server.control({ mode: "no-one-shot", on: "POST /2/media/upload", times: 2 });
    const one = createPart(peer, "In pieces", { images: images.slice(0, 2) });
    expect(await sendPart(peer, one)).toMatchObject({ type: "published" });
    expect((await server.items())[0]?.images).toEqual(["One", "Two"]);
  });

  test("an upload that X no longer has is repeated", async () => {
    const peer = await openPeer();
    const one = createPart(peer, "Later", { images: images.slice(0, 1) });
    const endsAt = new Date(Date.now() + 60_000).toISOString();
    one.prepared = { uploads: [{ id: "1", endsAt, isDescribed: true, isReady: true }] };
    expect(await sendPart(peer, one)).toMatchObject({ type: "published" });
  });

  test("a post is found although X shows its links as t.co and its text escaped", async () => {
    const peer = await openPeer();
    for (const text of [
      "a < b & c > d https://example.com/x_(y)?z=1&q=ü",
      "Bare example.com, twice example.com/",
      "👩‍👩‍👧 日本",
    ]) {
      const one = createPart(peer, text, { images: images.slice(0, 1) });
      const sent = await sendPart(peer, one);
      const found = await lookUpPart(peer, one);
      expect(found, text).toMatchObject({ type: "found", sent: { proof: "timeline" } });
      if (sent.type === "published" && found?.type === "found") expect(found.sent.remoteId).toBe(sent.sent.remoteId);
    }
  });

  test.each(["old", "new"])(
    "a subscriber's long post is published whole and found by its whole text (%s)",
    async (names) => {
      const peer = await openPeer();
      await server.command("set", { names, subscription: "Premium" });
      const seen = await x.profile(peer.account, peer.io(new AbortController().signal));
      expect(seen).toMatchObject({ profile: { told: { maxCharacters: 25_000 } } });
      const long = `${"Long words & more. ".repeat(40)} https://example.com/a`;
      const one = createPart(peer, long);
      const { remoteId } = await publishPart(peer, one);
      expect(await lookUpPart(peer, one)).toMatchObject({ type: "found", sent: { remoteId } });
      expect(await lookUpPart(peer, createPart(peer, `${long} or other`))).toEqual({ type: "absent" });
      await server.command("set", { subscription: "None", isVerified: true });
      const usual = await x.profile(peer.account, peer.io(new AbortController().signal));
      expect(usual).not.toHaveProperty("profile.told.maxCharacters");
      expect(await sendPart(peer, createPart(peer, `${long} once more`))).toMatchObject({ type: "rejected" });
    },
  );

  test("a t.co link with an unknown target is never taken for absence", async () => {
    const peer = await openPeer();
    const one = createPart(peer, "See https://example.com/x");
    await sendPart(peer, one);
    await server.control({ mode: "no-entities", on: "GET /2/users/:id/tweets" });
    expect(await lookUpPart(peer, one)).toEqual({ type: "cannot_tell" });
  });

  test.each(["new", "strict"])("a reply is found by the field names of openapi 2.167 (%s)", async (names) => {
    const peer = await openPeer();
    await server.command("set", { names });
    const { remoteId } = await publishPart(peer, createPart(peer, "Same words"));
    const over = { number: 2, count: 2, root: remoteId, parent: remoteId };
    const reply = createPart(peer, "Answers it", { ...over, images: images.slice(0, 1) });
    expect(await lookUpPart(peer, reply)).toEqual({ type: "absent" });
    const sent = await publishPart(peer, reply);
    expect(await lookUpPart(peer, reply)).toMatchObject({ type: "found", sent: { remoteId: sent.remoteId } });
    expect(await lookUpPart(peer, createPart(peer, "Never sent", over))).toEqual({ type: "absent" });
  });

  test("a list without reply references never proves that a reply is absent", async () => {
    const peer = await openPeer();
    const { remoteId } = await publishPart(peer, createPart(peer, "First"));
    const over = { number: 2, count: 2, root: remoteId, parent: remoteId };
    const reply = createPart(peer, "Second", over);
    await publishPart(peer, reply);
    await server.control({ mode: "no-references", on: "GET /2/users/:id/tweets", times: "always" });
    expect(await lookUpPart(peer, reply)).toEqual({ type: "cannot_tell" });
    expect(await lookUpPart(peer, createPart(peer, "Third", over))).toEqual({ type: "cannot_tell" });
  });

  test("a lookup requests posts from a minute before the part was sent to an hour after, and no others", async () => {
    const peer = await openPeer();
    const now = createPart(peer, "Look");
    const readTimes = async (startedAt: Date) => {
      await lookUpPart(peer, { ...now, startedAt });
      const query = new URL((await server.log()).at(-1)?.path ?? "", server.url).searchParams;
      const read = (id: string | null) => id && Number((BigInt(id) >> 22n) + 1_288_834_974_657n) - startedAt.getTime();
      return { since: read(query.get("since_id")), until: read(query.get("until_id")) };
    };
    const before = new Date(now.startedAt.getTime() - 2 * 3_600_000);
    expect(await readTimes(before)).toEqual({ since: -60_000, until: 3_600_000 });
    // The hour is not over: no id that is still to come is named.
    expect(await readTimes(now.startedAt)).toEqual({ since: -60_000, until: null });
  });

  test("a resent part is looked up at the time of each send, and nothing in between is read", async () => {
    const peer = await openPeer();
    const one = createPart(peer, "Twice, days apart");
    const sent = await publishPart(peer, one);
    const later = (days: number) => new Date(one.startedAt.getTime() + days * 86_400_000);
    const before = (await server.log()).length;
    const again = { ...one, startedAt: later(3), sentBefore: [one.startedAt, later(2)] };
    expect(await lookUpPart(peer, again)).toMatchObject({ type: "found", sent: { remoteId: sent.remoteId } });
    expect((await server.log()).length - before).toBe(3);
    expect(await lookUpPart(peer, { ...again, sentBefore: [later(2)] })).toEqual({ type: "absent" });
    const soon = { ...one, startedAt: new Date(one.startedAt.getTime() + 600_000), sentBefore: [one.startedAt] };
    expect(await lookUpPart(peer, soon)).toMatchObject({ type: "found", sent: { remoteId: sent.remoteId } });
  });

  test("after a restore, a lookup covers the time since the backup and reads no later posts", async () => {
    const peer = await openPeer();
    const one = createPart(peer, "Before the restore");
    const sent = await publishPart(peer, one);
    const since = new Date(one.startedAt.getTime() - 3_600_000);
    const seek = (restoredAt: Date) => lookUpPart(peer, { ...one, startedAt: since, restoredAt });
    expect(await seek(new Date())).toMatchObject({ type: "found", sent: { remoteId: sent.remoteId } });
    expect(await seek(new Date(one.startedAt.getTime() - 1_800_000))).toEqual({ type: "absent" });
  });

  test("a duplicate refused by X is rejected on the first attempt, and looked up when it may be its own", async () => {
    const peer = await openPeer();
    const one = createPart(peer, "The same");
    await server.control({ mode: "duplicate-403", on: post, times: 2 });
    expect(await sendPart(peer, one)).toMatchObject({ type: "rejected", error: { reason: "duplicate" } });
    expect(await sendPart(peer, { ...one, resends: 1 })).toMatchObject({
      type: "unknown",
      refused: { reason: "duplicate" },
    });
    expect(await server.items()).toEqual([]);
    expect(x.connector.getRepeats({ reportedLimits: {} })).toEqual({
      deduplicated: false,
      absentAfterMs: 300_000,
      resends: 1,
    });
  });

  test.each([
    { mode: "reply-403", reason: "forbidden", words: "part 2" },
    { mode: "cashtag-403", reason: "invalid", words: "cashtag" },
  ])(
    "a second part that X refuses ($mode) is rejected as $reason, and the first stays published",
    async ({ mode, reason, words }) => {
      const peer = await openPeer();
      const root = await sendPart(peer, createPart(peer, "First"));
      if (root.type !== "published") throw new Error(root.type);
      const { remoteId } = root.sent;
      await server.control({ mode, on: post });
      const outcome = await sendPart(
        peer,
        createPart(peer, "Second", { number: 2, count: 2, root: remoteId, parent: remoteId }),
      );
      expect(outcome).toMatchObject({ type: "rejected", error: { reason, message: expect.stringContaining(words) } });
      expect((await server.items()).map((item) => item.remoteId)).toEqual([remoteId]);
    },
  );

  test.each([
    { mode: "mention-403", words: "mention others" },
    { mode: "forbidden", words: "lack write permission" },
  ])("a post that X refuses ($mode) is told by the cause, which is not always the account", async ({ mode, words }) => {
    const peer = await openPeer();
    await server.control({ mode, on: post });
    const outcome = await sendPart(peer, createPart(peer, "Hello @somebody"));
    const error = { reason: "forbidden", message: expect.stringContaining(words) };
    expect(outcome).toMatchObject({ type: "rejected", error });
  });

  test.each(["usage-capped", "credits-402", "spend-cap", "spend-cap-type"])(
    "an application without credit (%s) pauses all accounts, and the message says who can fix it",
    async (mode) => {
      const peer = await openPeer();
      await server.control({ mode, on: post });
      const outcome = await sendPart(peer, createPart(peer, "Unpaid"));
      const problem = { reason: "billing", message: expect.stringContaining("your administrator can raise") };
      expect(outcome).toMatchObject({ type: "wait", of: "app", problem });
      expect(await server.items()).toEqual([]);
    },
  );

  test("a second part whose first part was removed fails as gone and starts no new thread", async () => {
    const peer = await openPeer();
    const root = await sendPart(peer, createPart(peer, "First"));
    if (root.type !== "published") throw new Error(root.type);
    const { remoteId } = root.sent;
    await server.command("removeItem", { id: remoteId });
    const outcome = await sendPart(
      peer,
      createPart(peer, "Second", { number: 2, count: 2, root: remoteId, parent: remoteId }),
    );
    expect(outcome).toMatchObject({ type: "rejected", error: { reason: "gone" } });
    expect(await server.items()).toEqual([]);
  });

  test("without remaining requests, an account or the whole application pauses until X's reset time", async () => {
    const peer = await openPeer();
    for (const mode of ["last-one", "day-limit"]) {
      await server.control({ mode, on: post, seconds: 900 });
      const outcome = await sendPart(peer, createPart(peer, `Rest after ${mode}`));
      if (outcome.type !== "published") throw new Error(outcome.type);
      expect(outcome.restOf).toBe(mode === "day-limit" ? "app" : "account");
      const left = (outcome.restUntil?.getTime() ?? 0) - Date.now();
      expect(left).toBeGreaterThan(890_000);
      expect(left).toBeLessThan(905_000);
    }
  });

  test("only X's own problem makes a post absent, and a deletion without a body is one", async () => {
    const peer = await openPeer();
    const { remove } = x.connector;
    if (!remove.can) return expect.fail("remove is available");
    const run = (id: string) => remove.run(id, peer.account, peer.io(new AbortController().signal));
    const { remoteId } = await publishPart(peer, createPart(peer, "Perhaps gone"));
    const json = { title: "Not Found", type: "about:blank", status: 404 };
    await server.control({ mode: "answer", on: "DELETE /2/tweets/:id", status: 404, json });
    expect(await run(remoteId)).toBe("cannot");
    await server.control({ mode: "answer", on: "DELETE /2/tweets/:id", status: 204 });
    expect(await run(remoteId)).toBe("removed");
    expect(await run(remoteId)).toBe("removed");
    expect(await run(remoteId)).toBe("absent");
  });

  test("a numeric id is not trusted", async () => {
    const peer = await openPeer();
    await server.control({ mode: "number-ids", on: post });
    expect(await sendPart(peer, createPart(peer, "A number"))).toEqual({ type: "unknown" });
  });

  test("access withdrawn within a thread asks for a reconnect and leaves published parts in place", async () => {
    const peer = await openPeer();
    const root = await sendPart(peer, createPart(peer, "First"));
    if (root.type !== "published") throw new Error(root.type);
    await server.control({ mode: "revoked", on: post });
    const over = { number: 2, count: 2, root: root.sent.remoteId, parent: root.sent.remoteId };
    expect(await sendPart(peer, createPart(peer, "Second", over))).toMatchObject({ type: "reconnect" });
    expect(await server.items()).toHaveLength(1);
    expect((await posts()).at(-1)?.committed).toBe(false);
  });
});
