import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import type { PostwrightOptions } from "../client/src/client-options.ts";
import { type DocumentedService, startDocumentedService } from "./testing/documented-service.ts";
import { installPackedPackage, type PackedPackage } from "./testing/packed-package.ts";
import { openRunningService, type RunningService } from "./testing/running-service.ts";
import { openWebhookInbox } from "./testing/webhook-inbox.ts";

let packed: PackedPackage;
/** The package that was installed from its tarball. */
let installed: typeof import("../client/src/main.ts");
let service: RunningService;
let inbox: Awaited<ReturnType<typeof openWebhookInbox>>;
let stranger: DocumentedService;

beforeAll(async () => {
  inbox = await openWebhookInbox();
  [packed, service, stranger] = await Promise.all([
    installPackedPackage("client"),
    openRunningService([inbox.host]),
    startDocumentedService(),
  ]);
  installed = await import(
    pathToFileURL(path.join(packed.folder, "node_modules/@postwright/client/dist/main.js")).href
  );
}, 60_000);
afterAll(async () => {
  await service.close();
  await stranger.stop();
  inbox.close();
  packed.remove();
});

const clientOf = (more: Partial<PostwrightOptions> = {}) =>
  installed.createClient({ url: service.url, key: service.key, ...more });
const strangerClient = (more: Partial<PostwrightOptions> = {}) =>
  installed.createClient({ url: stranger.url, key: stranger.key, listParams: stranger.listParams, ...more });
const failureOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!installed.isPostwrightError(error)) throw new Error(`expected a PostwrightError, got ${String(error)}`);
  return error;
};
const clientOfExamples =
  'import { createClient } from "@postwright/client";\nconst client = createClient({ url: "https://a.example/v1", key: "k" });\n';
const createsOf = (text: string) => ({ text, channels: [] as string[] });
async function firstChannel() {
  const [channel] = await clientOf().channels.list();
  if (!channel) throw new Error("no channel");
  return channel.id;
}
const creates = () => service.requests.filter(({ method, path: at }) => method === "POST" && at === "/v1/posts");

