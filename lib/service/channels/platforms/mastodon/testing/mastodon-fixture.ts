import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { ConformancePeer, FaultResult, PeerFault } from "#lib/service/channels/conformance/conformance-peer.ts";
import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import { mastodon } from "#lib/service/channels/platforms/mastodon/platform.ts";
import { createFaultModes } from "#lib/service/channels/testing/fault-modes.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo, type TestIo } from "#lib/service/channels/testing/test-io.ts";

export const publishRoute = "POST /api/v1/statuses";
const modes = createFaultModes(publishRoute, "POST /api/v2/media");

export const images = ["One", "Two", "Three", "Four"].map((alt) => ({
  fileName: `${alt}.png`,
  mime: "image/png",
  width: 1,
  height: 1,
  alt,
}));
/** Returns bytes that the fake accepts as an image: the signature of a PNG, and others behind. */
const bytesOf = (name: string) =>
  Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), deflateSync(Buffer.from(name))]);

/** Runs the fake server for a test file, emptied before each test and then changed by `world` (its command `set`). */
export function startMastodonServerForTests(world: object = {}) {
  let server: PeerProcess;
  beforeAll(async () => {
    server = await startPeerProcess(new URL("./peer.ts", import.meta.url));
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.control({ mode: "ok" });
    await server.clock(0);
    await server.command("reset");
    await server.command("set", world);
  });

  async function fault(name: PeerFault): Promise<FaultResult> {
    const mode = modes[name];
    if (mode) {
      await server.control(mode);
      return { can: true, ...(mode.seconds && { until: new Date(Date.now() + mode.seconds * 1_000) }) };
    }
    switch (name) {
      case "signed-out":
        await server.command("revoke");
        return { can: true };
      case "upload-lost":
        await server.command("loseMedia");
        return { can: true };
      case "image-processing":
        await server.command("set", { slowLooks: 3 });
        return { can: true };
      case "clock-ahead":
      case "clock-behind":
        await server.clock(name === "clock-ahead" ? 300_000 : -300_000);
        return { can: true };
      default:
        return { can: false, why: "Mastodon tokens don't expire." };
    }
  }

  async function openPeer(
    told: PlatformAccount["reportedLimits"] = {},
  ): Promise<ConformancePeer & { secret: TestIo["secret"]; test: TestIo }> {
    const { token, accountId } = await server.command<{ token: string; accountId: string }>("token");
    const account: PlatformAccount = {
      channelId: "c",
      username: "ada@fake",
      remoteId: accountId,
      host: server.url,
      reportedLimits: told,
    };
    const secret = { access: token, refresh: null, accessEndsAt: null, more: {} };
    const outside = createTestIo({
      platform: mastodon,
      account,
      secret,
      allow: [server.hostPort],
      images: new Map(images.map(({ fileName }) => [fileName, bytesOf(fileName)])),
    });
    return {
      connector: mastodon.connector,
      account,
      io: outside.io,
      items: () => server.items(),
      fault,
      images,
      tooLong: "x".repeat(501),
      secret: outside.secret,
      test: outside,
      outside: { requests: () => outside.requests, refreshes: outside.refreshes, secrets: () => [token] },
    };
  }

  return { server: () => server, openPeer };
}
