import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { startPds } from "../../lib/service/channels/bluesky/testing-pds.ts";
import { type PeerMode, type PeerProcess, startPeerProcess } from "../../lib/service/channels/testing-peer-process.ts";
import { freePort } from "../../lib/testing-free-port.ts";
import type { Item } from "./check.ts";

const channels = new URL("../../lib/service/channels/", import.meta.url);
const moduleOf = (slug: string) => new URL(`${slug}/testing-peer.ts`, channels);
const proxyModule = new URL("testing-fault-proxy.ts", channels);

/** One platform as it stands in this run: its own process, and the proxy that everything to it goes through. */
export type Stand = {
  slug: string;
  /** What the service is told to reach; the same address over restarts. */
  url: string;
  hostPort: string;
  /** The path that makes a part public, as the proxy knows it. */
  write: string;
  /** The same as a fake knows it; null for a real server. */
  route: string | null;
  network: (mode: PeerMode) => Promise<void>;
  /** Modes of the platform's own; null for a real server. */
  fake: PeerProcess | null;
  /** Ways of its own to misbehave on the write route, which a fake has. */
  ownModes: readonly PeerMode[];
  /** What it answers when a limit is reached; null where that would hold it until midnight. */
  limit: ((seconds: number) => Promise<void>) | null;
  /** Nobody listens there for a while. */
  cutOff: () => Promise<void>;
  joinAgain: () => Promise<void>;
  /** Killed and started again on what it has stored; null for a fake, which stores nothing. */
  restart: (() => Promise<void>) | null;
  /** How often something was done to a request on the way. */
  met: () => Promise<number>;
  /** Its whole timeline, by its own means. */
  items: () => Promise<Item[]>;
  connect: { values: Record<string, string> } | { host?: string; code?: string };
  stop: () => Promise<void>;
};

type Known = {
  slug: string;
  write: string;
  route?: string;
  ownModes: readonly PeerMode[];
  connect: (url: string) => Stand["connect"];
};

const botToken = "123456789:AAE-test_token_of_a_bot_that_is_made_up";
const webhook = "1190000000000000001/W-token_of_a_webhook_that_is_made_up_for_tests_0123456789abcdefghij";
const slackPath = "/services/T0ACME000/B0HOOK000/madeUpSecretOfAWebhook01";
const refused: PeerMode = { mode: "refused" };

/** What each fake is connected with, and how it misbehaves of its own. */
const fakes: readonly Known[] = [
  {
    slug: "x",
    write: "POST /2/tweets",
    ownModes: [refused, { mode: "number-ids" }, { mode: "last-one", seconds: 3 }, { mode: "revoked" }],
    connect: () => ({}),
  },
  {
    slug: "mastodon",
    write: "POST /api/v1/statuses",
    ownModes: [refused, { mode: "number-ids" }, { mode: "key-forgotten" }, { mode: "key-500" }, { mode: "revoked" }],
    connect: (url) => ({ host: url }),
  },
  {
    slug: "linkedin",
    write: "POST /rest/posts",
    ownModes: [refused, { mode: "no-id" }],
    connect: () => ({ code: "good-code" }),
  },
  {
    slug: "threads",
    write: "POST /v1.0/17841400000000001/threads_publish",
    route: "POST /v1.0/:user/threads_publish",
    ownModes: [{ mode: "not-found-24" }],
    connect: () => ({ code: "good-code" }),
  },
  {
    slug: "telegram",
    write: `POST /bot${botToken}/sendMessage`,
    route: "POST /:bot/sendMessage",
    ownModes: [refused, { mode: "kicked" }, { mode: "no-rights" }],
    connect: () => ({ values: { token: botToken, chat: "@acme_news" } }),
  },
  {
    slug: "discord",
    write: `POST /api/v10/webhooks/${webhook}`,
    route: "POST /api/v10/webhooks/:id/:token",
    ownModes: [{ mode: "automod" }, { mode: "no-rights" }, { mode: "last-of-bucket" }],
    connect: (url) => ({ values: { url: `${url}/api/webhooks/${webhook}` } }),
  },
  {
    slug: "slack",
    write: `POST ${slackPath}`,
    route: "POST /services/:team/:hook/:secret",
    ownModes: [refused, { mode: "archived" }, { mode: "prohibited" }],
    connect: (url) => ({ values: { url: `${url}${slackPath}`, channel: "#acme" } }),
  },
];