describe("the client from its tarball", () => {
  test("the tarball has code, types, README and licence, and no dependency", () => {
    expect(packed.files).toEqual(
      expect.arrayContaining(["dist/main.js", "dist/main.d.ts", "README.md", "LICENSE", "package.json"]),
    );
    expect(packed.files.filter((file) => !/^(dist\/|README\.md$|LICENSE$|package\.json$)/.test(file))).toEqual([]);
    const lock = JSON.parse(readFileSync(path.join(packed.folder, "package-lock.json"), "utf8"));
    expect(Object.keys(lock.packages)).toEqual(["", "node_modules/@postwright/client"]);
  });

  test("every example of the client's README compiles for a user with strict settings", async () => {
    const readme = readFileSync(path.join(packed.folder, "node_modules/@postwright/client/README.md"), "utf8");
    const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
    expect(examples.length).toBeGreaterThan(6);
    const files = examples.map((code, at) => {
      const before = code.includes("createClient({") ? "" : clientOfExamples;
      const name = `example-${at}.ts`;
      writeFileSync(path.join(packed.folder, name), `${before}${code}\nexport {};\n`);
      return name;
    });
    const tsc = path.resolve(import.meta.dirname, "../../node_modules/.bin/tsc");
    const types = path.resolve(import.meta.dirname, "../../node_modules/@types");
    const lib = ["--lib", "es2023,dom,dom.iterable,dom.asynciterable", "--typeRoots", types, "--types", "node"];
    const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", ...lib];
    const result = await promisify(execFile)(tsc, [...options, ...files], { cwd: packed.folder }).catch(
      (error) => error,
    );
    expect(result.stdout).toBe("");
  });

  test("a thread with an image is published, listed and deleted, and its upload reports progress", async () => {
    const client = clientOf();
    expect((await client.me()).membership.role).toBe("owner");
    const channels = await client.channels.list();
    const image = new Blob([new Uint8Array(await redBlue(400, 400).png({ compressionLevel: 0 }).toBuffer())], {
      type: "image/png",
    });
    const progress: number[] = [];
    const media = await client.media.upload(image, {
      name: "chart.png",
      alt: "Red and blue",
      onProgress: ({ sent }) => progress.push(sent),
    });
    expect(media).toMatchObject({ width: 400, alt: "Red and blue" });
    expect(progress.length).toBeGreaterThan(3);
    expect(progress[0]).toBe(0);
    expect(progress.slice(0, -1)).toEqual(progress.slice(0, -1).toSorted((one, other) => one - other));
    const created = await client.posts.create({
      channels: channels.map(({ id }) => id),
      thread: ["Part one of the client", "Part two"],
      media: [media.id],
    });
    expect(created).toHaveLength(channels.length);
    const done = await Promise.all(created.map(({ id }) => client.posts.waitUntilDone(id)));
    expect(done.map(({ status }) => status)).toEqual(channels.map(() => "published"));
    expect(done.every(({ published_urls }) => published_urls.length > 0)).toBe(true);
    const [first] = created;
    expect(await client.posts.delete(first?.id ?? "")).toEqual({ id: first?.id, deleted: true });
    expect(await failureOf(client.posts.get(first?.id ?? ""))).toMatchObject({ code: "not_found", status: 404 });
  });

  test("an error has a code, a status, a field and a request id", async () => {
    const error = await failureOf(clientOf().posts.create(createsOf("nowhere")));
    expect(error).toMatchObject({ code: "invalid_request", status: 400, field: "channels", mayHaveArrived: false });
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(error).toBeInstanceOf(installed.PostwrightError);
    expect(await failureOf(clientOf({ key: "pw_wrong" }).me())).toMatchObject({ code: "unauthorized", status: 401 });
  });

  test("an immediate 429 is repeated after its Retry-After with the same idempotency key", async () => {
    const channels = [await firstChannel()];
    service.requests.length = 0;
    service.faults.push({ status: 429, retryAfterSeconds: 1 });
    const [post] = await clientOf().posts.create({ channels, text: "After a pause", draft: true });
    expect(post?.status).toBe("draft");
    const [one, other, ...more] = creates();
    expect(more).toEqual([]);
    expect((other?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThan(990);
    expect(other?.idempotencyKey).toBe(one?.idempotencyKey);
    expect(one?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  });

  test("a Retry-After beyond the limit is an error that names it", async () => {
    service.faults.push({ status: 429, retryAfterSeconds: 600 });
    const error = await failureOf(clientOf().posts.create({ channels: ["a"], text: "Later" }));
    expect(error).toMatchObject({ code: "rate_limited", retryAfterSeconds: 600, mayHaveArrived: false });
  });

  test("a create whose answer is lost is repeated and creates one post", async () => {
    const channels = [await firstChannel()];
    service.requests.length = 0;
    service.faults.push("lose answer");
    const posts = await clientOf().posts.create({ channels, text: "Only once", draft: true });
    expect(posts).toHaveLength(1);
    expect(await service.countPosts("Only once")).toBe(1);
    expect(new Set(creates().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(creates()).toHaveLength(2);
  });

  test("two creates of the same post are two posts", async () => {
    const input = { channels: [await firstChannel()], text: "Twice on purpose", draft: true };
    await clientOf().posts.create(input);
    await clientOf().posts.create(input);
    expect(await service.countPosts("Twice on purpose")).toBe(2);
  });

  test("a change whose answer is lost is not repeated", async () => {
    const [post] = await clientOf().posts.create({ channels: [await firstChannel()], text: "To change", draft: true });
    service.requests.length = 0;
    service.faults.push("lose answer");
    const change = { version: post?.version ?? 0, text: "Changed" };
    const error = await failureOf(clientOf().posts.update(post?.id ?? "", change));
    expect(error).toMatchObject({ code: "lost", mayHaveArrived: true, status: null });
    expect(service.requests.filter(({ method }) => method === "PATCH")).toHaveLength(1);
  });

  test("a deletion whose answer is lost ends as deleted", async () => {
    const [post] = await clientOf().posts.create({ channels: [await firstChannel()], text: "To delete", draft: true });
    service.faults.push("lose answer");
    expect(await clientOf().posts.delete(post?.id ?? "")).toEqual({ id: post?.id, deleted: true });
  });

  test("a timeout and a signal end a call with different codes", async () => {
    service.faults.push("hang", "hang");
    const input = { channels: ["a"], text: "Nobody answers" };
    expect(await failureOf(clientOf({ retries: 0 }).posts.create(input, { timeoutMs: 100 }))).toMatchObject({
      code: "timed_out",
      mayHaveArrived: true,
    });
    const signal = AbortSignal.timeout(100);
    expect(await failureOf(clientOf().posts.create(input, { signal }))).toMatchObject({ code: "aborted" });
  });

  test("a service that nobody runs is unreachable and nothing has arrived", async () => {
    const nowhere = clientOf({ url: `http://127.0.0.1:${await findFreePort()}/v1`, retries: 1 });
    const error = await failureOf(nowhere.posts.create({ channels: ["a"], text: "Into the void" }));
    expect(error).toMatchObject({ code: "unreachable", mayHaveArrived: false });
  });

  test("a loop over all posts reads each once, also while it deletes them", async () => {
    const client = clientOf();
    const channels = [await firstChannel()];
    const texts = Array.from({ length: 8 }, (_, at) => `Paged ${at}`);
    for (const text of texts) await client.posts.create({ channels, text, draft: true });
    const query = { q: "Paged", status: ["draft" as const], limit: 3 };
    const read: string[] = [];
    for await (const post of client.posts.list({ status: ["draft"], limit: 3 })) read.push(post.posts[0]?.text ?? "");
    expect(read.filter((text) => text.startsWith("Paged"))).toEqual(texts.toReversed());
    const { data, pagination } = await client.posts.list(query).page();
    expect([data.length, pagination.total]).toEqual([3, 8]);
    for await (const post of client.posts.list({ status: ["draft"], limit: 3 })) await client.posts.delete(post.id);
    expect((await client.posts.list({ status: ["draft"] }).page()).pagination.total).toBe(0);
  });

  test("any operation can be called by its name, and a stream is opened unread", async () => {
    const client = clientOf();
    expect(await client.call("changeSettings", { zone: "Europe/Berlin" })).toMatchObject({ zone: "Europe/Berlin" });
    const response = await client.open("exportPosts", { format: "csv" });
    expect((await response.text()).split("\r\n")[0]).toMatch(/^id,status,platform,/);
  });

  test("a real delivery of a webhook is verified, and an altered, foreign or old one is refused", async () => {
    const client = clientOf();
    const webhook = await client.call("createWebhook", { url: `http://${inbox.host}/`, events: ["post.published"] });
    const [post] = await client.posts.create({ channels: [await firstChannel()], text: "Tell the receiver" });
    const { headers, body } = await inbox.next();
    const { secret } = webhook;
    const event = await installed.verifyWebhook({ secret, headers, body });
    expect(event).toMatchObject({ type: "post.published", data: { id: post?.id, status: "published" } });
    expect(event.id).toBe(headers["webhook-id"]);
    const bytes = new TextEncoder().encode(body);
    const inHeaders = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const both = [`whsec_${btoa("another secret")}`, secret];
    expect((await installed.verifyWebhook({ secret: both, headers: inHeaders, body: bytes })).id).toBe(event.id);
    const wrong = [
      { secret, headers, body: `${body} ` },
      { secret: `whsec_${btoa("another secret")}`, headers, body },
      { secret, headers: { ...headers, "webhook-id": "msg_other" }, body },
      { secret, headers: { ...headers, "webhook-timestamp": "1700000000" }, body },
      { secret, headers: {}, body },
    ];
    for (const input of wrong) {
      expect(await failureOf(installed.verifyWebhook(input))).toMatchObject({ code: "invalid_signature" });
    }
    await client.call("deleteWebhook", { id: webhook.id });
  });
});

describe("the client with a service of the eight documented endpoints", () => {
  test("posts are created, read, listed and deleted under the service's own parameter names", async () => {
    const client = strangerClient();
    expect((await client.me()).membership.role).toBe("overlord");
    const [channel] = await client.channels.list();
    const { id: media } = await client.media.upload(new Blob(["picture"], { type: "image/png" }));
    const [post] = await client.posts.create({ channels: [channel?.id ?? ""], text: "Abroad", media: [media] });
    expect(post?.status).toBe("scheduled");
    expect(await client.posts.waitUntilDone(post?.id ?? "")).toMatchObject({ status: "published" });
    const ids = (await client.posts.list({ status: ["published"], limit: 1 }).toArray()).map(({ id }) => id);
    expect(ids).toContain(post?.id);
    expect(stranger.lines.at(-1)).toMatch(/^GET \/v1\/posts\?state=published&page_size=1/);
    expect(await client.posts.delete(post?.id ?? "")).toMatchObject({ deleted: true });
    expect((await client.leaderboard())[0]?.points).toBe(180);
  });

  test.for(["cut", "500", "503", "unreadable"])(
    "a create that ends with %s is not repeated where no idempotency keys are kept",
    async (fault) => {
      const client = strangerClient();
      const before = (await client.posts.list().page()).pagination.total;
      await stranger.failCreate(fault);
      const error = await failureOf(client.posts.create({ channels: ["conn_x"], text: `Fault ${fault}` }));
      expect(error.mayHaveArrived).toBe(true);
      expect(error.message).toContain("Check before you repeat it");
      expect((await client.posts.list().page()).pagination.total).toBe(before + 1);
    },
  );
});
