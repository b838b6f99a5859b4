import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getUnreadableFields } from "#lib/contract/unreadable-fields.ts";
import { openTestService, type TestService, testOrigin } from "#lib/service/http/testing/test-service.ts";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import type { ClientOptions } from "./client-options.ts";
import { createClient, type ServiceClient } from "./create-client.ts";
import { allCapabilities, documentedCapabilities, fetchCapabilities } from "./service-capabilities.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

/** Longer than a busy machine suspends a process; a separate test covers the timeout. */
const patientMs = 15_000;
const clientOf = (more: Partial<ClientOptions> = {}) =>
  createClient({
    baseUrl: `${testOrigin}/v1`,
    key: service.org.key,
    fetch: service.http,
    timeoutMs: patientMs,
    keepsRepeats: true,
    ...more,
  });

/** Creates a client of a third-party service that answers each request by a function. */
const answering = (answer: (request: Request) => Response | Promise<Response>, keepsRepeats = false) =>
  createClient({
    keepsRepeats,
    baseUrl: "https://other.example/v1",
    key: "k",
    fetch: async (request) => answer(request),
    timeoutMs: patientMs,
  });
const json = (body: unknown, status = 200, headers = {}) => Response.json(body, { status, headers });

describe("list of another service", () => {
  const listParams = { status: "status", limit: "limit", offset: "offset" };
  const row = (id: string, status: string) => ({
    id,
    status,
    channel: "x",
    posts: [{ text: id }],
    scheduled_for: null,
  });
  const dates = {
    published_urls: [],
    error: null,
    created_at: "2026-11-28T09:00:00Z",
    updated_at: "2026-11-28T09:00:00Z",
  };
  /** Creates a client of a service that knows the parameters of `known` and ignores others. */
  const ignoring = (
    known: readonly string[],
    posts = [row("a", "published"), row("b", "scheduled"), row("c", "draft")],
  ) =>
    createClient({
      keepsRepeats: false,
      listParams,
      baseUrl: "https://other.example/v1",
      key: "k",
      timeoutMs: patientMs,
      fetch: async (request) => {
        const { searchParams } = new URL(request.url);
        const read = (name: string) => (known.includes(name) ? searchParams.get(name) : null);
        const [status, limit, offset] = [read("status"), Number(read("limit") ?? 25), Number(read("offset") ?? 0)];
        const all = posts.filter((post) => status === null || post.status === status);
        const data = all.slice(offset, offset + limit).map((post) => ({ ...post, ...dates }));
        return json({ data, pagination: { limit, offset, total: all.length } });
      },
    });
  const unknown = { error: { code: "list_parameters", isRead: true } };

  test("a service that ignores the name of the status, the page size or the skipped posts is noticed at once", async () => {
    expect(await ignoring(["limit", "offset"]).listPosts({ status: ["failed"], limit: 10 })).toMatchObject(unknown);
    expect(await ignoring(["status", "offset"]).listPosts({ limit: 1 })).toMatchObject(unknown);
    expect(await ignoring(["status", "limit"]).listPosts({ limit: 2, offset: 2 })).toMatchObject(unknown);
    const refuses = answering(() => json({ error: { code: "bad", message: "Unknown query parameter" } }, 400));
    expect((await refuses.listPosts({ limit: 2 })).error).toMatchObject({ code: "bad" });
  });

  test("a service that refuses the names says so too, and the right names give the posts", async () => {
    const options = {
      keepsRepeats: false,
      listParams,
      baseUrl: "https://other.example/v1",
      key: "k",
      timeoutMs: patientMs,
    };
    const refuses = createClient({ ...options, fetch: async () => json({ error: { code: "bad", message: "" } }, 400) });
    expect(await refuses.listPosts({ limit: 2 })).toMatchObject(unknown);
    const right = ignoring(["status", "limit", "offset"]);
    expect((await right.listPosts({ status: ["draft"], limit: 10 })).ok?.data.map(({ id }) => id)).toEqual(["c"]);
    expect((await right.listPosts({ limit: 2, offset: 2 })).ok?.data.map(({ id }) => id)).toEqual(["c"]);
  });

  test("a deletion whose answer is lost is repeated, and a post that is gone by then counts as deleted", async () => {
    let deleted = false;
    const client = answering(() => {
      if (deleted) return json({ error: { code: "not_found", message: "Post not found" } }, 404);
      deleted = true;
      throw new TypeError("fetch failed");
    });
    expect(await client.deletePost({ id: "p" })).toEqual({ ok: { id: "p", deleted: true } });
    const absent = answering(() => json({ error: { code: "not_found", message: "Post not found" } }, 404));
    expect((await absent.deletePost({ id: "p" })).error?.code).toBe("not_found");
  });
});

