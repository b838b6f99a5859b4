import path from "node:path";
import { nsec } from "#lib/service/channels/platforms/nostr/testing/keys.ts";
import { type PeerMode, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { startBlueskyServer } from "./bluesky-server.ts";
import {
  type AuthorizationResponse,
  type PeerAccount,
  type PlatformFixture,
  startFaultProxy,
} from "./platform-fixture.ts";

const getPeerModule = (slug: string) =>
  new URL(`../../lib/service/channels/platforms/${slug}/testing/peer.ts`, import.meta.url);

type FakePlatform = {
  slug: string;
  write: string;
  route?: string;
  ownModes: readonly PeerMode[];
  begin: (url: string) => PeerAccount["begin"];
  /** What it sends people back with; where it is not told, its page is asked. */
  code?: string;
};

const botToken = "123456789:AAE-test_token_of_a_bot_that_is_made_up";
const webhook = "1190000000000000001/W-token_of_a_webhook_that_is_made_up_for_tests_0123456789abcdefghij";
const slackPath = "/services/T0ACME000/B0HOOK000/madeUpSecretOfAWebhook01";
const refused: PeerMode = { mode: "refused" };
/** A firewall in front of the platform refuses the request. */
const proxyPage: PeerMode = { mode: "proxy-page" };

/** What each fake is connected with, and how it misbehaves of its own. */
const fakes: readonly FakePlatform[] = [
  {
    slug: "x",
    write: "POST /2/tweets",
    ownModes: [refused, { mode: "number-ids" }, { mode: "last-one", seconds: 3 }, { mode: "revoked" }],
    begin: () => ({}),
  },
  {
    slug: "mastodon",
    write: "POST /api/v1/statuses",
    ownModes: [refused, { mode: "number-ids" }, { mode: "key-forgotten" }, { mode: "key-500" }, { mode: "revoked" }],
    begin: (url) => ({ host: url }),
  },
  {
    slug: "nostr",
    write: "EVENT /",
    ownModes: [refused, { mode: "blocked" }, { mode: "error" }, { mode: "limited" }],
    begin: (url) => ({ values: { key: nsec, relays: url.replace(/^http/, "ws"), servers: url } }),
  },
  {
    slug: "linkedin",
    write: "POST /rest/posts",
    ownModes: [refused, { mode: "no-id" }],
    begin: () => ({}),
    code: "good-code",
  },
  {
    slug: "threads",
    write: "POST /v1.0/17841400000000001/threads_publish",
    route: "POST /v1.0/:user/threads_publish",
    ownModes: [{ mode: "not-found-24" }],
    begin: () => ({}),
    code: "good-code",
  },
  {
    slug: "instagram",
    write: "POST /v25.0/17841405822304914/media_publish",
    route: "POST /v25.0/:user/media_publish",
    ownModes: [{ mode: "not-found-24" }],
    begin: () => ({}),
    code: "good-code",
  },
  {
    slug: "facebook",
    write: "POST /v25.0/101000000000001/feed",
    route: "POST /v25.0/:page/feed",
    ownModes: [refused, { mode: "no-permission" }],
    begin: () => ({}),
    code: "good-code",
  },
  {
    slug: "telegram",
    write: `POST /bot${botToken}/sendMessage`,
    route: "POST /:bot/sendMessage",
    ownModes: [refused, { mode: "kicked" }, { mode: "no-rights" }, { mode: "topic-closed" }],
    begin: () => ({ values: { token: botToken, chat: "@acme_news" } }),
  },
  {
    slug: "discord",
    write: `POST /api/v10/webhooks/${webhook}`,
    route: "POST /api/v10/webhooks/:id/:token",
    ownModes: [{ mode: "automod" }, { mode: "no-rights" }, { mode: "last-of-bucket" }, { mode: "harmful-link" }],
    begin: (url) => ({ values: { url: `${url}/api/webhooks/${webhook}` } }),
  },
  {
    slug: "slack",
    write: `POST ${slackPath}`,
    route: "POST /services/:team/:hook/:secret",
    ownModes: [refused, { mode: "archived" }, { mode: "prohibited" }],
    begin: (url) => ({ values: { url: `${url}${slackPath}`, channel: "#acme" } }),
  },
];

/** @param folder where the real server keeps what it has */
export async function startPlatformPeers(folder: string): Promise<PlatformFixture[]> {
  return await Promise.all([startBlueskyServer(path.join(folder, "bluesky")), ...fakes.map(startFake)]);
}

async function startFake({
  slug,
  write,
  route = write,
  ownModes,
  begin,
  code,
}: FakePlatform): Promise<PlatformFixture> {
  const fake = await startPeerProcess(getPeerModule(slug));
  const { stop, ...proxy } = await startFaultProxy(fake.url);
  // 250 posts a day, and each minute here is a new day.
  const newDay = () => fake.command("use", { posts: 0, replies: 0 }).catch(() => undefined);
  if (slug === "threads" || slug === "instagram") setInterval(newDay, 60_000).unref();
  const account: PeerAccount = {
    platform: slug,
    name: slug,
    begin: begin(proxy.url),
    sayYes: (page) => (code === undefined ? followAuthorizePage(page) : { code, state: stateOf(page) }),
    // The witness of a fake: what it has stored, apart from every answer.
    items: async () => (await fake.items()).map((item) => ({ ...item, images: item.images.length })),
  };
  return {
    slug,
    writes: [write],
    route,
    fake,
    ownModes: [...ownModes, proxyPage],
    ...proxy,
    signal: fake.kill,
    restart: null,
    accounts: [account],
    hosts: [proxy.hostPort],
    settings: slug === "mastodon" || slug === "nostr" ? {} : { [`${slug.toUpperCase()}_API_URL`]: proxy.url },
    // The limits of Nostr's relays have no time: `ownModes` has them.
    limit: ["linkedin", "threads", "instagram", "nostr"].includes(slug)
      ? null
      : (seconds) => fake.control({ mode: "429", on: route, seconds }),
    stop: async () => void (await Promise.all([stop(), fake.stop()])),
  };
}

const stateOf = (page: URL) => page.searchParams.get("state") ?? "";

/** The platform's page sends whoever says yes back with a code. */
async function followAuthorizePage(page: URL): Promise<AuthorizationResponse> {
  const answer = await fetch(page, { redirect: "manual" });
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`${page.host} did not send us back: ${answer.status} ${await answer.text()}`);
  return { code: new URL(location).searchParams.get("code") ?? "", state: stateOf(page) };
}
