import { afterAll, afterEach, beforeAll } from "vitest";
import { describeDelivery } from "#lib/service/channels/testing/describe-delivery.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { bluesky } from "./platform.ts";
import { openBlueskyPeer } from "./testing/account.ts";
import { startPds } from "./testing/pds.ts";

let pds: PeerProcess;
let proxy: PeerProcess;
// The first run on a machine installs the server.
beforeAll(async () => {
  pds = await startPds();
  proxy = await startPeerProcess(new URL("../../testing/fault-proxy.ts", import.meta.url), { target: pds.said["pds"] });
}, 300_000);
afterEach(() => proxy.control({ mode: "ok" }));
afterAll(async () => {
  await proxy.stop();
  await pds.stop();
});

describeDelivery({
  platform: bluesky,
  async open() {
    const peer = await openBlueskyPeer(pds, proxy);
    const heard = async () => (await proxy.log()).map(({ body }) => body);
    return { ...peer, secret: peer.test.secret, hosts: [proxy.hostPort], heard };
  },
});
