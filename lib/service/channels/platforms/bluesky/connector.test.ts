import { randomUUID } from "node:crypto";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { conformanceCases } from "#lib/service/channels/conformance/conformance-cases.ts";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import type { OutgoingPart } from "#lib/service/channels/core/connector.ts";
import { probeChannel } from "#lib/service/channels/probe/probe-channel.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { systemClock } from "#lib/service/core/clock.ts";
import { getServerLimits } from "./connector.ts";
import { findFacets } from "./facets.ts";
import { bluesky, createBlueskyPlatform } from "./platform.ts";
import { createTestAccount, listRecords, openBlueskyPeer } from "./testing/account.ts";
import { setUpPds } from "./testing/pds-fixture.ts";

const servers = setUpPds();

const noiseOf = { type: "gaussian", mean: 128, sigma: 30 } as const;

const open = () => openBlueskyPeer(servers.pds, servers.proxy);

describe("on a real Bluesky server", () => {
  test.for(conformanceCases.map((promised) => promised))("$title", async ({ show }) => {
    await show(await open());
  });

  test("facets of links, mentions and tags have correct byte offsets; an unknown handle stays plain text", async () => {
    const peer = await open();
    const other = await createTestAccount(servers.pds);
    const text = `日本語 👨‍👩‍👧‍👦 https://example.com/a_(b) #タグ @${other.handle} @nobody.test 🐦‍🔥 example.org.`;
    await publishPart(peer, createPart(peer, text));
    const [record] = await listRecords(servers.pds, peer.owner.did);
    const bytes = Buffer.from(record?.value.text);
    const read = record?.value.facets.map(
      (facet: { index: { byteStart: number; byteEnd: number }; features: unknown[] }) => [
        bytes.subarray(facet.index.byteStart, facet.index.byteEnd).toString("utf8"),
        facet.features[0],
      ],
    );
    expect(record?.value.text).toBe(text);
    expect(read).toEqual([
      ["https://example.com/a_(b)", { $type: "app.bsky.richtext.facet#link", uri: "https://example.com/a_(b)" }],
      ["#タグ", { $type: "app.bsky.richtext.facet#tag", tag: "タグ" }],
      [`@${other.handle}`, { $type: "app.bsky.richtext.facet#mention", did: other.did }],
      ["example.org", { $type: "app.bsky.richtext.facet#link", uri: "https://example.org" }],
    ]);
  });

  test("images arrive in order, with description, size and unchanged bytes", async () => {
    const peer = await open();
    await publishPart(peer, createPart(peer, "Three", { images: peer.images }));
    const [record] = await listRecords(servers.pds, peer.owner.did);
    const images = record?.value.embed.images;
    expect(images.map((image: { alt: string }) => image.alt)).toEqual(peer.images.map((image) => image.alt));
    expect(images.map((image: { aspectRatio: unknown }) => image.aspectRatio)).toEqual(
      peer.images.map(({ width, height }) => ({ width, height })),
    );
    for (const [index, image] of images.entries()) {
      const asked = new URLSearchParams({ did: peer.owner.did, cid: image.image.ref.$link });
      const answer = await fetch(`${servers.pds.said["pds"]}/xrpc/com.atproto.sync.getBlob?${asked}`);
      const given = peer.images[index];
      const bytes = given && (await peer.io(new AbortController().signal).readImage(given));
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes ?? new Uint8Array())).toBe(true);
    }
  });

  test("a record names the language of its text, and none where the text leaves it open", async () => {
    const peer = await open();
    await publishPart(peer, createPart(peer, "Wir haben das neue Werkzeug für die Arbeit, und es ist da."));
    await publishPart(peer, createPart(peer, "OK 2026"));
    const [german, open_] = await listRecords(servers.pds, peer.owner.did);
    expect(german?.value.langs).toEqual(["de"]);
    expect(open_?.value).not.toHaveProperty("langs");
  });

  test("an image between 1 and 2 MB is accepted where the server takes it, and made smaller elsewhere", async () => {
    const peer = await open();
    const { imageForm } = bluesky.connector;
    expect(imageForm?.(peer.account).maxBytes).toBe(1_000_000);
    expect(imageForm?.({ ...peer.account, reportedLimits: { maxBytes: 2_000_000 } }).maxBytes).toBe(2_000_000);
    const noise = sharp({ create: { width: 900, height: 700, channels: 3, background: "#000", noise: noiseOf } });
    const bytes = new Uint8Array(await noise.png().toBuffer());
    expect(bytes.length).toBeGreaterThan(1_000_000);
    expect(bytes.length).toBeLessThan(2_000_000);
    const image = { fileName: "large.png", mime: "image/png", width: 900, height: 700, alt: "Noise" };
    const io = (signal: AbortSignal) => ({ ...peer.io(signal), readImage: async () => bytes });
    await publishPart({ ...peer, io }, createPart(peer, "Large", { images: [image] }));
    const [record] = await listRecords(servers.pds, peer.owner.did);
    expect(record?.value.embed.images[0].image.size).toBe(bytes.length);
  });

  test.each([
    ["https://morel.us-east.host.bsky.network", { maxBytes: 2_000_000 }],
    ["https://bsky.social", { maxBytes: 2_000_000 }],
    ["https://pds.example.org", {}],
    ["https://evilbsky.social", {}],
  ])("the image limit of %s is %j", (host, limits) => {
    expect(getServerLimits(host)).toEqual(limits);
  });

  test("a record of another post under our key is not overwritten and not reported as ours", async () => {
    const peer = await open();
    const one = createPart(peer, "Ours");
    const rkey = String(one.wire["rkey"]);
    const record = { $type: "app.bsky.feed.post", text: "Theirs", createdAt: "2026-11-20T09:00:00.000Z" };
    await servers.pds.command("record", { did: peer.owner.did, collection: "app.bsky.feed.post", rkey, record });
    expect((await sendPart(peer, one)).type).toBe("unknown");
    const found =
      peer.connector.findPart.can &&
      (await peer.connector.findPart.run(one, peer.account, peer.io(new AbortController().signal)));
    expect(found).toEqual({ type: "never_tells" });
    expect((await listRecords(servers.pds, peer.owner.did)).map(({ value }) => value.text)).toEqual(["Theirs"]);
  });

  test("a post published after a backup is found under the same key; other text is not matched", async () => {
    const peer = await open();
    const key = `${systemClock.newId()}.1`;
    const planned = (plannedAt: string, text: string) => {
      const input = { key, number: 1, count: 1, text, images: peer.images.length, plannedAt: new Date(plannedAt) };
      return createPart(peer, text, { key, images: peer.images, wire: peer.connector.plan(input, peer.account) });
    };
    const sent = await publishPart(peer, planned("2026-11-21T10:00:00.000Z", "After the backup #tag"));
    const restored = planned("2026-11-22T09:00:00.000Z", "After the backup #tag");
    const seek = (one: OutgoingPart) => lookUpPart(peer, { ...one, restoredAt: new Date() });
    expect(await seek(restored)).toMatchObject({
      type: "found",
      sent: { remoteId: sent.remoteId, at: new Date("2026-11-21T10:00:00.000Z"), proof: "key" },
    });
    expect(await seek(planned("2026-11-22T09:00:00.000Z", "Edited after the backup"))).toEqual({ type: "never_tells" });
    expect((await sendPart(peer, restored)).type).toBe("unknown");
    expect(await listRecords(servers.pds, peer.owner.did)).toHaveLength(1);
  });

  test("a planned key is kept, whatever the id of the post is", () => {
    const input = {
      key: `${systemClock.newId()}.1`,
      number: 1,
      count: 1,
      text: "Kept",
      images: 0,
      plannedAt: new Date(),
    };
    const account = { channelId: "", username: "", remoteId: "did:plc:x", host: "", reportedLimits: {} };
    const before = { rkey: "3lplannedbefor" };
    expect(bluesky.connector.plan({ ...input, before }, account)).toMatchObject(before);
  });

  test("a thread references its root and parent, and each part is a millisecond after the previous one", async () => {
    const peer = await open();
    const plannedAt = new Date("2026-11-21T10:00:00.000Z");
    const ids: string[] = [];
    for (const number of [1, 2, 3]) {
      const input = { key: `thread.${number}`, number, count: 3, text: `Part ${number}`, images: 0, plannedAt };
      const wire = peer.connector.plan(input, peer.account);
      const at = { number, root: ids[0] ?? null, parent: ids.at(-1) ?? null, wire };
      ids.push((await publishPart(peer, createPart(peer, input.text, at))).remoteId);
    }
    const records = await listRecords(servers.pds, peer.owner.did);
    expect(records.map(({ value }) => value.createdAt)).toEqual([
      "2026-11-21T10:00:00.000Z",
      "2026-11-21T10:00:00.001Z",
      "2026-11-21T10:00:00.002Z",
    ]);
    const refOf = (index: number) => ({ uri: records[index]?.uri, cid: records[index]?.cid });
    expect(records.map(({ value }) => value.reply ?? null)).toEqual([
      null,
      { root: refOf(0), parent: refOf(0) },
      { root: refOf(0), parent: refOf(1) },
    ]);
  });

  test("the profile has the account's handle, name and picture, also after a rename", async () => {
    const peer = await open();
    const seen = () => bluesky.profile(peer.account, peer.io(new AbortController().signal));
    expect(await seen()).toMatchObject({
      type: "seen",
      profile: { remoteId: peer.owner.did, username: peer.owner.handle, name: peer.owner.handle, avatarUrl: null },
    });
    const record = { $type: "app.bsky.actor.profile", displayName: "Ada 👩‍💻" };
    await servers.pds.command("record", {
      did: peer.owner.did,
      collection: "app.bsky.actor.profile",
      rkey: "self",
      record,
    });
    expect(await seen()).toMatchObject({ type: "seen", profile: { name: "Ada 👩‍💻", host: servers.proxy.url } });
  });
});

