import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limits } from "#lib/contract/limits.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { redBlue } from "./testing/test-images.ts";

let service: TestService;
let images: Server;
let host = "";
let png: Buffer;
let asked: string[] = [];
let answerWith: RequestListener;

const serve: RequestListener = (request, response) => {
  const path = request.url ?? "";
  asked.push(path);
  if (path.startsWith("/moved")) return void response.writeHead(302, { location: "/a.png" }).end();
  if (path.startsWith("/gone")) return void response.writeHead(404).end();
  if (path.startsWith("/page")) return void response.writeHead(200).end("<html>not an image</html>");
  if (path.startsWith("/huge")) return void response.writeHead(200).end(Buffer.alloc(limits.imageBytes + 1, 1));
  response.writeHead(200, { "content-type": "image/png" }).end(png);
};

beforeAll(async () => {
  png = await redBlue(8, 4).png().toBuffer();
  images = createServer((request, response) => answerWith(request, response));
  await new Promise<void>((resolve) => images.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(images.address() as AddressInfo).port}`;
  service = await openTestService({ outboundAllow: new Set([host]) });
});
afterAll(async () => {
  await service.close();
  await new Promise((resolve) => images.close(resolve));
});
beforeEach(() => {
  asked = [];
  answerWith = serve;
});

const create = (
  urls: readonly string[],
  more: object = {},
  sent: { key?: string; headers?: Record<string, string> } = {},
) =>
  service.call("POST", "/v1/posts", {
    key: service.org.key,
    json: { channels: service.org.channelIds.slice(0, 1), text: "A picture", media_urls: urls, draft: true, ...more },
    ...sent,
  });
const at = (path: string) => `http://${host}${path}`;
const count = async (table: "posts" | "media") =>
  (await service.database.pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows as number;
/** Returns the number of stored files, rows of images and rows of posts. */
const readStore = async () => [
  (await service.database.pool.query("select count(distinct file_name)::int as n from media")).rows[0].n,
  await count("media"),
  await count("posts"),
];

test("images named by their address are stored and attached after those in media, in order", async () => {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(png)]), "a.png");
  const uploaded = await service.call("POST", "/v1/media", { key: service.org.key, body: form });
  const { status, wire } = await create([at("/a.png"), at("/b.png")], { media: [uploaded.wire.data.id] });
  expect(status).toBe(201);
  const [post] = wire.data;
  expect(post.media.map((one: { id: string }) => one.id)[0]).toBe(uploaded.wire.data.id);
  expect(post.media.map((one: { width: number; mime: string }) => [one.width, one.mime])).toEqual(
    Array.from({ length: 3 }, () => [8, "image/png"]),
  );
  // The stored image is ours, not the address that was named.
  for (const one of post.media) expect(one.url).toMatch(/^http:\/\/localhost:3000\/media\//);
  expect(asked).toEqual(["/a.png", "/b.png"]);
});

test.for([
  ["/gone", "The server answered with status 404."],
  ["/moved", "The address redirects. Send the final address."],
  ["/huge", "The file is larger than 10 MB."],
  ["/page", ""],
])("when the second address is %s, nothing is created and its place is named", async ([path = "", why = ""]) => {
  const before = await readStore();
  const { status, wire } = await create([at("/a.png"), at(path), at("/c.png")]);
  expect([status, wire.error.code, wire.error.field]).toEqual([400, "invalid_request", "media_urls.1"]);
  expect(wire.error.message).toContain(`The image at address 2 can't be used: ${why}`);
  expect(await readStore()).toEqual(before);
  expect(asked).not.toContain("/c.png");
});

test.for([
  ["http://127.0.0.1:9/a.png", "The address must start with https://."],
  ["https://127.0.0.1/a.png", "This address is private."],
  ["https://169.254.169.254/latest/meta-data", "This address is private."],
  ["https://[::1]/a.png", "This address is private."],
  ["file:///etc/passwd", "The address must start with https://."],
  ["https://name:word@example.org/a.png", "The address can't contain a user name or password."],
  ["a.png", "This isn't a valid address."],
])("the address %s is refused without a request", async ([url = "", why = ""]) => {
  const { status, wire } = await create([url]);
  expect([status, wire.error.field]).toEqual([400, "media_urls.0"]);
  expect(wire.error.message).toContain(why);
  expect(asked).toEqual([]);
});

test("a post that is refused afterwards leaves no image", async () => {
  const before = await readStore();
  const { status } = await create([at("/a.png")], { channels: ["unknown"] });
  expect(status).toBe(400);
  expect(asked).toEqual(["/a.png"]);
  expect(await readStore()).toEqual(before);
});

test("more than four images together, or a key without media:write, are refused before any download", async () => {
  const four = ["/1", "/2", "/3", "/4"].map(at);
  const many = await create(four, { media: [service.clock.newId()] });
  expect([many.status, many.wire.error.field]).toEqual([400, "media_urls"]);
  const { key } = await service.addMember("member", ["posts:write", "channels:read"]);
  const limited = await create([at("/a.png")], {}, { key });
  expect([limited.status, limited.wire.error.code]).toEqual([403, "forbidden"]);
  expect(limited.wire.error.message).toContain("media:write");
  expect(asked).toEqual([]);
});

test("a key that may write drafts only is refused before any download, unless it saves a draft", async () => {
  const json = { name: "Assistant", scopes: ["posts:write", "media:write"], drafts_only: true };
  const { wire } = await service.call("POST", "/v1/keys", { key: service.org.key, json });
  const key: string = wire.data.value;
  const before = await readStore();
  for (const more of [{ draft: false }, { draft: false, scheduled_for: "2030-01-01T00:00:00Z" }]) {
    const refused = await create([at("/a.png")], more, { key });
    expect([refused.status, refused.wire.error.code]).toEqual([403, "forbidden"]);
  }
  expect(asked).toEqual([]);
  expect(await readStore()).toEqual(before);
  expect((await create([at("/a.png")], {}, { key })).status).toBe(201);
});

test("a repeated request downloads nothing again, even when the address is gone", async () => {
  const headers = { "idempotency-key": "a picture once" };
  const first = await create([at("/a.png")], {}, { headers });
  answerWith = (_request, response) => void response.writeHead(404).end();
  const second = await create([at("/a.png")], {}, { headers });
  expect([first.status, second.status, second.headers.get("idempotent-replayed")]).toEqual([201, 201, "true"]);
  expect(second.wire).toEqual(first.wire);
  expect(asked).toEqual(["/a.png"]);
  const other = await create([at("/b.png")], {}, { headers });
  expect([other.status, other.wire.error.code]).toEqual([409, "conflict"]);
});

test("the quota of images counts downloads", async () => {
  const full = await openTestService({
    outboundAllow: new Set([host]),
    imageBytes: { inAll: 10, perDay: 0 },
  });
  try {
    const json = { channels: full.org.channelIds, text: "A picture", media_urls: [at("/a.png")], draft: true };
    const { status, wire } = await full.call("POST", "/v1/posts", { key: full.org.key, json });
    expect([status, wire.error.code]).toEqual([507, "quota_exceeded"]);
  } finally {
    await full.close();
  }
});
