import { afterAll, afterEach, beforeAll } from "vitest";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { startPds } from "./pds.ts";

/**
 * Starts Bluesky's server, with a proxy in front of it that causes faults, for the tests of a file.
 * @returns both servers, which exist once the tests run
 */
export function setUpPds(): { pds: PeerProcess; proxy: PeerProcess } {
  const servers = {} as { pds: PeerProcess; proxy: PeerProcess };
  // The first run on a machine installs the server.
  beforeAll(async () => {
    servers.pds = await startPds();
    servers.proxy = await startPeerProcess(new URL("../../../testing/fault-proxy.ts", import.meta.url), {
      target: servers.pds.said["pds"],
    });
  }, 300_000);
  afterEach(() => servers.proxy.control({ mode: "ok" }));
  afterAll(async () => {
    await servers.proxy.stop();
    await servers.pds.stop();
  });
  return servers;
}
