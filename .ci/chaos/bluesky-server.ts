import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { giveConsent } from "#lib/service/channels/platforms/bluesky/testing/give-consent.ts";
import { startPds } from "#lib/service/channels/platforms/bluesky/testing/pds.ts";
import type { PeerRequest } from "#lib/service/channels/testing/peer-process.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import { type PeerAccount, type PlatformFixture, startFaultProxy } from "./platform-fixture.ts";
import type { PlatformItem } from "./verdict.ts";

const create = "POST /xrpc/com.atproto.repo.createRecord";
const tokens = "POST /oauth/token";
/** We make access fresh ten minutes before it ends: this long it is fit for use, and half an hour sees hundreds of fresh ones. */
const accessMs = 10 * 60_000 + 5_000;

/**
 * A real server, which knows itself by the proxy's address, and a real directory. One account is connected by an app
 * password, the other on the server's own page.
 * @param folder where the server keeps what it has
 */
export async function startBlueskyServer(folder: string): Promise<PlatformFixture> {
  mkdirSync(folder);
  const directory = await startPds({ plcOnly: true });
  const plc = String(directory.said["plc"]);
  const [jwtSecret, rotationKey] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
  const kept = { folder, port: await findFreePort(), plc, jwtSecret, rotationKey };
  const at = `http://127.0.0.1:${kept.port}`;
  const { port, counted, stop, ...proxy } = await startFaultProxy(at, isRefreshed);
  const start = () => startPds({ kept, behind: port, accessMs });
  let pds = await start();
  const makeOwner = (handle: string) => pds.command<{ did: string; handle: string }>("account", { handle });
  const [one, other] = [await makeOwner("chaos.test"), await makeOwner("signed-in.test")];
  const { password } = await pds.command<{ password: string }>("appPassword", { did: one.did });
  const byPassword: PeerAccount = {
    platform: "bluesky",
    name: "bluesky",
    items: () => readRecords(at, one.did),
    begin: { values: { handle: one.handle, password, server: proxy.url } },
    sayYes: () => Promise.reject(new Error("An app password needs no page.")),
  };
  const byPage: PeerAccount = {
    platform: "bluesky",
    name: "bluesky by OAuth",
    items: () => readRecords(at, other.did),
    refreshes: counted,
    begin: { account: other.handle },
    async sayYes(page) {
      const back = await giveConsent(page.href, { ...other, password: "main" }, at);
      const [state = "", code = "", iss = ""] = ["state", "code", "iss"].map(
        (name) => back.searchParams.get(name) ?? "",
      );
      return { state, code, iss };
    },
  };
  return {
    slug: "bluesky",
    writes: [create, tokens],
    route: null,
    fake: null,
    ownModes: [],
    ...proxy,
    accounts: [byPassword, byPage],
    hosts: [proxy.hostPort, `localhost:${port}`, new URL(plc).host],
    settings: { BLUESKY_API_URL: proxy.url, BLUESKY_PLC_URL: plc },
    async limit(seconds) {
      const headers = {
        "ratelimit-reset": String(Math.ceil(Date.now() / 1_000) + seconds),
        "ratelimit-remaining": "0",
      };
      await proxy.network({ mode: "answer", on: create, status: 429, headers, json: { error: "RateLimitExceeded" } });
    },
    signal: (signal) => pds.kill(signal),
    async restart() {
      pds.kill("SIGKILL");
      // Its port is free when it has gone: until then the new one would not listen.
      await pds.ended;
      pds = await start();
    },
    async stop() {
      await Promise.all([stop(), pds.stop(), directory.stop()]);
    },
  };
}

/** The server has used a refresh token up and given another, whoever heard of it. */
const isRefreshed = ({ route, body, committed }: PeerRequest) =>
  route === tokens && committed && new URLSearchParams(body).get("grant_type") === "refresh_token";

type Record_ = {
  uri: string;
  value: { text: string; reply?: { parent: { uri: string } }; embed?: { images?: unknown[] } };
};

/** As anybody may read it, past the proxy, oldest first. */
async function readRecords(at: string, did: string): Promise<PlatformItem[]> {
  const items: PlatformItem[] = [];
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
