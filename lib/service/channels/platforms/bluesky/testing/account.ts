import sharp from "sharp";
import type {
  ConformancePeer,
  FaultResult,
  PeerFault,
  PublishedPeerItem,
} from "#lib/service/channels/conformance/conformance-peer.ts";
import type { OutgoingImage, PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { AccountSecret, AppCredentials } from "#lib/service/channels/core/platform.ts";
import { bluesky } from "#lib/service/channels/platforms/bluesky/platform.ts";
import type { PeerMode, PeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo, type TestIo } from "#lib/service/channels/testing/test-io.ts";

const create = "POST /xrpc/com.atproto.repo.createRecord";
const resolve = "GET /xrpc/com.atproto.identity.resolveHandle";
let serial = 0;

export type TestAccount = { did: string; handle: string; access: string; refresh: string };

export async function createTestAccount(pds: PeerProcess): Promise<TestAccount> {
  serial += 1;
  return await pds.command<TestAccount>("account", { handle: `member${serial}.test` });
}

/** Lists the records that the server shows to anybody. */
export async function listRecords(pds: PeerProcess, did: string) {
  const asked = new URLSearchParams({ repo: did, collection: "app.bsky.feed.post", limit: "100", reverse: "true" });
  const answer = await fetch(`${pds.said["pds"]}/xrpc/com.atproto.repo.listRecords?${asked}`);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records of any shape
  return ((await answer.json()) as any).records as { uri: string; cid: string; value: any }[];
}

const colours = ["#aa3311", "#11aa33", "#3311aa"];
const described = ["A red one", "A green one: 緑 🌿", ""];

async function makeImages() {
  const images: OutgoingImage[] = [];
  const bytes = new Map<string, Uint8Array>();
  for (const [index, background] of colours.entries()) {
    const [width, height, fileName] = [40 + index, 30, `${index}.jpg`];
    const made = sharp({ create: { width, height, channels: 3, background } });
    bytes.set(fileName, new Uint8Array(await made.jpeg().toBuffer()));
    images.push({ fileName, mime: "image/jpeg", width, height, alt: described[index] ?? "" });
  }
  return { images, bytes };
}

export type BlueskyPeer = ConformancePeer & { test: TestIo; owner: TestAccount };

/** How an account gives us access: with an own session, or by consent. */
export type TestAccountAccess = {
  secret: AccountSecret;
  host: string;
  /** `host:port` as in OUTBOUND_ALLOW. */
  hostPort: string;
  app: AppCredentials | null;
};

/**
 * Creates an account of its own on the real server, behind the proxy that makes the server fail.
 * @param give how the account gives access; by default with a session as an app password would give.
 */
export async function openBlueskyPeer(
  pds: PeerProcess,
  proxy: PeerProcess,
  give?: (owner: TestAccount) => Promise<TestAccountAccess>,
): Promise<BlueskyPeer> {
  const owner = await createTestAccount(pds);
  const { images, bytes } = await makeImages();
  const given = give ? await give(owner) : null;
  const host = given?.host ?? proxy.url;
  const account: PlatformAccount = {
    channelId: owner.did,
    username: owner.handle,
    remoteId: owner.did,
    host,
    reportedLimits: {},
  };
  const secret = given?.secret ?? { access: owner.access, refresh: owner.refresh, accessEndsAt: null, more: {} };
  const allow = [given?.hostPort ?? proxy.hostPort];
  const test = createTestIo({ platform: bluesky, account, secret, allow, images: bytes, app: given?.app ?? null });
  const secrets = [
    secret.access,
    secret.refresh ?? "",
    ...Object.values(secret.more).filter((one) => one.includes("{")),
  ];

  async function expire(): Promise<void> {
    const { access } = await pds.command<{ access: string }>("expired", { access: secret.access });
    secrets.push(access);
    test.setSecret({ ...test.secret(), access });
  }

  const proxied: Partial<Record<PeerFault, Omit<PeerMode, "on"> & { on?: string; text?: string }>> = {
    "no-answer-before": { mode: "reset-before" },
    "no-answer-after": { mode: "reset-after" },
    "server-error-before": { mode: "5xx-before" },
    "server-error-after": { mode: "5xx-after" },
    "half-an-answer-after": { mode: "body-cut" },
    "no-json-after": { mode: "garbage" },
    slow: { mode: "slow", ms: 1_500 },
    temporary: { mode: "5xx-before", on: resolve, times: 2, text: "Asks @nobody.test first" },
    forbidden: { mode: "answer", status: 403, json: { error: "Forbidden", message: "raw <b>words</b>" } },
    "rate-limited-without-time": { mode: "answer", status: 429, json: { error: "RateLimitExceeded" } },
  };

  async function fault(name: PeerFault): Promise<FaultResult> {
    const known = proxied[name];
    if (known) {
      const { text, ...mode } = known;
      await proxy.control({ on: create, ...mode });
      return { can: true, ...(text !== undefined && { text }) };
    }
    switch (name) {
      case "rate-limited": {
        const reset = Math.ceil(Date.now() / 1_000) + 60;
        const headers = { "ratelimit-reset": String(reset), "ratelimit-remaining": "0" };
        await proxy.control({ mode: "answer", on: create, status: 429, headers, json: { error: "RateLimitExceeded" } });
        return { can: true, until: new Date(reset * 1_000) };
      }
      case "token-expired":
        await expire();
        return { can: true };
      case "signed-out":
        if (given) await pds.command("withdraw", { did: owner.did });
        else await pds.command("signOut", { refresh: owner.refresh });
        await expire();
        return { can: true };
      case "upload-lost":
        await pds.command("loseUploads", { did: owner.did });
        return { can: true };
      case "image-refused":
        for (const image of images) bytes.set(image.fileName, new Uint8Array(2_100_000));
        return { can: true };
      case "clock-ahead":
      case "clock-behind":
        test.setAhead(name === "clock-ahead" ? -300_000 : 300_000);
        return { can: true };
      default:
        return { can: false, why: "A real server can't be told to do so." };
    }
  }

  return {
    connector: bluesky.connector,
    account,
    io: test.io,
    fault,
    images,
    test,
    owner,
    tooLong: "x".repeat(301),
    async items() {
      const records = await listRecords(pds, owner.did);
      return records.map(
        ({ uri, value }): PublishedPeerItem => ({
          remoteId: uri,
          text: value.text,
          replyTo: value.reply?.parent.uri ?? null,
          images: (value.embed?.images ?? []).map((image: { alt: string }) => image.alt),
        }),
      );
    },
    outside: { requests: () => test.requests, refreshes: test.refreshes, secrets: () => secrets },
  };
}
