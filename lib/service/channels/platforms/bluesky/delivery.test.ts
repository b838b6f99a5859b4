import { describeDelivery } from "#lib/service/channels/testing/describe-delivery.ts";
import { bluesky } from "./platform.ts";
import { openBlueskyPeer } from "./testing/account.ts";
import { setUpPds } from "./testing/pds-fixture.ts";

const servers = setUpPds();

describeDelivery({
  platform: bluesky,
  async open() {
    const peer = await openBlueskyPeer(servers.pds, servers.proxy);
    const heard = async () => (await servers.proxy.log()).map(({ body }) => body);
    return { ...peer, secret: peer.test.secret, hosts: [servers.proxy.hostPort], heard };
  },
});
