import { expect, test } from "vitest";
import { applyReportedLimits } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { getRemoval } from "#lib/service/channels/core/connector.ts";
import { probeChannel } from "#lib/service/channels/probe/probe-channel.ts";
import { mastodon } from "./platform.ts";
import { recognizeSoftware } from "./server-software.ts";
import { images, publishRoute, startMastodonServerForTests } from "./testing/mastodon-fixture.ts";

const pixelfed = "3.5.3 (compatible; Pixelfed 0.14.3)";
const { server, openPeer } = startMastodonServerForTests({ isPixelfed: true, version: pixelfed });
const onPixelfed = { software: "Pixelfed", imageRequired: true };

test.each([
  ["4.5.2", "https://github.com/mastodon/mastodon", "Mastodon"],
  ["0.20.0-dev 57cb4fe", "https://codeberg.org/superseriousbusiness/gotosocial", "GoToSocial"],
  ["4.4.0", "https://github.com/fedify-dev/hollo", "Hollo"],
  ["4.0.0 (not true; really snac/2.75)", null, "snac2"],
  ["2.7.2 (compatible; Pleroma 2.9.1)", null, "Pleroma"],
  ["2.7.2 (compatible; Akkoma 3.13.2-0-g050bc74)", null, "Akkoma"],
  ["2.8.0 (compatible; Friendica 2026.01)", "https://git.friendi.ca/friendica/friendica", "Friendica"],
  [pixelfed, "https://github.com/pixelfed/pixelfed", "Pixelfed"],
  ["4.5.2+glitch", "https://github.com/glitch-soc/mastodon", null],
  ["4.5.2", null, null],
])("the server of version %j with its source at %j is called %s", (version, source, name) => {
  expect(recognizeSoftware(version, source)).toBe(name);
});

async function seeProfile() {
  const peer = await openPeer();
  const seen = await mastodon.profile(peer.account, peer.io(new AbortController().signal));
  if (seen.type !== "seen") return expect.fail("the profile is seen");
  return seen.profile.told;
}

test("the check of an account stores its server's program with its rules, from nodeinfo if the description is silent", async () => {
  expect(await seeProfile()).toMatchObject({ ...onPixelfed, limitations: [expect.stringContaining("no replies")] });
  await server().command("set", { version: "4.5.2", sourceUrl: "", nodeinfo: "hollo" });
  expect(await seeProfile()).toMatchObject({ software: "Hollo", limitations: [expect.stringContaining("Markdown")] });
  await server().command("set", { nodeinfo: "" });
  expect(await seeProfile()).not.toHaveProperty("software");
});

test("only a server that is known to keep our key gets more than one late repeat, and only snac2 lacks deletion", () => {
  const { connector } = mastodon;
  for (const software of ["Mastodon", "Hollo"])
    expect(connector.getRepeats({ reportedLimits: { software } })).toMatchObject({
      absentAfterMs: 60_000,
      resends: null,
    });
  for (const software of ["snac2", "GoToSocial", "Pixelfed", "Friendica", "Pleroma", "Akkoma", undefined]) {
    const late = { deduplicated: false, absentAfterMs: 300_000, resends: 1 };
    expect(connector.getRepeats({ reportedLimits: { software } })).toEqual(late);
  }
  expect(getRemoval(connector, { reportedLimits: { software: "snac2" } }).can).toBe(false);
  expect(getRemoval(connector, { reportedLimits: { software: "Mastodon" } }).can).toBe(true);
});

test("a channel on Pixelfed needs an image, as the composer and the check of a post know", () => {
  const rules = getPlatformRules("mastodon");
  if (!rules) return expect.fail("Mastodon has rules");
  expect(applyReportedLimits(rules, onPixelfed).images).toMatchObject({ required: true, max: rules.images.max });
});

test("Pixelfed is asked for scopes that it knows, and other servers for the finest ones", async () => {
  const { connect } = mastodon;
  if (connect.by !== "oauth" || connect.app.from !== "server") return expect.fail("the server registers us");
  const { net } = (await openPeer()).test;
  const options = {
    host: server().url,
    redirectUri: "https://posts.example.org/channels/connected",
    name: "Postwright",
  };
  expect(await connect.app.register(options, net)).toMatchObject({ scopes: "read write" });
  await server().command("set", { isPixelfed: false, version: "4.5.2" });
  expect(await connect.app.register(options, net)).toMatchObject({
    scopes: "profile read:statuses write:statuses write:media",
  });
});

test("a text without an image is refused on Pixelfed before anything is sent, and a reply is not", async () => {
  const peer = await openPeer(onPixelfed);
  expect(await sendPart(peer, createPart(peer, "Only words"))).toMatchObject({
    type: "rejected",
    error: { reason: "media", message: "Pixelfed publishes nothing without an image." },
  });
  expect(await server().items()).toEqual([]);
  const { remoteId } = await publishPart(peer, createPart(peer, "With one", { images: images.slice(0, 1) }));
  const reply = { number: 2, count: 2, root: remoteId, parent: remoteId };
  expect(await sendPart(peer, createPart(peer, "A comment", reply))).toMatchObject({ type: "published" });
});

test("a part that Pixelfed refused for a while is published by the next attempt", async () => {
  const peer = await openPeer(onPixelfed);
  const part = createPart(peer, "Again", { images: images.slice(0, 1) });
  await server().control({ mode: "unready", on: publishRoute });
  expect((await sendPart(peer, part)).type).toBe("temporary");
  await server().control({ mode: "ok" });
  await expect.poll(async () => (await sendPart(peer, part)).type).toBe("published");
  expect(await server().items()).toHaveLength(1);
});

test("after a lost answer Pixelfed finds a post, is unsure about removed tags, and never calls a reply absent", async () => {
  const peer = await openPeer(onPixelfed);
  const one = createPart(peer, "Lost", { images: images.slice(0, 1) });
  const { remoteId } = await publishPart(peer, one);
  expect(await lookUpPart(peer, one)).toMatchObject({ type: "found", sent: { remoteId } });
  const tagged = createPart(peer, "A <b>bold</b> word", { images: images.slice(1, 2) });
  await publishPart(peer, tagged);
  expect(await lookUpPart(peer, tagged)).toEqual({ type: "cannot_tell" });
  const reply = createPart(peer, "A comment", { number: 2, count: 2, root: remoteId, parent: remoteId });
  await publishPart(peer, reply);
  expect(await lookUpPart(peer, reply)).toEqual({ type: "never_tells" });
});

test("the test of an account on Pixelfed posts an image alone, finds it, and takes it down", async () => {
  const peer = await openPeer(onPixelfed);
  const io = peer.io(new AbortController().signal);
  const [image] = images;
  if (!image) return expect.fail("an image exists");
  const picture = { image, bytes: await io.readImage(image) };
  const deps = { connector: peer.connector, account: peer.account, io, takeDownIo: io, secrets: [] };
  const { steps, left } = await probeChannel({ ...deps, key: "probe", image: picture });
  expect(steps.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
    "image: published",
    "look_up: found",
    "take_down: removed",
  ]);
  expect([left, await server().items()]).toEqual([[], []]);
});
