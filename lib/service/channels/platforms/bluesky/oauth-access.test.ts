import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { conformanceCases } from "#lib/service/channels/conformance/conformance-cases.ts";
import { createPart, publishPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { describeDelivery } from "#lib/service/channels/testing/describe-delivery.ts";
import type { PeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { bluesky } from "./platform.ts";
import { openBlueskyPeer } from "./testing/account.ts";
import { createOAuthFixture, type OAuthFixture } from "./testing/oauth-fixture.ts";
import { startPdsBehindProxy } from "./testing/pds.ts";

let pds: PeerProcess;
let proxy: PeerProcess;
let home: string;
let signingIn: OAuthFixture;
// The first run on a machine installs the server.
beforeAll(async () => {
  ({ pds, proxy, home } = await startPdsBehindProxy());
  signingIn = createOAuthFixture({ pds, home });
}, 300_000);
afterEach(() => proxy.control({ mode: "ok" }));
afterAll(async () => {
  await proxy.stop();
  await pds.stop();
});

const open = () => openBlueskyPeer(pds, proxy, signingIn.give);

describe("signed in on a real Bluesky server's own page", () => {
  test.for(conformanceCases.map((promised) => promised))("$title", async ({ show }) => {
    await show(await open());
  });

  test("each request has its own proof, and the proof key is never sent", async () => {
    const peer = await open();
    await publishPart(peer, createPart(peer, "Signed"));
    const proofs = peer.test.requests.map(({ headers }) => headers?.["dpop"] ?? "");
    expect(new Set(proofs).size).toBe(proofs.length);
    const claims = JSON.parse(Buffer.from(proofs.at(-1)?.split(".")[1] ?? "", "base64url").toString("utf8"));
    expect(claims).toMatchObject({
      htm: "POST",
      htu: `${home}/xrpc/com.atproto.repo.createRecord`,
      nonce: expect.any(String),
    });
    const { d } = JSON.parse(peer.test.secret().more["dpop"] ?? "{}");
    expect(JSON.stringify(peer.test.requests)).not.toContain(d);
  });
});

describeDelivery({
  platform: bluesky,
  async open() {
    const peer = await open();
    const heard = async () => (await proxy.log()).map(({ body }) => body);
    return { ...peer, secret: peer.test.secret, hosts: [new URL(home).host], app: signingIn.app, heard };
  },
});