const words = fc.constantFrom(
  ...[
    "word",
    "日本語",
    "👨‍👩‍👧‍👦",
    "é",
    "https://example.com",
    "https://example.com/a/b?c=d#e",
    "example.org",
    "sub.example.net/x",
  ],
  ...["#tag", "#タグ", "#a1", "#12", "@ada.test", "@bob.example.com", "and", "1.5", "x@y.com"],
);

test("our facets equal those of the platform's own package, at the same bytes", async () => {
  const texts = fc.array(words, { maxLength: 8 }).map((all) => all.join(" "));
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const theirs = await servers.pds.command<
        { index: object; features: { $type: string; uri?: string; tag?: string; did?: string }[] }[]
      >("facets", { text });
      const { facets, mentions } = findFacets(text);
      const ours = [
        ...facets.map(({ index, features: [feature] }) => ({ index, ...feature })),
        ...mentions.map(({ index, handle }) => ({ index, $type: "app.bsky.richtext.facet#mention", did: handle })),
      ].toSorted((one, other) => one.index.byteStart - other.index.byteStart);
      expect(ours).toEqual(theirs.map(({ index, features: [feature] }) => ({ index: { ...index }, ...feature })));
    }),
    { numRuns: 60 },
  );
});

describe("connecting with an app password", () => {
  const connect = (values: Record<string, string>) => {
    const platform = createBlueskyPlatform({
      handles: String(servers.pds.said["pds"]),
      accounts: String(servers.pds.said["plc"]),
    });
    if (platform.connect.by !== "form") throw new Error("by a form");
    return platform.connect.run(values, netOf());
  };
  const requests: string[] = [];
  const withAppPassword = async () => {
    const account = await createTestAccount(servers.pds);
    return { ...account, ...(await servers.pds.command<{ password: string }>("appPassword", { did: account.did })) };
  };
  const netOf = () => ({
    base: "",
    now: () => new Date(),
    fetch: async (request: {
      url: string;
      method: string;
      headers?: Readonly<Record<string, string>>;
      body?: string | Uint8Array;
    }) => {
      requests.push(`${request.url} ${request.body ?? ""}`);
      const answer = await fetch(request.url, {
        method: request.method,
        ...(request.headers && { headers: request.headers }),
        ...(typeof request.body === "string" && { body: request.body }),
      });
      const body = await answer.text();
      const json = answer.headers.get("content-type")?.includes("json") ? JSON.parse(body) : undefined;
      return {
        type: "answer" as const,
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body,
        json,
      };
    },
  });

  test("a named server returns the account, its tokens and their expiry; the password is not stored", async () => {
    const { did, handle, password } = await withAppPassword();
    const connected = await connect({
      handle: `@${handle.toUpperCase()}`,
      password,
      server: String(servers.pds.said["pds"]),
    });
    expect(connected).toMatchObject({
      profile: { remoteId: did, username: handle, host: servers.pds.said["pds"] },
      secret: {
        access: expect.any(String),
        refresh: expect.any(String),
        accessEndsAt: expect.stringMatching(/Z$/),
        more: {},
      },
    });
    expect(JSON.stringify(connected)).not.toContain(password);
  });

  test("with the handle alone, the directories are asked and the app password goes to the account's server", async () => {
    const { did, handle, password } = await withAppPassword();
    requests.length = 0;
    // This server calls itself localhost without a port, so the lookup of that name gets no answer.
    await connect({ handle, password, server: "" }).catch(() => null);
    expect(requests[0]).toContain(`resolveHandle?handle=${handle}`);
    expect(requests[1]).toContain(`${servers.pds.said["plc"]}/${did}`);
    expect(requests[2]).toMatch(/^https?:\/\/localhost.*createSession/);
    expect(requests.slice(0, 2).join(" ")).not.toContain(password);
  });

  test.for([
    { handle: "no handle", password: "abcd-abcd-abcd-abcd", field: "handle", says: /isn't a handle/ },
    {
      handle: "ada.test",
      password: "main-password",
      field: "password",
      says: /isn't an app password.*Nothing was sent/,
    },
    { handle: "nobody.test", password: "abcd-abcd-abcd-abcd", field: "handle", says: /No account/ },
  ])("the form rejects $handle with $password at the field $field", async ({ handle, password, field, says }) => {
    requests.length = 0;
    expect(await connect({ handle, password, server: "" })).toEqual({ problem: expect.stringMatching(says), field });
    expect(requests.some((request) => request.includes(password))).toBe(false);
  });

  test("a wrong app password is reported and connects nothing", async () => {
    const { handle } = await createTestAccount(servers.pds);
    const server = String(servers.pds.said["pds"]);
    expect(await connect({ handle, password: "abcd-abcd-abcd-abcd", server })).toMatchObject({ field: "password" });
  });

  const guarded = (allow: string[]) => {
    const account = { channelId: "c", username: "", remoteId: "", host: "", reportedLimits: {} };
    const secret = { access: "", refresh: null, accessEndsAt: null, more: {} };
    return createTestIo({ platform: bluesky, account, secret, allow }).net;
  };

  test.for(["127.0.0.1", "http://127.0.0.1:2583", "localhost", "169.254.169.254", "[::1]", "10.0.0.7:443"])(
    "a server at %s is never contacted and never gets the app password",
    async (server) => {
      if (bluesky.connect.by !== "form") throw new Error("by a form");
      const values = { handle: "ada.test", password: "abcd-abcd-abcd-abcd", server };
      expect(await bluesky.connect.run(values, guarded([]))).toMatchObject({ field: "server" });
    },
  );

  test("an account whose directory entry names a private server is not connected by its handle", async () => {
    const { handle, password } = await withAppPassword();
    const [handles, accounts] = [String(servers.pds.said["pds"]), String(servers.pds.said["plc"])];
    const { connect: by } = createBlueskyPlatform({ handles, accounts });
    if (by.by !== "form") throw new Error("by a form");
    const directories = [handles, accounts].map((url) => new URL(url).host);
    expect(await by.run({ handle, password, server: "" }, guarded(directories))).toMatchObject({
      problem: expect.stringMatching(/couldn't be reached/),
    });
  });
});

test("the test of a channel posts to the real server, finds its text, and leaves nothing there", async () => {
  const peer = await openBlueskyPeer(servers.pds, servers.proxy);
  const io = peer.io(new AbortController().signal);
  const [image] = peer.images;
  if (!image) throw new Error("the peer has no image");
  const picture = { image, bytes: await io.readImage(image) };
  const { connector, account } = peer;
  const secrets = peer.outside?.secrets() ?? [];
  const report = await probeChannel({
    connector,
    account,
    io,
    takeDownIo: io,
    key: randomUUID(),
    image: picture,
    secrets,
  });
  expect(report.steps.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
    ...["text: published", "reply: published", "image: published", "look_up: found"],
    ...["take_down: removed", "take_down: removed", "take_down: removed"],
  ]);
  expect([report.left, await peer.items()]).toEqual([[], []]);
  expect(JSON.stringify(report)).not.toContain(peer.test.secret().access);
});