/** @param folder where the real server keeps what it has */
export async function startPeers(folder: string): Promise<Stand[]> {
  return await Promise.all([startBluesky(path.join(folder, "bluesky")), ...fakes.map(startFake)]);
}

/** The proxy in front of one address, on a port of its own that it keeps. */
async function standBefore(target: string) {
  const port = await freePort();
  let proxy = await startPeerProcess(proxyModule, { target, port });
  let met = 0;
  const count = async () => {
    const log = await proxy.log();
    return log.filter(({ mode }) => mode !== null).length;
  };
  return {
    ...{ url: proxy.url, hostPort: proxy.hostPort },
    network: (mode: PeerMode) => proxy.control(mode),
    met: async () => met + (await count()),
    async cutOff() {
      met += await count();
      proxy.kill("SIGKILL");
    },
    async joinAgain() {
      proxy = await startPeerProcess(proxyModule, { target, port });
    },
    stop: () => proxy.stop(),
  };
}

async function startFake({ slug, write, route = write, ownModes, connect }: Known): Promise<Stand> {
  const fake = await startPeerProcess(moduleOf(slug));
  const { stop, ...proxy } = await standBefore(fake.url);
  // 250 posts a day, and each minute here is a new day.
  const newDay = () => fake.command("use", { posts: 0, replies: 0 }).catch(() => undefined);
  if (slug === "threads") setInterval(newDay, 60_000).unref();
  return {
    ...{ slug, write, route, fake, ownModes, ...proxy, restart: null, connect: connect(proxy.url) },
    limit: ["linkedin", "threads"].includes(slug)
      ? null
      : (seconds) => fake.control({ mode: "429", on: route, seconds }),
    // The witness of a fake: what it has stored, apart from every answer.
    items: async () => (await fake.items()).map((item) => ({ ...item, images: item.images.length })),
    stop: async () => void (await Promise.all([stop(), fake.stop()])),
  };
}

async function startBluesky(folder: string): Promise<Stand> {
  mkdirSync(folder);
  const directory = await startPds({ plcOnly: true });
  const [jwtSecret, rotationKey] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
  const kept = { folder, port: await freePort(), plc: directory.said["plc"], jwtSecret, rotationKey };
  let pds = await startPds({ kept });
  const at = String(pds.said["pds"]);
  const { stop, ...proxy } = await standBefore(at);
  const { did, handle } = await pds.command<{ did: string; handle: string }>("account", { handle: "torture.test" });
  const { password } = await pds.command<{ password: string }>("appPassword", { did });
  const write = "POST /xrpc/com.atproto.repo.createRecord";
  return {
    ...{ slug: "bluesky", write, route: null, fake: null, ownModes: [], ...proxy },
    connect: { values: { handle, password, server: proxy.url } },
    async limit(seconds) {
      const headers = {
        "ratelimit-reset": String(Math.ceil(Date.now() / 1_000) + seconds),
        "ratelimit-remaining": "0",
      };
      await proxy.network({ mode: "answer", on: write, status: 429, headers, json: { error: "RateLimitExceeded" } });
    },
    async restart() {
      pds.kill("SIGKILL");
      // Its port is free when it has gone: until then the new one would not listen.
      await pds.ended;
      pds = await startPds({ kept });
    },
    items: () => readRecords(at, did),
    async stop() {
      await Promise.all([stop(), pds.stop(), directory.stop()]);
    },
  };
}

type Record_ = {
  uri: string;
  value: { text: string; reply?: { parent: { uri: string } }; embed?: { images?: unknown[] } };
};

/** As anybody may read it, past the proxy, oldest first. */
async function readRecords(at: string, did: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const asked = new URLSearchParams({ repo: did, collection: "app.bsky.feed.post", limit: "100", reverse: "true" });
    if (cursor !== undefined) asked.set("cursor", cursor);
    const answer = await fetch(`${at}/xrpc/com.atproto.repo.listRecords?${asked}`);
    if (!answer.ok) throw new Error(`The server does not list its records: ${answer.status}`);
    const page = (await answer.json()) as { records: Record_[]; cursor?: string };
    for (const { uri, value } of page.records) {
      const images = value.embed?.images?.length ?? 0;
      items.push({ remoteId: uri, text: value.text, replyTo: value.reply?.parent.uri ?? null, images });
    }
    cursor = page.records.length === 0 ? undefined : page.cursor;
  } while (cursor !== undefined);
  return items;
}
