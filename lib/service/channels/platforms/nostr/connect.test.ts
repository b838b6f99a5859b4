import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { connectWithKey } from "./connect.ts";
import { signEvent } from "./event.ts";
import { nostr } from "./platform.ts";
import { npub, nsec, pubkey, secretHex } from "./testing/keys.ts";

let peer: PeerProcess;
beforeAll(async () => {
  peer = await startPeerProcess(new URL("./testing/peer.ts", import.meta.url));
});
afterAll(() => peer.stop());
beforeEach(async () => {
  await peer.control({ mode: "ok" });
  await peer.command("reset");
});

const relay = () => peer.url.replace(/^http/u, "ws");
const account = (reportedLimits: object) => ({
  channelId: "c",
  username: npub,
  remoteId: pubkey,
  host: relay(),
  reportedLimits: { ...reportedLimits },
});
const openIo = () =>
  createTestIo({
    platform: nostr,
    account: account({}),
    secret: { access: secretHex, refresh: null, accessEndsAt: null, more: {} },
    allow: [peer.hostPort],
  });
const connect = (values: Record<string, string> = {}) =>
  connectWithKey({ key: nsec, relays: relay(), servers: peer.url, ...values }, openIo().net);

function profileEvent(content: string, secret = secretHex) {
  return signEvent({ kind: 0, created_at: 1_764_000_000, tags: [], content }, Buffer.from(secret, "hex"));
}

test("an account is connected by its key, with its newest profile, relays and image servers", async () => {
  const old = { ...profileEvent("{}"), created_at: 1 };
  const content = JSON.stringify({ name: "acme", display_name: "Acme News", picture: "https://img.example/a.png" });
  await peer.command("put", { events: [old, profileEvent(content)] });
  expect(await connect()).toEqual({
    profile: {
      remoteId: pubkey,
      username: npub,
      name: "Acme News",
      avatarUrl: "https://img.example/a.png",
      verified: false,
      host: relay(),
      told: { relays: [relay()], servers: [peer.url] },
    },
    secret: { access: secretHex, refresh: null, accessEndsAt: null, more: {} },
  });
});

test("an account without a profile, or with a forged one, is called by its key", async () => {
  expect(await connect()).toMatchObject({ profile: { name: "npub10elfcs4…jptg", avatarUrl: null } });
  const forged = { ...profileEvent('{"name":"Somebody"}', "11".repeat(32)), pubkey };
  await peer.command("put", { events: [forged] });
  expect(await connect()).toMatchObject({ profile: { name: "npub10elfcs4…jptg" } });
});

test("the key reaches no relay and no image server", async () => {
  const before = (await peer.log()).length;
  await connect();
  const heard = JSON.stringify((await peer.log()).slice(before));
  expect(heard).toContain(pubkey);
  for (const secret of [nsec, secretHex]) expect(heard).not.toContain(secret);
});

test("the smallest limit that a relay reports becomes the account's, and its demands are named", async () => {
  await peer.command("describe", { max_content_length: 8_196, max_message_length: 16_384, payment_required: true });
  const name = peer.hostPort;
  expect(await connect()).toMatchObject({
    profile: { told: { maxCharacters: 4_096, limitations: [`${name} accepts posts of payers only.`] } },
  });
  await peer.command("describe", { max_content_length: 1, min_pow_difficulty: 20 });
  const connected = await connect();
  expect(connected).toMatchObject({
    profile: { told: { limitations: [expect.stringContaining("proof of work")] } },
  });
  expect("profile" in connected && connected.profile.told).not.toHaveProperty("maxCharacters");
});

test("a relay without an answer is named, and the account is connected by the others", async () => {
  const relays = `${relay()} ws://127.0.0.1:1`;
  const connected = await connect({ relays });
  // The address that the guard refuses counts as one without an answer.
  expect(connected).toMatchObject({
    profile: { told: { limitations: ["127.0.0.1:1 didn't answer at the last check."] } },
  });
});

test.each([
  ["key", npub, /public key/],
  ["key", "nonsense", /isn't a secret key/],
  ["relays", " , ", /at least one address/],
  ["relays", "https://relay.example", /isn't an address/],
  ["relays", "wss://user:word@relay.example", /can't contain a user name/],
  ["relays", Array.from({ length: 9 }, (_, index) => `wss://r${index}.example`).join(" "), /up to 8/],
  ["servers", "ftp://files.example", /isn't an address/],
])("the value of %s %s is refused with a reason, and nothing is sent", async (field, value, why) => {
  const before = (await peer.log()).length;
  expect(await connect({ [field]: value })).toEqual({ problem: expect.stringMatching(why), field });
  expect(await peer.log()).toHaveLength(before);
});

test("a private address is refused as a relay unless the operator allows it", async () => {
  const { net } = createTestIo({
    platform: nostr,
    account: account({}),
    secret: { access: secretHex, refresh: null, accessEndsAt: null, more: {} },
    allow: [],
  });
  for (const relays of [relay(), "wss://127.0.0.1", "wss://localhost", "wss://[::1]"]) {
    expect(await connectWithKey({ key: nsec, relays, servers: peer.url }, net)).toEqual({
      problem: expect.stringMatching(/No relay could be read.*(private|wss:)/u),
      field: "relays",
    });
  }
});

test("a web server that is no relay is not connected", async () => {
  await peer.control({ mode: "proxy-page", on: "UPGRADE /", times: 2 });
  expect(await connect()).toEqual({ problem: expect.stringContaining("didn't open a WebSocket"), field: "relays" });
});

test("a profile check returns the current profile and limits, and can't tell if no relay answers", async () => {
  const told = { relays: [relay()], servers: [peer.url] };
  await peer.command("put", { events: [profileEvent('{"name":"acme"}')] });
  const io = openIo().io(new AbortController().signal);
  expect(await nostr.profile(account(told), io)).toMatchObject({ type: "seen", profile: { name: "acme", told } });
  await peer.control({ mode: "5xx-before", times: "always" });
  expect(await nostr.profile(account(told), io)).toEqual({ type: "cannot_tell" });
});
