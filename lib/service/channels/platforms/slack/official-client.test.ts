import type { Block, KnownBlock } from "@slack/types";
import { IncomingWebhook, type IncomingWebhookSendArguments } from "@slack/webhook";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { createMessage } from "./connector.ts";
import { slack } from "./platform.ts";

const access = "T0ACME000/B0HOOK000/madeUpSecretOfAWebhook01";
let peer: PeerProcess;
beforeAll(async () => {
  peer = await startPeerProcess(new URL("./testing/peer.ts", import.meta.url));
});
afterAll(() => peer.stop());

function openConnector() {
  const account = {
    channelId: "c",
    username: "#a",
    remoteId: "T0ACME000/B0HOOK000",
    host: peer.url,
    reportedLimits: {},
  };
  const secret = { access, refresh: null, accessEndsAt: null, more: {} };
  const { io } = createTestIo({
    platform: slack,
    account,
    secret,
    allow: [peer.hostPort],
    // The fake fetches each image: its own list of items answers.
    imageUrl: ({ fileName }) => `${peer.url}/__items?${fileName}`,
  });
  const plan = { connector: slack.connector, account } as Parameters<typeof createPart>[0];
  return { account, io: io(new AbortController().signal), plan };
}

const image = { fileName: "one.png", mime: "image/png", width: 4, height: 3, alt: "One" };

test.each([
  ["Text with a link https://example.com/?a=1&b=2 and <marks>", []],
  ["A text\nwith two images", [image, { ...image, fileName: "two.png", alt: "" }]],
])("Slack's own client sends %j as we do", async (text, images) => {
  const { account, io, plan } = openConnector();
  const part = createPart(plan, text, { images });
  const message = createMessage(part, io);
  if (!message) return expect.fail("every image has an address");
  const { blocks } = message satisfies IncomingWebhookSendArguments;
  void (blocks satisfies (KnownBlock | Block)[]);
  expect(await slack.connector.publishPart(part, account, io)).toMatchObject({ type: "published" });
  await new IncomingWebhook(`${peer.url}/services/${access}`).send(message);
  const [ours, theirs] = (await peer.log()).filter(({ route }) => route.startsWith("POST")).slice(-2);
  expect(ours?.path).toBe(theirs?.path);
  expect(JSON.parse(ours?.body ?? "")).toEqual(JSON.parse(theirs?.body ?? ""));
  expect(theirs?.headers["content-type"]).toContain(ours?.headers["content-type"]);
});
