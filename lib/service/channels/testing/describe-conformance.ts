import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { conformanceCases } from "#lib/service/channels/conformance/conformance-cases.ts";
import type {
  ConformancePeer,
  FaultResult,
  PeerFault,
  PublishedPeerItem,
} from "#lib/service/channels/conformance/conformance-peer.ts";
import type { OutgoingImage, PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { AccountSecret, AppCredentials, Platform } from "#lib/service/channels/core/platform.ts";
import { describeDelivery } from "./describe-delivery.ts";
import { type PeerMode, type PeerProcess, startPeerProcess } from "./peer-process.ts";
import { createTestIo, type TestIo } from "./test-io.ts";

/** A fake with an account on it; each test gets a new `reach`. */
export type ConformanceFixture = {
  peer: PeerProcess;
  reach: TestIo;
  account: PlatformAccount;
  images: readonly OutgoingImage[];
};

/** The fake's mode for each fault; a string says why the fake never has that fault. */
export type FaultModes = Partial<
  Record<PeerFault, PeerMode | string | ((stage: ConformanceFixture) => Promise<FaultResult>)>
>;

type FixtureAccount = Omit<PlatformAccount, "channelId" | "host">;

const limitSeconds = 7;

/**
 * Runs the shared suite on a fake in a process of its own. Faults that every HTTP API has occur on `write`, the route
 * that makes a part public; the platform's own come from `faults`. The fake's command `reset` empties it before each
 * test.
 */
export function describeConformance(options: {
  platform: Platform;
  module: URL;
  write: string;
  /** The account on the peer at that address. */
  account: FixtureAccount | ((url: string) => FixtureAccount);
  secret: AccountSecret;
  secrets: readonly string[];
  faults: FaultModes;
  app?: AppCredentials;
  /** Adds tests of the platform's own behavior on this fixture. */
  more?: (stage: () => ConformanceFixture) => void;
}): void {
  const { slug } = options.platform.connector;
  const pictures = makePictures();
  const host = servePictures(pictures);
  let peer: PeerProcess;
  let stage: ConformanceFixture;
  beforeAll(async () => {
    await host.open();
    peer = await startPeerProcess(options.module, { pictures: host.url() });
  });
  afterAll(async () => {
    await peer.stop();
    await host.close();
  });
  beforeEach(async () => {
    await peer.control({ mode: "ok" });
    await peer.clock(0);
    await peer.command("reset");
    const { platform, secret, app = null, account: own } = options;
    const account = { channelId: "c", host: peer.url, ...(typeof own === "function" ? own(peer.url) : own) };
    const reach = createTestIo({
      platform,
      account,
      secret,
      app,
      base: peer.url,
      allow: [peer.hostPort],
      images: pictures,
      imageUrl: ({ fileName }) => `${host.url()}/${fileName}`,
      onDelay: peer.passTime,
    });
    const images = [...pictures.keys()].map((fileName, index) => {
      return { fileName, mime: "image/jpeg", width: 640, height: 480, alt: `Picture ${index + 1}` };
    });
    stage = { peer, reach, account, images };
  });

  async function cause(fault: PeerFault): Promise<FaultResult> {
    const { control, clock } = stage.peer;
    const on = { on: options.write };
    const common: Partial<Record<PeerFault, PeerMode>> = {
      "no-answer-before": { mode: "reset-before", ...on },
      "no-answer-after": { mode: "reset-after", ...on },
      "server-error-before": { mode: "5xx-before", ...on },
      "server-error-after": { mode: "5xx-after", ...on },
      "half-an-answer-after": { mode: "body-cut", ...on },
      "no-json-after": { mode: "garbage", ...on },
      slow: { mode: "slow", ms: 1_500, ...on },
      "proxy-page": { mode: "proxy-page", ...on },
      "rate-limited": { mode: "429", seconds: limitSeconds, ...on },
      "rate-limited-without-time": { mode: "429", ...on },
    };
    const own = options.faults[fault];
    if (typeof own === "function") return await own(stage);
    if (typeof own === "string") return { can: false, why: own };
    if (fault === "clock-ahead" || fault === "clock-behind") {
      await clock(fault === "clock-ahead" ? 300_000 : -300_000);
      return { can: true };
    }
    const mode = own ?? common[fault];
    if (!mode) return { can: false, why: "The platform has no such state." };
    await control(mode);
    return fault === "rate-limited" ? { can: true, until: new Date(Date.now() + limitSeconds * 1_000) } : { can: true };
  }

  function peerOf({ reach, account, images }: ConformanceFixture): ConformancePeer {
    return {
      connector: options.platform.connector,
      account,
      io: reach.io,
      images,
      fault: cause,
      items: async (): Promise<PublishedPeerItem[]> => await peer.items(),
      tooLong: "x".repeat((getPlatformRules(slug)?.limit ?? 0) + 1),
      outside: { requests: () => reach.requests, refreshes: reach.refreshes, secrets: () => options.secrets },
    };
  }

  describe(`${slug}: conformance`, () => {
    test.for(conformanceCases.map((promised) => ({ ...promised })))("$title", async ({ show }) => {
      await show(peerOf(stage));
    });
  });
  describeDelivery({
    platform: options.platform,
    async open() {
      const { reach } = stage;
      return {
        ...peerOf(stage),
        secret: reach.secret,
        hosts: [peer.hostPort],
        app: options.app ?? null,
        base: peer.url,
        heard: async () => (await peer.log()).map(({ body }) => body),
      };
    },
  });
  options.more?.(() => stage);
}

/** Creates three files that begin and end as JPEG does, each with bytes of its own. */
function makePictures(): ReadonlyMap<string, Uint8Array> {
  const jpeg = (name: string) =>
    Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.from(name.repeat(50)), Buffer.from("ffd9", "hex")]);
  return new Map(["one", "two", "three"].map((name) => [`${name}.jpg`, jpeg(name)]));
}

/** Serves images as an installation with a public address does, for platforms that fetch images themselves. */
function servePictures(pictures: ReadonlyMap<string, Uint8Array>) {
  const server = createServer((request, response) => {
    const bytes = pictures.get((request.url ?? "").slice(1));
    if (bytes) response.writeHead(200, { "content-type": "image/jpeg" }).end(bytes);
    else response.writeHead(404).end();
  });
  return {
    open: () => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)),
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}