describe("client with the Postwright service", () => {
  test("the client has a method for every endpoint of the contract and one that opens streams", () => {
    expect(Object.keys(clientOf()).sort()).toEqual([...Object.keys(api), "open"].sort());
  });

  test("typed calls cover the whole life of a post", async () => {
    const client = clientOf();
    const channels = (await client.listChannels()).ok ?? [];
    const made = await client.createPosts({ channels: channels.map((one) => one.id), text: "Hello", draft: true });
    expect(made.ok?.map((post) => post.status)).toEqual(["draft", "draft", "draft"]);
    const [first] = made.ok ?? [];
    const id = first?.id ?? "";
    const edited = await client.changePost({ id, version: first?.version ?? 0, text: "Hello again" });
    expect(edited.ok?.posts).toEqual([{ text: "Hello again" }]);
    expect((await client.getPost({ id })).ok).toEqual(edited.ok);
    const list = await client.listPosts({ status: ["draft", "failed"], limit: 2, offset: 1 });
    expect(list.ok?.pagination).toEqual({ limit: 2, offset: 1, total: 3 });
    expect((await client.deletePost({ id })).ok).toEqual({ id, deleted: true });
    expect((await client.getPost({ id })).error).toMatchObject({ code: "not_found", status: 404 });
  });

  test("trusted answers are those that a check returns", async () => {
    const channels = (await clientOf().listChannels()).ok ?? [];
    await clientOf().createPosts({ channels: channels.map((one) => one.id), text: "Trusted", draft: true });
    const [checked, trusted] = [clientOf(), clientOf({ trustsAnswers: true })];
    const range = { from: "2027-01-01T00:00:00.000Z", to: "2027-02-01T00:00:00.000Z" };
    const reads: ((client: ServiceClient) => Promise<Result<unknown>>)[] = [
      (client) => client.getMe(),
      (client) => client.listChannels(),
      (client) => client.listChannelDetails(),
      (client) => client.listPosts({ limit: 2 }),
      (client) => client.listSubmissions({ limit: 2, offset: 0 }),
      (client) => client.countSubmissions(),
      (client) => client.listDrafts({ with_posts: "true" }),
      (client) => client.listInbox({ state: "open" }),
      (client) => client.getSettings(),
      (client) => client.getOrganization(),
      (client) => client.getStanding(),
      (client) => client.getLeaderboard({ limit: 2 }),
      (client) => client.getCalendar(range),
      (client) => client.getPost({ id: "missing" }),
    ];
    for (const read of reads) {
      const [one, other] = [await read(checked), await read(trusted)];
      expect(other.ok).toEqual(one.ok);
      expect(other.error?.code).toBe(one.error?.code);
    }
  });

  test("a trusted answer that breaks off is unreadable", async () => {
    const client = clientOf({ trustsAnswers: true, fetch: async () => new Response('{"data":[', { status: 200 }) });
    expect((await client.listChannels()).error?.code).toBe("unreadable");
  });

  test("an image is uploaded as a file or as a forwarded body", async () => {
    const bytes = await redBlue(20, 10).png().toBuffer();
    const file = new Blob([new Uint8Array(bytes)], { type: "image/png" });
    const first = await clientOf().uploadMedia({ file, name: "a.png" });
    expect(first.ok).toMatchObject({ type: "image", width: 20, height: 10, mime: "image/png" });
    const form = new FormData();
    form.set("file", file, "b.png");
    const packed = new Response(form);
    const second = await clientOf().uploadMedia({
      body: packed.body ?? new ReadableStream(),
      contentType: packed.headers.get("content-type") ?? "",
    });
    expect(second.ok?.width).toBe(20);
  });

  test("an error has a code, a message, a field and a request id", async () => {
    const { error } = await clientOf().createPosts({ channels: [], text: "x" });
    expect(error).toMatchObject({ code: "invalid_request", status: 400, field: "channels" });
    expect(error?.message).toBe("channels must have at least 1 element.");
    expect(error?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("the Postwright service offers every endpoint of the contract and the undocumented fields", async () => {
    const abilities = await fetchCapabilities({
      baseUrl: `${testOrigin}/v1`,
      fetch: service.http,
      timeoutMs: patientMs,
    });
    expect([...(abilities ?? [])].sort()).toEqual([...allCapabilities].sort());
    expect([...allCapabilities]).toEqual(expect.arrayContaining([...Object.keys(api), "NewPost.submission_id"]));
  });
});

describe("client with another service", () => {
  const post = {
    id: "7",
    status: "awaiting_review",
    channel: "myspace",
    posts: [{ text: "hi", lang: "en" }],
    scheduled_for: null,
    published_urls: [],
    error: null,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  };

  test("unknown statuses, slugs and fields are returned and invalid optional fields are dropped", async () => {
    const strange = { ...post, media: "none", attempts: null, tags: ["a"] };
    const { ok } = await answering(() => json({ data: strange, warnings: [] })).getPost({ id: "7" });
    expect(ok).toEqual({ ...post, tags: ["a"], media: undefined, attempts: undefined });
  });

  test("an unreadable field costs only itself: its row is marked, and a missing nullable field is null", async () => {
    const { created_at: _, error: __, ...less } = post;
    const odd = { ...less, scheduled_for: "soon", posts: "none", status: 7 };
    const { ok } = await answering(() => json({ data: odd })).getPost({ id: "7" });
    expect(ok).toMatchObject({ id: "7", error: null, scheduled_for: null, posts: [], status: "7" });
    expect(getUnreadableFields(ok ?? {}).toSorted()).toEqual(["created_at", "posts", "scheduled_for", "status"]);
    expect(getUnreadableFields((await answering(() => json({ data: post })).getPost({ id: "7" })).ok ?? {})).toEqual(
      [],
    );
  });

  test("a response without a row's id fails as unreadable", async () => {
    const { id: _, ...less } = post;
    const { error } = await answering(() => json({ data: less })).getPost({ id: "7" });
    expect(error?.code).toBe("unreadable");
  });

  test("rows that can't be read are left out of a list and counted, and the others stay", async () => {
    const data = [null, post, { status: "draft" }, "row"];
    const list = answering(() => json({ data, pagination: { limit: "10", offset: 0, total: 4 } }));
    const { ok } = await list.listPosts();
    expect(ok?.data.map(({ id }) => id)).toEqual([post.id]);
    expect(ok?.omitted).toBe(3);
    expect(ok?.pagination).toMatchObject({ limit: 10, total: 4 });
    const board = answering(() => json({ data: [{ membership_id: "m", name: "A", level: 1, points: "120" }, null] }));
    expect((await board.getLeaderboard()).ok).toMatchObject([{ membership_id: "m", points: 120 }]);
  });

  test.for([
    ["a page in HTML", "unreadable", new Response("<h1>Hi</h1>", { status: 200 })],
    ["an empty answer", "unreadable", new Response(null, { status: 200 })],
    ["a redirect", "unreadable", new Response(null, { status: 302, headers: { location: "https://evil.example" } })],
    ["a proxy's 502", "unavailable", new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["a 401 without envelope", "unauthorized", new Response("no", { status: 401 })],
    ["its own code", "over_quota", json({ error: { code: "over_quota", message: "Pay." } }, 402)],
  ] as const)("%s fails with code %s", async ([, code, response]) => {
    const { error } = await answering(() => response.clone()).getMe();
    expect(error).toMatchObject({ code, status: response.status });
  });

  test("Retry-After is parsed as seconds and as a date", async () => {
    const limited = (value: string) =>
      answering(() => json({ error: { code: "rate_limited", message: "" } }, 429, { "retry-after": value }));
    expect((await limited("7").getMe()).error?.retryAfterSeconds).toBe(7);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 22, 12, 0, 0, 400) });
    onTestFinished(() => void vi.useRealTimers());
    const inTen = new Date(Date.now() + 10_000).toUTCString();
    expect((await limited(inTen).getMe()).error?.retryAfterSeconds).toBe(10);
    expect((await limited("soon").getMe()).error?.retryAfterSeconds).toBeUndefined();
  });

  test("list parameters are sent under the names of the service", async () => {
    const seen: string[] = [];
    const client = createClient({
      keepsRepeats: false,
      baseUrl: "https://other.example/v1",
      key: "k",
      fetch: async (request) => {
        seen.push(request.url);
        return json({ data: [], pagination: { limit: 5, offset: 0, total: 0 } });
      },
      timeoutMs: patientMs,
      listParams: { status: "state", limit: "page_size", offset: "skip" },
    });
    await client.listPosts({ status: ["draft", "failed"], limit: 5, offset: 10 });
    expect(seen).toEqual(["https://other.example/v1/posts?state=draft&state=failed&page_size=5&skip=10"]);
  });

  test("an id is escaped in the path", async () => {
    let url = "";
    await answering((request) => {
      url = request.url;
      return json({}, 404);
    }).getPost({ id: "../me?x=1#" });
    expect(url).toBe("https://other.example/v1/posts/..%2Fme%3Fx%3D1%23");
  });

  const callsThrough = async (keepsRepeats: boolean) => {
    const calls: string[] = [];
    const down = answering((request) => {
      calls.push(`${request.method} ${request.headers.get("idempotency-key")}`);
      throw new TypeError("fetch failed");
    }, keepsRepeats);
    expect((await down.getMe()).error).toMatchObject({ code: "unreachable", status: null });
    await down.createPosts({ channels: ["a"], text: "x" });
    const create = await down.createPosts({ channels: ["a"], text: "x" }, { repeatKey: "r1" });
    await down.deletePost({ id: "1" }, { repeatKey: "r2" });
    return { calls, create: create.error?.code };
  };

  test("reads, deletions and creates with a repeat key are tried twice, other writes once", async () => {
    expect(await callsThrough(true)).toEqual({
      calls: ["GET null", "GET null", "POST null", "POST r1", "POST r1", "DELETE r2", "DELETE r2"],
      create: "unreachable",
    });
  });

  test("a create is not retried when the service does not support idempotency keys", async () => {
    expect(await callsThrough(false)).toEqual({
      calls: ["GET null", "GET null", "POST null", "POST r1", "DELETE r2", "DELETE r2"],
      create: "lost",
    });
  });

  test("a create that was never sent differs from one that may have arrived", async () => {
    const closed = (code: string) =>
      answering(() => {
        throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) });
      });
    const create = (code: string) => closed(code).createPosts({ channels: ["a"], text: "x" });
    expect((await create("ECONNREFUSED")).error?.code).toBe("unreachable");
    expect((await create("ECONNRESET")).error?.code).toBe("lost");
  });

  test("a create is retried while the first request is still in progress", async () => {
    let asked = 0;
    const twin = json({ error: { code: "conflict", message: "" } }, 409, { "retry-after": "0" });
    const client = answering(() => (++asked === 1 ? twin : json({ data: [post] }, 201)), true);
    expect((await client.createPosts({ channels: ["a"], text: "x" }, { repeatKey: "r" })).ok).toHaveLength(1);
  });

  test("a call without a response fails as timed_out and a caller can abort it earlier", async () => {
    const silent = answering(() => new Promise<Response>(() => undefined));
    const late = await silent.deletePost({ id: "1" }, { timeoutMs: 30 });
    expect(late.error).toMatchObject({ code: "timed_out", status: null });
    const gaveUp = await silent.getMe(undefined, { signal: AbortSignal.timeout(20) });
    expect(gaveUp.error?.code).toBe("aborted");
  });

  test("the time limit of a call ends with its answer", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const answer = Promise.withResolvers<Response>();
    const read = answering(() => answer.promise).getMe();
    expect(vi.getTimerCount()).toBe(1);
    answer.resolve(json({ error: { code: "forbidden", message: "No." } }, 403));
    expect((await read).error?.code).toBe("forbidden");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a read that timed out is not sent again", async () => {
    let asked = 0;
    const silent = answering(() => {
      asked += 1;
      return new Promise<Response>(() => undefined);
    });
    expect((await silent.getMe(undefined, { timeoutMs: 30 })).error?.code).toBe("timed_out");
    expect(asked).toBe(1);
  });

  test("a missing openapi.json leaves the documented endpoints and an unavailable one leaves capabilities unknown", async () => {
    const at = (response: Response) => ({
      baseUrl: "https://other.example/v1",
      fetch: async () => response.clone(),
      timeoutMs: patientMs,
    });
    const documented: EndpointName[] = [
      "getMe",
      "listChannels",
      "uploadMedia",
      "createPosts",
      "listPosts",
      "getPost",
      "deletePost",
      "getLeaderboard",
    ];
    expect([...documentedCapabilities].sort()).toEqual(documented.sort());
    expect(await fetchCapabilities(at(json({}, 404)))).toEqual(documentedCapabilities);
    expect(await fetchCapabilities(at(new Response("<html>")))).toEqual(documentedCapabilities);
    expect(await fetchCapabilities(at(json({}, 503)))).toBeNull();
    const described = {
      openapi: "3.1.0",
      paths: { "/v1/posts/{post_id}": { patch: {} }, "/posts/counts": { post: {} } },
    };
    expect((await fetchCapabilities(at(json(described))))?.has("changePost")).toBe(true);
    expect((await fetchCapabilities(at(json(described))))?.has("countPosts")).toBe(false);
    for (const components of [
      undefined,
      null,
      { schemas: 7 },
      { schemas: { NewPost: { properties: { text: {} } } } },
    ]) {
      expect(await fetchCapabilities(at(json({ paths: {}, components })))).toEqual(documentedCapabilities);
    }
    const components = { schemas: { NewPost: { properties: { submission_id: {} } }, Odd: 1 } };
    expect((await fetchCapabilities(at(json({ paths: {}, components }))))?.has("NewPost.submission_id")).toBe(true);
    const listing = (name: unknown) => json({ paths: { "/v1/posts": { get: { parameters: [{ name }] } } } });
    expect((await fetchCapabilities(at(listing("text"))))?.has("listPosts.text")).toBe(true);
    expect((await fetchCapabilities(at(listing("status"))))?.has("listPosts.text")).toBe(false);
    expect(
      (await fetchCapabilities(at(json({ paths: { "/posts": { get: { parameters: 7 } } } }))))?.has("listPosts.text"),
    ).toBe(false);
  });
});
