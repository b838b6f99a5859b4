import { createRestAPIClient } from "masto";
import { expect, test } from "vitest";
import { createPart, publishPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { parseMultipart } from "#lib/service/channels/testing/parse-multipart.ts";
import type { PeerRequest } from "#lib/service/channels/testing/peer-process.ts";
import { mastodon } from "./platform.ts";
import { images, publishRoute, startMastodonServerForTests } from "./testing/mastodon-fixture.ts";

const { server, openPeer } = startMastodonServerForTests();

async function openBoth() {
  const peer = await openPeer();
  const client = createRestAPIClient({ url: server().url, accessToken: peer.secret().access });
  const last = async (route: string) => (await server().log()).findLast((one) => one.route === route);
  return { peer, client, last };
}

/** Reads the data of a request; the order of fields says nothing. */
function readRequest(request: PeerRequest | undefined) {
  const type = request?.headers["content-type"] ?? "";
  const body = request?.body ?? "";
  const data = type.startsWith("multipart/")
    ? Object.fromEntries(
        parseMultipart(type, Buffer.from(body)).map(({ name, fileName, mime, bytes }) => [
          name,
          fileName === null ? bytes.toString() : { fileName, mime, bytes: bytes.toString() },
        ]),
      )
    : JSON.parse(body || "null");
  return { path: request?.path, authorization: request?.headers["authorization"], data };
}

test("masto.js publishes a reply as we do", async () => {
  const { peer, client, last } = await openBoth();
  const { remoteId } = await publishPart(peer, createPart(peer, "The first"));
  const part = createPart(peer, "A reply", { number: 2, count: 2, root: remoteId, parent: remoteId });
  await publishPart(peer, part);
  const ours = await last(publishRoute);
  await client.v1.statuses.create(
    { status: "A reply", visibility: "public", inReplyToId: remoteId },
    { requestInit: { headers: { "Idempotency-Key": `${part.key}-theirs` } } },
  );
  const theirs = await last(publishRoute);
  expect(readRequest(ours)).toEqual(readRequest(theirs));
  expect(theirs?.headers["idempotency-key"]).toBe(`${ours?.headers["idempotency-key"]}-theirs`);
});

test("masto.js publishes with images as we do", async () => {
  const { peer, client, last } = await openBoth();
  const [image] = images;
  if (!image) return expect.fail("an image exists");
  await publishPart(peer, createPart(peer, "An image", { images: [image] }));
  const ours = [readRequest(await last("POST /api/v2/media")), readRequest(await last(publishRoute))];
  const bytes = await peer.io(new AbortController().signal).readImage(image);
  const file = new File([new Uint8Array(bytes)], image.fileName, { type: image.mime });
  const { id } = await client.v2.media.create({ file, description: image.alt });
  await client.v1.statuses.create({ status: "An image", visibility: "public", mediaIds: [id] });
  const theirs = [readRequest(await last("POST /api/v2/media")), readRequest(await last(publishRoute))];
  expect(ours[0]).toEqual(theirs[0]);
  // Each upload has an id of its own.
  expect({ ...ours[1]?.data, media_ids: [id] }).toEqual(theirs[1]?.data);
});

test("masto.js deletes a status as we do", async () => {
  const { peer, client, last } = await openBoth();
  const { remoteId } = await publishPart(peer, createPart(peer, "To be deleted"));
  const { remove } = mastodon.connector;
  if (!remove.can) return expect.fail("remove is available");
  expect(await remove.run(remoteId, peer.account, peer.io(new AbortController().signal))).toBe("removed");
  const ours = await last("DELETE /api/v1/statuses/:id");
  await expect(client.v1.statuses.$select(remoteId).remove()).rejects.toThrow("Record not found");
  const theirs = await last("DELETE /api/v1/statuses/:id");
  expect(ours?.path).toBe(theirs?.path);
  expect(ours?.headers["authorization"]).toBe(theirs?.headers["authorization"]);
});
