import { describe, expect, test } from "vitest";
import { conformanceCases } from "#lib/service/channels/conformance/conformance-cases.ts";
import { createPart, lookUpPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { describeDelivery } from "#lib/service/channels/testing/describe-delivery.ts";
import { mastodon } from "./platform.ts";
import { images, publishRoute, startMastodonServerForTests } from "./testing/mastodon-fixture.ts";

const { server, openPeer } = startMastodonServerForTests();

describe("conformance on a Mastodon server", () => {
  test.for(conformanceCases)("$title", async ({ show }) => await show(await openPeer()));
});

const heard = async () => (await server().log()).map(({ body }) => body);
describeDelivery({
  platform: mastodon,
  open: async () => ({ ...(await openPeer()), hosts: [server().hostPort], heard }),
});

const posts = async () => (await server().log()).filter((one) => one.route === publishRoute);
const never = new AbortController().signal;

describe("publishing on Mastodon", () => {
  test("a part carries its key, and a repeat within the hour is answered with the first status", async () => {
    const peer = await openPeer();
    const one = createPart(peer, "Once");
    const [first, second] = [await sendPart(peer, one), await sendPart(peer, one)];
    expect(first).toMatchObject({ type: "published" });
    expect(second).toEqual(first);
    expect((await posts()).slice(-2).map(({ headers }) => headers["idempotency-key"])).toEqual([one.key, one.key]);
    expect(await server().items()).toHaveLength(1);
  });

  test("a known key answered with 500 is looked up, and the status is found", async () => {
    const peer = await openPeer();
    const one = createPart(peer, "Known already");
    const first = await sendPart(peer, one);
    await server().control({ mode: "key-500", on: publishRoute });
    expect(await sendPart(peer, { ...one, resends: 1 })).toEqual({ type: "unknown" });
    const found = await lookUpPart(peer, one);
    expect(found).toMatchObject({ type: "found", sent: { proof: "timeline" } });
    if (first.type === "published" && found?.type === "found") expect(found.sent.remoteId).toBe(first.sent.remoteId);
  });

  test("two concurrent requests with one key may both be published, so a repeat is never treated as harmless", async () => {
    const peer = await openPeer();
    await server().control({ mode: "key-late", on: publishRoute, times: 2 });
    const one = createPart(peer, "At once");
    const outcomes = await Promise.all([sendPart(peer, one), sendPart(peer, one)]);
    expect(outcomes.map((outcome) => outcome.type)).toEqual(["published", "published"]);
    expect(await server().items()).toHaveLength(2);
    expect(peer.connector.getRepeats(peer.account).deduplicated).toBe(false);
  });

  test("after an hour the key has expired, and a lookup still finds the status", async () => {
    const peer = await openPeer();
    const one = createPart(peer, "An hour ago");
    await server().control({ mode: "reset-after", on: publishRoute });
    expect(await sendPart(peer, one)).toEqual({ type: "unknown" });
    await server().clock(3_700_000);
    expect(await lookUpPart(peer, { ...one, startedAt: new Date(one.startedAt.getTime() - 3_700_000) })).toMatchObject({
      type: "found",
    });
    expect(await sendPart(peer, one)).toMatchObject({ type: "published" });
    expect(await server().items()).toHaveLength(2);
  });

  test("a repeat whose images belong to a status causes a lookup, never a second status", async () => {
    const peer = await openPeer();
    const one = createPart(peer, "With a picture", { images: images.slice(0, 1) });
    await server().control({ mode: "reset-after", on: publishRoute });
    expect(await sendPart(peer, one)).toEqual({ type: "unknown" });
    await server().control({ mode: "key-forgotten", on: publishRoute });
    const again = await mastodon.connector.publishPart({ ...one, resends: 1 }, peer.account, peer.io(never));
    expect(again).toEqual({ type: "unknown" });
    expect(await lookUpPart(peer, one)).toMatchObject({ type: "found" });
    expect(await server().items()).toHaveLength(1);
  });

  test("of two statuses with the same text, a lookup returns the one with the same parent", async () => {
    const peer = await openPeer();
    const root = await sendPart(peer, createPart(peer, "Same"));
    if (root.type !== "published") throw new Error(root.type);
    const { remoteId } = root.sent;
    const reply = createPart(peer, "Same", { number: 2, count: 2, root: remoteId, parent: remoteId });
    expect(await lookUpPart(peer, reply)).toEqual({ type: "absent" });
    const sent = await sendPart(peer, reply);
    expect(await lookUpPart(peer, reply)).toMatchObject({
      type: "found",
      sent: { remoteId: sent.type === "published" ? sent.sent.remoteId : "" },
    });
  });

  test("a text is found by its source although the server shows it as HTML", async () => {
    const peer = await openPeer();
    const one = createPart(peer, 'Less < more & "quotes"\n\nhttps://example.org/a_(b) 👩‍👩‍👧');
    await sendPart(peer, one);
    expect(await lookUpPart(peer, one)).toMatchObject({ type: "found" });
    await server().control({ mode: "no-source", on: "GET /api/v1/statuses/:id/source" });
    expect(await lookUpPart(peer, one)).toMatchObject({ type: "found" });
  });

  test("without the source, a text with full handles is never believed absent", async () => {
    const peer = await openPeer();
    await sendPart(peer, createPart(peer, "Hello @bob there"));
    await server().control({ mode: "no-source", on: "GET /api/v1/statuses/:id/source" });
    expect(await lookUpPart(peer, createPart(peer, "Hello @bob@other.example there"))).toEqual({ type: "cannot_tell" });
  });

  test("after a restore, a post of another application at that time is not mistaken for the edited part", async () => {
    const peer = await openPeer();
    await sendPart(peer, createPart(peer, "Edited since the backup"));
    const [from, until] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    const one = { ...createPart(peer, "As the backup has it"), restoredAt: until, about: { from, until } };
    expect(await lookUpPart(peer, one)).toEqual({ type: "never_tells" });
    await server().command("set", { application: "Another" });
    expect(await lookUpPart(peer, one)).toEqual({ type: "absent" });
  });

  test("a lookup reads pages back to the time of the part", async () => {
    const peer = await openPeer();
    const one = createPart(peer, "The first of many");
    await sendPart(peer, one);
    for (let index = 0; index < 45; index += 1) await sendPart(peer, createPart(peer, `Other ${index}`));
    expect(await lookUpPart(peer, one)).toMatchObject({ type: "found" });
    expect(await lookUpPart(peer, createPart(peer, "Never sent"))).toEqual({ type: "absent" });
  }, 30_000);

  test("numeric ids are not trusted: the part is unknown, and no number is stored as an id", async () => {
    const peer = await openPeer();
    await server().control({ mode: "number-ids", times: "always" });
    const one = createPart(peer, "A number");
    expect(await sendPart(peer, one)).toEqual({ type: "unknown" });
    expect(await lookUpPart(peer, one)).toEqual({ type: "cannot_tell" });
  });

  test("a redirect is reported and never followed with the account's access", async () => {
    const peer = await openPeer();
    await server().control({ mode: "redirect", on: publishRoute });
    const outcome = await sendPart(peer, createPart(peer, "Elsewhere"));
    expect(outcome).toMatchObject({ type: "rejected", error: { reason: "server" } });
    if (outcome.type === "rejected") expect(outcome.error.message).toContain("another address");
  });

  test("a missing permission asks for a reconnect and publishes nothing", async () => {
    const peer = await openPeer();
    await server().control({ mode: "scope-missing", on: publishRoute });
    expect(await sendPart(peer, createPart(peer, "May not"))).toMatchObject({
      type: "reconnect",
      error: { reason: "auth" },
    });
    expect(await server().items()).toEqual([]);
  });

  test("access withdrawn within a thread asks for a reconnect and leaves published parts in place", async () => {
    const peer = await openPeer();
    const root = await sendPart(peer, createPart(peer, "First"));
    if (root.type !== "published") throw new Error(root.type);
    const { remoteId } = root.sent;
    await server().control({ mode: "revoked", on: publishRoute });
    const second = createPart(peer, "Second", { number: 2, count: 2, root: remoteId, parent: remoteId });
    expect(await sendPart(peer, second)).toMatchObject({ type: "reconnect" });
    expect((await server().items()).map((item) => item.text)).toEqual(["First"]);
    const again = await openPeer();
    expect(await sendPart(again, second)).toMatchObject({ type: "published" });
    expect((await server().items()).map((item) => item.replyTo)).toEqual([null, remoteId]);
  });

  test("a thread whose first part was removed by its owner ends with a message", async () => {
    const peer = await openPeer();
    const root = await sendPart(peer, createPart(peer, "First"));
    if (root.type !== "published") throw new Error(root.type);
    await server().command("removeItem", { id: root.sent.remoteId });
    const { remoteId } = root.sent;
    const outcome = await sendPart(
      peer,
      createPart(peer, "Second", { number: 2, count: 2, root: remoteId, parent: remoteId }),
    );
    expect(outcome).toMatchObject({ type: "rejected", error: { reason: "gone" } });
  });

  test("reported limits apply before anything is sent, and later lower limits cause a rejection", async () => {
    const strict = await openPeer({ maxCharacters: 20, maxImages: 1, maxAlt: 2 });
    const before = (await server().log()).length;
    expect(await sendPart(strict, createPart(strict, "x".repeat(21)))).toMatchObject({
      type: "rejected",
      error: { reason: "invalid", message: expect.stringContaining("21 characters") },
    });
    const two = createPart(strict, "Two", { images: images.slice(0, 2) });
    expect(await sendPart(strict, two)).toMatchObject({ type: "rejected", error: { reason: "media" } });
    const long = createPart(strict, "Long", { images: images.slice(0, 1) });
    expect(await sendPart(strict, long)).toMatchObject({ type: "rejected", error: { reason: "media" } });
    expect(await server().log()).toHaveLength(before);
    const peer = await openPeer();
    await server().command("set", { limit: 30 });
    expect(await sendPart(peer, createPart(peer, "x".repeat(31)))).toMatchObject({
      type: "rejected",
      error: { reason: "invalid" },
    });
    expect(await server().items()).toEqual([]);
  });

  test("a link counts as many characters as the server reports", async () => {
    await server().command("set", { limit: 60, urlLength: 25 });
    const peer = await openPeer({ maxCharacters: 60, urlLength: 25 });
    const before = (await server().log()).length;
    const link = "https://example.com/a/path/that/is/rather/long/for/one";
    expect(await sendPart(peer, createPart(peer, `${link} ${"x".repeat(35)}`))).toMatchObject({
      type: "rejected",
      error: { message: expect.stringContaining("61 characters") },
    });
    expect(await server().log()).toHaveLength(before);
    expect(await sendPart(peer, createPart(peer, `${link} ${"x".repeat(34)}`))).toMatchObject({ type: "published" });
  });

  test("on a server that counts the whole text, a part is refused by its own count before anything is sent", async () => {
    await server().command("set", { limit: 100, countsWholeText: true });
    const text = `See https://example.com/${"a".repeat(70)} @ada@a.long.host.example`;
    const unaware = await openPeer({ maxCharacters: 100 });
    expect(await sendPart(unaware, createPart(unaware, text))).toMatchObject({ type: "rejected" });
    const peer = await openPeer({ maxCharacters: 100, whole: true });
    const before = (await server().log()).length;
    expect(await sendPart(peer, createPart(peer, text))).toMatchObject({
      type: "rejected",
      error: { message: expect.stringContaining("119 characters") },
    });
    expect(await server().log()).toHaveLength(before);
  });

  test("every part is sent as public, whatever the account's own default is", async () => {
    const peer = await openPeer();
    await sendPart(peer, createPart(peer, "For everybody"));
    expect(JSON.parse((await posts()).at(-1)?.body ?? "")).toMatchObject({ visibility: "public" });
  });

  test("a text names its language where that is clear", async () => {
    const peer = await openPeer();
    const readLanguage = async (text: string) => {
      await sendPart(peer, createPart(peer, text));
      return JSON.parse((await server().log()).findLast(({ route }) => route === publishRoute)?.body ?? "").language;
    };
    expect(await readLanguage("The cat and the dog are in the house for you")).toBe("en");
    expect(await readLanguage("Der Hund und die Katze sind nicht mit uns im Haus")).toBe("de");
    expect(await readLanguage("OK")).toBeUndefined();
  });

  test("a server that does not know its own address for a new post is tried again", async () => {
    const peer = await openPeer();
    await server().control({ mode: "answer", on: publishRoute, status: 404, json: { error: "Not found" } });
    const one = createPart(peer, "Later");
    expect(await sendPart(peer, one)).toMatchObject({
      type: "temporary",
      error: { message: expect.stringContaining("It says: “Not found”.") },
    });
    expect(await sendPart(peer, one)).toMatchObject({ type: "published" });
  });

  test("an image that is unready although the server called it ready is waited for", async () => {
    const peer = await openPeer();
    await server().control({ mode: "unready", on: publishRoute });
    const one = createPart(peer, "Almost ready", { images: images.slice(0, 2) });
    expect(await sendPart(peer, one)).toMatchObject({ type: "temporary", retryAfterMs: 3_000 });
    expect(await sendPart(peer, one)).toMatchObject({ type: "published" });
    expect((await server().items())[0]?.images).toEqual(["One", "Two"]);
  });

  test("an image that the server fails to process publishes nothing", async () => {
    const peer = await openPeer();
    await server().control({ mode: "processing-fails", on: "POST /api/v2/media" });
    const outcome = await sendPart(peer, createPart(peer, "Broken", { images: images.slice(0, 1) }));
    expect(outcome).toMatchObject({ type: "rejected", error: { reason: "media" } });
    expect(await server().items()).toEqual([]);
  });

  test.each([
    ["POST /api/v2/media", "media description less than min chars (10)", "rejected an image"],
    [publishRoute, "text with spoiler exceed max chars (5000)", "rejected the text"],
  ])("a server's reason on %s is quoted as its own words", async (on, error, what) => {
    const peer = await openPeer();
    await server().control({ mode: "answer", on, status: 422, json: { error } });
    const attached = on === publishRoute ? [] : images.slice(0, 1);
    const outcome = await sendPart(peer, createPart(peer, "Refused", { images: attached }));
    if (outcome.type !== "rejected") return expect.fail(outcome.type);
    expect(outcome.error.message).toContain(what);
    expect(outcome.error.message.endsWith(` It says: “${error}”.`)).toBe(true);
  });

  test("an account without remaining requests pauses until the time that the server names", async () => {
    const peer = await openPeer();
    await server().control({ mode: "last-one", on: publishRoute, seconds: 120 });
    const outcome = await sendPart(peer, createPart(peer, "The last one"));
    if (outcome.type !== "published") throw new Error(outcome.type);
    const left = (outcome.restUntil?.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan(110_000);
    expect(left).toBeLessThan(130_000);
  });
});
