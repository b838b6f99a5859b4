import { expect, test } from "vitest";
import { createConnectorLookup, createPlatformLookup } from "#lib/service/channels/platforms/registry.ts";
import { createScriptedPlatform } from "#lib/service/channels/testing/scripted-platform.ts";
import { overrideBaseUrl } from "./base-url-override.ts";
import type { ConnectorIo, PlatformAccount } from "./connector.ts";
import type { PlatformHttpClient } from "./platform.ts";

const account: PlatformAccount = {
  channelId: "c",
  username: "ada",
  remoteId: "1",
  host: "https://old.example",
  reportedLimits: {},
};
const part = { key: "k.1", number: 1, text: "t", images: [], wire: {}, prepared: null, root: null, parent: null };

test("a base URL override also applies to accounts that were connected before", async () => {
  const asked: string[] = [];
  const io: ConnectorIo = {
    signal: new AbortController().signal,
    now: () => new Date(0),
    readImage: () => Promise.reject(new Error("none")),
    imageUrl: () => null,
    readLinkPage: async () => ({ why: "The test has no pages." }),
    savePrepared: async () => {},
    delay: async () => {},
    async call({ url }) {
      asked.push(url);
      return { type: "answer", status: 200, headers: {}, body: "", json: { id: "1", items: [], upload: "u" } };
    },
  };
  const { connector, base } = overrideBaseUrl(createScriptedPlatform({ prepares: true }), "http://127.0.0.1:4711");
  const outgoing = { ...part, startedAt: new Date(0), resends: 0 };
  if (connector.prepare.can) await connector.prepare.run(outgoing, account, io);
  await connector.publishPart(outgoing, account, io);
  if (connector.findPart.can) await connector.findPart.run(outgoing, account, io);
  expect(base).toBe("http://127.0.0.1:4711");
  expect(asked).toHaveLength(3);
  for (const url of asked) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4711\//);
  expect(connector.remove).toEqual({ can: false, why: "Not here." });
});

test("an override applies to platforms with one address, and a practice channel needs no platform", () => {
  const platformOf = createPlatformLookup({ urls: { x: "http://127.0.0.1:4711", mastodon: "http://127.0.0.1:4712" } });
  expect(platformOf("x")?.base).toBe("http://127.0.0.1:4711");
  expect(platformOf("linkedin")?.base).toMatch(/^https:/);
  expect(platformOf("mastodon")?.base).toBeNull();
  expect(platformOf("nowhere")).toBeNull();
  const at = { pool: undefined as never, clock: { now: () => new Date(0), newId: () => "" }, origin: "", platformOf };
  const connectorFor = createConnectorLookup(at);
  expect(connectorFor({ platform: "x", practice: false })?.slug).toBe("x");
  expect(connectorFor({ platform: "nowhere", practice: false })).toBeNull();
  expect(connectorFor({ platform: "x", practice: true })).not.toBe(platformOf("x")?.connector);
});

test("in a private network, handles and accounts are resolved only at the configured addresses", async () => {
  const asked: string[] = [];
  const net: PlatformHttpClient = {
    base: "",
    now: () => new Date(0),
    async fetch({ url }) {
      asked.push(url);
      return { type: "answer", status: 200, headers: {}, body: "", json: { did: `did:plc:${"a".repeat(24)}` } };
    },
  };
  const directories = { handles: "http://127.0.0.1:4711", accounts: "http://127.0.0.1:4712" };
  const { connect } = createPlatformLookup({ urls: {}, directories })("bluesky") ?? {};
  if (connect?.by !== "form") throw new Error("another way");
  await connect.run({ handle: "ada.test", password: "aaaa-bbbb-cccc-dddd" }, net);
  expect(asked.map((url) => new URL(url).origin)).toEqual([directories.handles, directories.accounts]);
});
