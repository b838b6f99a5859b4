import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import type { AccountSecret } from "#lib/service/channels/core/platform.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { installPackagesOnce } from "#lib/service/core/testing/install-packages.ts";
import { x } from "./platform.ts";
import { getImageBytes, images } from "./testing/images.ts";

/** The part of X's own client, @xdevplatform/xdk, that the tests call. */
type XClient = {
  posts: { create: (body: object) => Promise<{ data: { id: string } }>; delete: (id: string) => Promise<unknown> };
  users: { getMe: (options: object) => Promise<unknown> };
  media: {
    createMetadata: (body: object) => Promise<unknown>;
    upload: (body: object) => Promise<unknown>;
  };
};

const folder = path.resolve(import.meta.dirname, "../../../../../.ci/x-client");
let peer: PeerProcess;
let official: XClient;
let given: { access_token: string; refresh_token: string; userId: string };
beforeAll(async () => {
  await installPackagesOnce(folder);
  const module = pathToFileURL(path.join(folder, "node_modules/@xdevplatform/xdk/dist/index.js")).href;
  const { Client } = (await import(module)) as { Client: new (options: object) => XClient };
  peer = await startPeerProcess(new URL("./testing/peer.ts", import.meta.url));
  given = await peer.command("token");
  official = new Client({ accessToken: given.access_token, baseUrl: peer.url });
}, 120_000);
afterAll(() => peer.stop());

function open() {
  const secret: AccountSecret = { access: given.access_token, refresh: null, accessEndsAt: null, more: {} };
  const account = { channelId: "c", username: "ada", remoteId: given.userId, host: peer.url, reportedLimits: {} };
  const bytes = new Map(images.map(({ fileName }) => [fileName, getImageBytes(fileName)]));
  const reach = createTestIo({ platform: x, account, secret, allow: [peer.hostPort], images: bytes });
  return { connector: x.connector, account, io: reach.io } as Parameters<typeof createPart>[0];
}
const never = () => new AbortController().signal;
async function remove(id: string): Promise<void> {
  const ours = open();
  if (ours.connector.remove.can) await ours.connector.remove.run(id, ours.account, ours.io(never()));
}

/** Reads the last request as X would: what it asks for, who asks, and its JSON. */
async function readLast(route?: string) {
  const log = await peer.log();
  const last = log.findLast((one) => route === undefined || one.route === route);
  const url = new URL(last?.path ?? "", peer.url);
  return {
    route: last?.route,
    path: url.pathname,
    query: Object.fromEntries([...url.searchParams].toSorted()),
    authorization: last?.headers["authorization"],
    body: last?.body ? JSON.parse(last.body) : null,
  };
}

test("X's own client sends a text, a reply and their deletion as we do", async () => {
  const ours = open();
  const first = await publishPart(ours, createPart(ours, "One text & <more> 日本"));
  const text = await readLast();
  await remove(first.remoteId);
  const { data } = await official.posts.create({ text: "One text & <more> 日本" });
  expect(text).toEqual(await readLast());
  const reply = createPart(ours, "A reply", { number: 2, count: 2, root: data.id, parent: data.id });
  const { remoteId } = await publishPart(ours, reply);
  const asked = await readLast();
  await remove(remoteId);
  const deleted = await readLast();
  await official.posts.delete(remoteId).catch(() => undefined);
  expect(deleted).toEqual(await readLast());
  await official.posts.create({ text: "A reply", reply: { inReplyToTweetId: data.id } });
  expect(asked).toEqual(await readLast());
});

test("X's own client describes an image and posts it as we do", async () => {
  const ours = open();
  const one = createPart(ours, "With an image", { images: images.slice(0, 1) });
  await publishPart(ours, one);
  const [post, metadata] = [await readLast("POST /2/tweets"), await readLast("POST /2/media/metadata")];
  const [id] = post.body.media.media_ids;
  await official.media.createMetadata({ id, metadata: { altText: { text: "One" } } });
  expect(metadata).toEqual(await readLast());
  await official.posts.create({ text: "With an image", media: { mediaIds: [id] } }).catch(() => undefined);
  expect(post).toEqual(await readLast());
});

test("X's own client reads the account as we do", async () => {
  const ours = open();
  await x.profile(ours.account, ours.io(never()));
  const profile = await readLast();
  await official.users.getMe({ userFields: profile.query["user.fields"]?.split(",") });
  expect(profile).toEqual(await readLast());
});

/**
 * openapi 2.167, `POST /2/media/upload`: a form with the bytes, or JSON with base64. We send the form, which is a quarter
 * smaller; X's own client sends JSON. The fields are the same.
 */
test("an image is uploaded with the fields of X's own client, in a form in place of base64", async () => {
  const ours = open();
  await sendPart(ours, createPart(ours, "Uploaded", { images: images.slice(1, 2) }));
  const form = (await peer.log()).findLast(({ route }) => route === "POST /2/media/upload");
  const names = [...(form?.body ?? "").matchAll(/form-data; name="(\w+)"/gu)].map(([, name]) => name);
  await official.media.upload({ media: "iVBORw0KGgo=", mediaCategory: "tweet_image" }).catch(() => undefined);
  const theirs = await readLast("POST /2/media/upload");
  expect(names.toSorted()).toEqual(Object.keys(theirs.body).toSorted());
});
