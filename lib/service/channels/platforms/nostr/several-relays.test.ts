import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPart, lookUpPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { type PeerMode, type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import type { NostrEvent } from "./event.ts";
import { nostr } from "./platform.ts";
import { npub, pubkey, secretHex } from "./testing/keys.ts";

const module = new URL("./testing/peer.ts", import.meta.url);
const toRelay = ({ url }: PeerProcess) => url.replace(/^http/u, "ws");
const picture = Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.from("picture"), Buffer.from("ffd9", "hex")]);
const image = { fileName: "one.jpg", mime: "image/jpeg", width: 4, height: 3, alt: "One" };

let one: PeerProcess;
let other: PeerProcess;
beforeAll(async () => {
  [one, other] = await Promise.all([startPeerProcess(module), startPeerProcess(module)]);
});
afterAll(() => Promise.all([one.stop(), other.stop()]));
beforeEach(async () => {
  for (const peer of [one, other]) {
    await peer.control({ mode: "ok" });
    await peer.command("reset");
  }
});

function open(relays: readonly string[] = [toRelay(one), toRelay(other)]) {
  const account = {
    channelId: "c",
    username: npub,
    remoteId: pubkey,
    host: relays[0] ?? "",
    reportedLimits: { relays, servers: [one.url, other.url] },
  };
  const reach = createTestIo({
    platform: nostr,
    account,
    secret: { access: secretHex, refresh: null, accessEndsAt: null, more: {} },
    allow: [one.hostPort, other.hostPort],
    images: new Map([[image.fileName, picture]]),
  });
  return { connector: nostr.connector, account, io: reach.io } as unknown as Parameters<typeof createPart>[0];
}
const count = async () => [(await one.items()).length, (await other.items()).length];
const fail = (peer: PeerProcess, mode: PeerMode["mode"]) => peer.control({ mode, on: "EVENT /" });

test("a post is published on all relays under one id", async () => {
  expect(await sendPart(open(), createPart(open(), "On both"))).toMatchObject({ type: "published" });
  expect(await one.items()).toEqual(await other.items());
  expect(await count()).toEqual([1, 1]);
});

test.each(["blocked", "error", "reset-before", "reset-after", "garbage"])(
  "a post that one relay ends with %s is published by the other, and a note names the relay without it",
  async (mode) => {
    await fail(one, mode);
    const outcome = await sendPart(open(), createPart(open(), `One has it, not the other: ${mode}`));
    if (outcome.type !== "published") return expect.fail(outcome.type);
    expect(outcome.sent.note).toBe(`Of 2 relays, one doesn't have the post: ${one.hostPort}.`);
    expect((await count())[1]).toBe(1);
  },
);

test.each([
  ["blocked", "restricted", "rejected"],
  ["blocked", "refused", "rejected"],
  ["blocked", "error", "temporary"],
  ["limited", "blocked", "temporary"],
  ["reset-before", "blocked", "unknown"],
  ["reset-after", "error", "unknown"],
])("a post that relays end with %s and %s ends as %s", async (first, second, ends) => {
  await fail(one, first);
  await fail(other, second);
  expect((await sendPart(open(), createPart(open(), `${first} and ${second}`))).type).toBe(ends);
});

test("a post whose only answer was lost is found, and sending it again publishes it where it is missing", async () => {
  await fail(one, "reset-after");
  await fail(other, "reset-before");
  const part = createPart(open(), "Lost on the way");
  expect(await sendPart(open(), part)).toEqual({ type: "unknown" });
  expect(await lookUpPart(open(), part)).toMatchObject({ type: "found", sent: { proof: "key" } });
  expect(await sendPart(open(), part)).toMatchObject({ type: "published" });
  expect(await count()).toEqual([1, 1]);
});

test("a part is absent if one relay says so, and can't be looked up if none answers", async () => {
  const part = createPart(open(), "Nowhere");
  await one.control({ mode: "5xx-before", on: "REQ /" });
  expect(await lookUpPart(open(), part)).toEqual({ type: "absent" });
  for (const peer of [one, other]) await peer.control({ mode: "5xx-before", on: "REQ /" });
  expect(await lookUpPart(open(), part)).toEqual({ type: "cannot_tell" });
});

test("a relay that takes no connection stops no post", async () => {
  const closed = "ws://127.0.0.1:1";
  const outcome = await sendPart(open([closed, toRelay(other)]), createPart(open(), "One is gone"));
  if (outcome.type !== "published") return expect.fail(outcome.type);
  expect(outcome.sent.note).toContain("127.0.0.1:1");
});

test("an image is stored on all image servers, and one without the other's help is enough", async () => {
  await sendPart(open(), createPart(open(), "Stored twice", { images: [image] }));
  const [twice] = await one.command<NostrEvent[]>("events");
  expect(twice?.tags.at(-1)?.filter((field) => /^(?:url|fallback) /u.test(field))).toEqual([
    expect.stringContaining(`url ${one.url}/`),
    expect.stringContaining(`fallback ${other.url}/`),
  ]);
  await one.control({ mode: "5xx-before", on: "PUT /upload" });
  await sendPart(open(), createPart(open(), "Stored once", { images: [image] }));
  const once = (await other.command<NostrEvent[]>("events")).find(({ content }) => content.startsWith("Stored once"));
  expect(once?.content).toContain(other.url);
});
