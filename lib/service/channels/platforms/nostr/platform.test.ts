import { describe, expect, test } from "vitest";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import type { OutgoingPart } from "#lib/service/channels/core/connector.ts";
import { type ConformanceFixture, describeConformance } from "#lib/service/channels/testing/describe-conformance.ts";
import type { NostrEvent } from "./event.ts";
import { nostr } from "./platform.ts";
import { npub, nsec, pubkey, secretHex } from "./testing/keys.ts";

const write = "EVENT /";
const upload = "PUT /upload";
const toRelay = (url: string) => url.replace(/^http/u, "ws");

describeConformance({
  platform: nostr,
  module: new URL("./testing/peer.ts", import.meta.url),
  write,
  account: (url) => ({
    username: npub,
    remoteId: pubkey,
    reportedLimits: { relays: [toRelay(url)], servers: [url] },
  }),
  secret: { access: secretHex, refresh: null, accessEndsAt: null, more: {} },
  secrets: [secretHex, nsec],
  faults: {
    temporary: { mode: "error", times: 2, on: write },
    "proxy-page": { mode: "proxy-page", on: "UPGRADE /" },
    "refused-content": { mode: "refused", on: write },
    forbidden: { mode: "blocked", on: write },
    "signed-out": "A key is never signed out.",
    "token-expired": "A key never expires.",
    "rate-limited": "No relay names a time.",
    "rate-limited-without-time": { mode: "limited", on: write },
    "image-refused": { mode: "media-fail", on: upload, times: "always" },
    "image-processing": "An image server stores a file at once or not at all.",
    "upload-lost": "A relay doesn't know if an image server still has a file.",
    "late-lists": { mode: "lag", ms: 60_000 },
  },
  more: (stage) => describe("Nostr", () => tests(stage)),
});

