import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPart, publishPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { bluesky } from "./platform.ts";
import { installPds } from "./testing/pds.ts";

/** The part of @atproto/api that the tests call. */
type Agent = {
  uploadBlob: (bytes: Uint8Array, options: { encoding: string }) => Promise<{ data: { blob: unknown } }>;
  com: {
    atproto: {
      repo: { createRecord: (input: object) => Promise<unknown>; deleteRecord: (input: object) => Promise<unknown> };
    };
  };
};
type RichText = { detectFacetsWithoutResolution: () => void; text: string; facets: unknown };
type AtprotoApi = {
  AtpAgent: new (options: { service: string }) => Agent & { sessionManager: { session?: object } };
  RichText: new (options: { text: string }) => RichText;
};

const did = "did:plc:abcdefghijklmnopqrstuvwx";
const cid = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
type Heard = { method: string; path: string; type: string | undefined; body: string };
const heard: Heard[] = [];
/** Records each request and answers as a server does. */
const server = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  heard.push({ method: incoming.method ?? "", path: incoming.url ?? "", type: incoming.headers["content-type"], body });
  const rkey = incoming.url?.includes("createRecord") ? JSON.parse(body).rkey : "";
  const blob = { $type: "blob", ref: { $link: cid }, mimeType: "image/jpeg", size: 3 };
  outgoing.setHeader("content-type", "application/json");
  outgoing.end(
    JSON.stringify({ uri: `at://${did}/app.bsky.feed.post/${rkey}`, cid, blob, commit: { cid, rev: "3jzfcijpj2z2a" } }),
  );
});
let host: string;
let agent: Agent;
let api: AtprotoApi;
beforeAll(async () => {
  await installPds();
  const folder = path.resolve(
    import.meta.dirname,
    "../../../../../.ci/bluesky/node_modules/@atproto/api/dist/index.js",
  );
  api = (await import(pathToFileURL(folder).href)) as AtprotoApi;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  agent = new api.AtpAgent({ service: host });
}, 300_000);
afterAll(() => new Promise((resolve) => server.close(resolve)));

function open() {
  const account = { channelId: "c", username: "ada.test", remoteId: did, host, reportedLimits: {} };
  const secret = { access: "access", refresh: null, accessEndsAt: null, more: {} };
  const images = new Map([["one.jpg", new Uint8Array([1, 2, 3])]]);
  const reach = createTestIo({ platform: bluesky, account, secret, allow: [new URL(host).host], images });
  return { connector: bluesky.connector, account, io: reach.io } as Parameters<typeof createPart>[0];
}
const readLast = () => {
  const last = heard.at(-1);
  if (!last) throw new Error("nothing was sent");
  const { body } = last;
  return { ...last, body: last.type?.includes("json") ? JSON.parse(body) : body };
};

test("Bluesky's own client creates a record as we do, with the facets that it finds itself", async () => {
  const ours = open();
  await publishPart(ours, createPart(ours, "See https://example.com/a?b=1 and #tag, 日本語 #タグ 👩‍👩‍👧 example.org"));
  const sent = readLast();
  const { repo, collection, rkey, record } = sent.body;
  const found = new api.RichText({ text: record.text });
  found.detectFacetsWithoutResolution();
  await agent.com.atproto.repo.createRecord({ repo, collection, rkey, record: { ...record, facets: found.facets } });
  const theirs = readLast();
  expect(sent.body.record.facets).toEqual(theirs.body.record.facets);
  expect(sent).toEqual(theirs);
});

test("Bluesky's own client uploads an image and embeds it as we do", async () => {
  const ours = open();
  const image = { fileName: "one.jpg", mime: "image/jpeg", width: 4, height: 3, alt: "One" };
  await publishPart(ours, createPart(ours, "An image", { images: [image] }));
  const [upload, create] = heard.slice(-2);
  const { data } = await agent.uploadBlob(new Uint8Array([1, 2, 3]), { encoding: "image/jpeg" });
  expect(upload).toEqual(heard.at(-1));
  const { record, ...at } = JSON.parse(create?.body ?? "");
  const images = [{ image: data.blob, alt: "One", aspectRatio: { width: 4, height: 3 } }];
  await agent.com.atproto.repo.createRecord({
    ...at,
    record: { ...record, embed: { $type: "app.bsky.embed.images", images } },
  });
  expect(JSON.parse(create?.body ?? "")).toEqual(readLast().body);
});

test("Bluesky's own client deletes a record as we do", async () => {
  const ours = open();
  const { remove } = ours.connector;
  if (!remove.can) return expect.fail("remove is available");
  await remove.run(`at://${did}/app.bsky.feed.post/3k`, ours.account, ours.io(new AbortController().signal));
  const sent = readLast();
  await agent.com.atproto.repo.deleteRecord({ repo: did, collection: "app.bsky.feed.post", rkey: "3k" });
  expect(sent).toEqual(readLast());
});