function tests(stage: () => ConformanceFixture): void {
  const peerOf = () => {
    const { reach, account, images } = stage();
    return { connector: nostr.connector, account, io: reach.io, images } as Parameters<typeof createPart>[0];
  };
  const part = (text: string, over: Partial<OutgoingPart> & { count?: number } = {}) =>
    createPart(peerOf(), text, over);
  const eventsOf = () => stage().peer.command<NostrEvent[]>("events");
  const withoutName = (event: NostrEvent | undefined) => (event?.tags ?? []).filter(([name]) => name !== "d");
  const never = () => stage().reach.io(new AbortController().signal);

  test("a text gets tags for its hashtags and for people mentioned by their key, each once", async () => {
    const text = `Hello #Nostr and #nostr, #1 of a&#b; nostr:${npub} nostr:${npub} @${npub} #größe_2`;
    await publishPart(peerOf(), part(text));
    const [event] = await eventsOf();
    expect(event?.content).toBe(text);
    expect(withoutName(event)).toEqual([
      ["p", pubkey],
      ["t", "nostr"],
      ["t", "größe_2"],
    ]);
  });

  test("a reply names the root, its parent and their author, and a reply to the root the root alone", async () => {
    const relay = toRelay(stage().peer.url);
    const first = await publishPart(peerOf(), part("One", { count: 3 }));
    const root = first.remoteId;
    const second = await publishPart(peerOf(), part("Two", { number: 2, count: 3, root, parent: root }));
    await publishPart(peerOf(), part("Three", { number: 3, count: 3, root, parent: second.remoteId }));
    const events = await eventsOf();
    expect(events.map(withoutName)).toEqual([
      [],
      [
        ["e", root, relay, "root", pubkey],
        ["p", pubkey],
      ],
      [
        ["e", root, relay, "root", pubkey],
        ["e", second.remoteId, relay, "reply", pubkey],
        ["p", pubkey],
      ],
    ]);
  });

  test("an image's address ends the text, and its tag has type, hash, size and description", async () => {
    const { images, peer } = stage();
    await publishPart(peerOf(), part("With an image", { images: images.slice(0, 1) }));
    const [event] = await eventsOf();
    const url = event?.content.split("\n\n").at(-1) ?? "";
    const [, sha256 = ""] = /\/([0-9a-f]{64})\.jpeg$/u.exec(url) ?? [];
    expect(url.startsWith(`${peer.url}/`)).toBe(true);
    expect(withoutName(event)).toEqual([
      ["imeta", `url ${url}`, "m image/jpeg", `x ${sha256}`, "dim 640x480", "alt Picture 1"],
    ]);
  });

  test("a long description is cut to what relays accept, at a whole character", async () => {
    const [image] = stage().images;
    if (!image) return expect.fail("no image");
    await publishPart(peerOf(), part("Described", { images: [{ ...image, alt: "日本語".repeat(300) }] }));
    const alt = withoutName((await eventsOf())[0])[0]?.find((field) => field.startsWith("alt ")) ?? "";
    expect(Buffer.byteLength(alt)).toBeLessThanOrEqual(1_024);
    expect(alt).toMatch(/^alt (?:[日本語])+…$/u);
  });

  test("a relay that asks for a sign-in gets one, for writing and for reading", async () => {
    await stage().peer.command("wantSignIn");
    const one = part("Signed in");
    const sent = await publishPart(peerOf(), one);
    expect(await lookUpPart(peerOf(), one)).toMatchObject({ type: "found", sent: { remoteId: sent.remoteId } });
    expect(await stage().peer.items()).toHaveLength(1);
  });

  test("a key that is not the account's signs nothing and asks for a reconnect", async () => {
    const { reach, peer } = stage();
    reach.setSecret({ ...reach.secret(), access: "11".repeat(32) });
    const before = (await peer.log()).length;
    expect(await sendPart(peerOf(), part("Another key"))).toMatchObject({ type: "reconnect" });
    expect(await nostr.profile(stage().account, never())).toEqual({ type: "signed_out" });
    expect(await peer.log()).toHaveLength(before);
  });

  test("the link of a post leads to a reader by the event, a relay that has it and its author", async () => {
    const { url, remoteId } = await publishPart(peerOf(), part("Linked"));
    expect(remoteId).toBe((await eventsOf())[0]?.id);
    expect(url).toMatch(/^https:\/\/njump\.me\/nevent1[02-9ac-hj-np-z]+$/u);
  });

  test("a relay that ignores a request to delete is not reported as having removed the post", async () => {
    const { peer, account } = stage();
    const { remoteId } = await publishPart(peerOf(), part("Stays"));
    await peer.command("keepAll");
    const { remove } = nostr.connector;
    if (!remove.can) return expect.fail("no takedown");
    expect(await remove.run(remoteId, account, never())).toBe("cannot");
    expect((await eventsOf()).map(({ kind, tags }) => [kind, tags])).toContainEqual([
      5,
      [
        ["e", remoteId],
        ["k", "1"],
      ],
    ]);
  });

  test("a part in the place of one that was taken down, or with the text of another, is another event", () => {
    const input = { number: 1, count: 1, text: "Again", images: 0, plannedAt: new Date(1_764_000_000_000) };
    const tagsOf = (key: string) => nostr.connector.plan({ ...input, key }, stage().account)["tags"];
    expect(tagsOf("post.1.1")).not.toEqual(tagsOf("post.1"));
    expect(tagsOf("post.1")).toEqual(tagsOf("post.1"));
  });

  test("a plan keeps its time and relay when the account's relays change", () => {
    const input = { key: "post.1", number: 1, count: 1, text: "Once", images: 0 };
    const { account } = stage();
    const before = nostr.connector.plan({ ...input, plannedAt: new Date(1_764_000_000_000) }, account);
    const moved = { ...account, reportedLimits: { relays: ["wss://other.example"] } };
    expect(nostr.connector.plan({ ...input, plannedAt: new Date(), before }, moved)).toEqual(before);
  });

  test("after a restored backup a part is found by its name, whenever it was planned; an edited one is left to its author", async () => {
    const { peer, images } = stage();
    const key = "019a6f00-0000-7000-8000-0000000000c1.1";
    const own = images.slice(0, 1);
    const sent = await publishPart(peerOf(), part("Before the backup", { key, images: own }));
    await publishPart(peerOf(), part("Before the backup"));
    const restored = { startedAt: new Date(Date.now() - 3_600_000), restoredAt: new Date(Date.now() + 60_000) };
    const look = (text: string, over: Partial<OutgoingPart> = {}) =>
      lookUpPart(peerOf(), part(text, { key, images: own, ...restored, ...over }));
    expect(await look("Before the backup")).toMatchObject({
      type: "found",
      sent: { proof: "key", remoteId: sent.remoteId },
    });
    expect(await look("Edited since")).toEqual({ type: "never_tells" });
    expect(await look("Before the backup", { images: [] })).toEqual({ type: "never_tells" });
    const reply = { root: sent.remoteId, parent: sent.remoteId };
    expect(await look("Before the backup", reply)).toEqual({ type: "never_tells" });
    expect(await look("Before the backup", { key: "another.1" })).toEqual({ type: "absent" });
    await peer.control({ mode: "5xx-before", on: "REQ /" });
    expect(await look("Before the backup")).toEqual({ type: "cannot_tell" });
  });

  test("an image that a server demands money for is refused with the server's own reason", async () => {
    const { peer, images } = stage();
    await peer.control({ mode: "unpaid", on: upload });
    expect(await sendPart(peerOf(), part("Paid", { images: images.slice(0, 1) }))).toMatchObject({
      type: "rejected",
      error: { reason: "billing", message: expect.stringContaining("“Pay first”") },
    });
  });
}
