import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { checkFieldNames, getLengthMax } from "./request/check-field-names.ts";
import { readBody } from "./request/read-json-body.ts";
import { createTestRequest, openTestService, type TestRequest, type TestService } from "./testing/test-service.ts";

let service: TestService;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  service = await openTestService();
  const keep = (line: Record<string, unknown>) => void lines.push(line);
  Object.assign(service.context.log, { info: keep, warn: keep, error: keep, debug: keep });
});
afterAll(() => service.close());

const asAdmin = (method: string, path: string, sent: TestRequest = {}) =>
  service.call(method, path, { key: service.org.key, ...sent });

describe("responses", () => {
  test("each response has a server-made request id, no-store and nosniff", async () => {
    const own = { headers: { "x-request-id": "mine" } };
    for (const answer of [await asAdmin("GET", "/v1/me", own), await service.call("GET", "/v1/none")]) {
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-type")).toBe("application/json");
    }
  });

  test("an unknown path gets 404 in the error envelope", async () => {
    for (const path of [
      "/v1",
      "/v1/",
      "/v1/none",
      "/v1/posts/",
      "/v1/posts/a/b",
      "/v1/me/",
      "/v2/me",
      "/v1/%E0%A4%A",
      "/v1/posts/%E0%A4%A",
    ]) {
      const { status, wire } = await asAdmin("GET", path);
      expect([path, status, wire.error.code]).toEqual([path, 404, "not_found"]);
    }
  });

  test("an unsupported method gets 405 with the supported ones in Allow", async () => {
    const { status, headers, wire } = await asAdmin("PUT", "/v1/posts");
    expect([status, wire.error.code]).toEqual([405, "method_not_allowed"]);
    expect(headers.get("allow")).toBe("POST, GET, HEAD, OPTIONS");
    expect((await asAdmin("DELETE", "/v1/me")).headers.get("allow")).toBe("GET, PATCH, HEAD, OPTIONS");
  });

  test("OPTIONS lists the methods and HEAD equals GET without a body", async () => {
    const options = await service.call("OPTIONS", "/v1/posts/1");
    expect([options.status, options.headers.get("allow"), options.text]).toEqual([
      204,
      "GET, PATCH, DELETE, HEAD, OPTIONS",
      "",
    ]);
    const head = await asAdmin("HEAD", "/v1/me");
    expect([head.status, head.text]).toEqual([200, ""]);
    expect((await service.call("HEAD", "/v1/me")).status).toBe(401);
  });

  test("no other origin may read a response", async () => {
    const { headers } = await asAdmin("GET", "/v1/me", { headers: { origin: "https://evil.example" } });
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("request bodies", () => {
  const refused = async (sent: TestRequest, status: number, message: RegExp) => {
    const answer = await asAdmin("POST", "/v1/posts", sent);
    expect(answer.status).toBe(status);
    expect(answer.wire.error.message).toMatch(message);
  };
  const json = { "content-type": "application/json" };

  test("a body that is not a UTF-8 JSON object gets 400", async () => {
    await refused({ body: "{", headers: json }, 400, /not JSON/);
    await refused({ body: new Uint8Array([0x22, 0xff, 0x22]), headers: json }, 400, /not JSON in UTF-8/);
    for (const wrong of ["[]", "7", "null", '"text"']) {
      await refused({ body: wrong, headers: json }, 400, /The body must be an object/);
    }
    await refused({}, 400, /^channels is missing\./);
  });

  test("a body of another content type gets 415", async () => {
    const body = JSON.stringify({ channels: service.org.channelIds, text: "x" });
    await refused({ body, headers: { "content-type": "text/plain" } }, 415, /application\/json/);
    await refused({ body, headers: { "content-type": "application/jsonp" } }, 415, /application\/json/);
    await refused({ body: new URLSearchParams({ text: "x" }) }, 415, /application\/json/);
    const charset = await asAdmin("POST", "/v1/posts", {
      body,
      headers: { "content-type": "Application/JSON; charset=utf-8" },
    });
    expect(charset.status).toBe(201);
  });

  test("a body of 2 MB gets 413, whatever its Content-Length", async () => {
    const big = `{"text":"${"a".repeat(2 * 1024 * 1024)}"}`;
    await refused({ body: big, headers: json }, 413, /1 MB/);
    const stream = new Blob([big]).stream();
    await refused({ body: stream, headers: { ...json, "content-length": "10" } }, 413, /1 MB/);
  });

  test("stalled and incomplete bodies are rejected", async () => {
    const stalled = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) });
    await expect(
      readBody(createTestRequest("POST", "/v1/posts", { body: stalled, headers: json }), { waitMs: 20 }),
    ).rejects.toMatchObject({
      code: "invalid_request",
      message: "The body did not arrive within 0.02 s.",
    });
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    await refused({ body: broken, headers: json }, 400, /body is incomplete/);
  });

  test("a list that is too long is refused before any of its elements is read", async () => {
    let read = 0;
    const count = () => {
      read += 1;
      return [];
    };
    const element = new Proxy({}, { get: count, ownKeys: count });
    const channels = Array.from({ length: 51 }, () => element);
    const schema = api.createPosts.body;
    expect(() => checkFieldNames(schema, { text: "a", channels })).toThrow("channels must have at most 50 elements.");
    expect(read).toBe(0);
    const json = { text: "a", channels: Array.from({ length: 200_000 }, () => "x") };
    for (const path of ["/v1/posts", "/v1/posts/check"]) {
      const { status, wire } = await asAdmin("POST", path, { json });
      expect([status, wire.error.field]).toEqual([400, "channels"]);
    }
  });

  test("every list in a body of the contract has a greatest length", () => {
    const endless = Object.entries(api as Record<string, Endpoint>).flatMap(([name, { body }]) =>
      body ? listEndlessLists(body).map((path) => `${name}: ${path}`) : [],
    );
    expect(endless).toEqual([]);
    expect(listEndlessLists(z.object({ a: z.array(z.object({ b: z.array(z.string()).nullish() })).max(2) }))).toEqual([
      "a.[].b",
    ]);
  });

  test("a refused body has had its caller's turn, and its work counts for them", async () => {
    const taken: string[] = [];
    const { turns } = service.http;
    const take = vi.spyOn(turns, "take");
    onTestFinished(() => take.mockRestore());
    take.mockImplementation(async (name, kind) => {
      taken.push(`${name} ${kind}`);
      return {
        endWork: () => void taken.push("ended"),
        resume: async () => {},
        release: () => void taken.push("released"),
      };
    });
    expect((await asAdmin("POST", "/v1/posts", { body: "{", headers: json })).status).toBe(400);
    expect(taken).toEqual([`${service.org.memberId} keys requests`, "ended", "released"]);
  });

  test("a body nested 100,000 levels deep or with __proto__ does no harm", async () => {
    const deep = (name: string) =>
      `{"channels":["x"],"text":"a","${name}":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    await refused({ body: deep("more"), headers: json }, 400, /no field more/);
    await refused({ body: deep("media"), headers: json }, 400, /media\.0 must be text/);
    const body = `{"__proto__":{"draft":true,"text":"p"},"constructor":{"prototype":{"draft":true}},"channels":${JSON.stringify(service.org.channelIds)}}`;
    await refused({ body, headers: json }, 400, /no field __proto__/);
    expect(({} as Record<string, unknown>)["draft"]).toBeUndefined();
  });
});

describe("query parameters", () => {
  test.for([
    ["limit=0", "limit must be at least 1."],
    ["limit=101", "limit must be at most 100."],
    ["limit=-1", "limit must be a whole number."],
    ["limit=NaN", "limit must be a whole number."],
    ["limit=", "limit must be a whole number."],
    ["limit=1.5", "limit must be a whole number."],
    ["limit=1e1", "limit must be a whole number."],
    ["limit=2&limit=3", "limit can be given only once."],
    ["offset=-1", "offset must be a whole number."],
    ["offset=1000001", "offset must be at most 1000000."],
    ["offset=99999999999999999999", "offset must be a whole number."],
    ["status=gone", "status.0 must be one of draft, scheduled, publishing, published, failed, unconfirmed, canceled."],
    [
      "status=draft&status=",
      "status.1 must be one of draft, scheduled, publishing, published, failed, unconfirmed, canceled.",
    ],
  ])("the query %s gets 400", async ([query, message]) => {
    const { status, wire } = await asAdmin("GET", `/v1/posts?${query}`);
    expect([status, wire.error.code, wire.error.message]).toEqual([400, "invalid_request", message]);
  });

  test("omitted parameters have defaults", async () => {
    const { wire } = await asAdmin("GET", "/v1/posts");
    expect(wire.pagination).toMatchObject({ limit: 20, offset: 0 });
  });
});

describe("request log", () => {
  test("each request logs one line without its content", async () => {
    lines.length = 0;
    const secret = "very-secret-words";
    await asAdmin("POST", `/v1/posts?note=${secret}`, { json: { [secret]: secret } });
    const refused = lines.pop();
    expect([refused?.["status"], JSON.stringify(refused).includes(secret)]).toEqual([400, false]);
    const answer = await asAdmin("POST", "/v1/posts", {
      json: { channels: service.org.channelIds, text: secret },
      headers: { cookie: secret, "user-agent": secret },
    });
    await asAdmin("GET", `/v1/posts/${secret}`);
    await service.call("GET", `/v1/${secret}`, { key: secret });
    expect(lines[0]).toEqual({
      requestId: answer.headers.get("x-request-id"),
      method: "POST",
      route: "/posts",
      status: 201,
      ms: expect.any(Number),
      keyId: service.org.keyId,
    });
    expect(lines.map((line) => [line["route"], line["status"]])).toEqual([
      ["/posts", 201],
      ["/posts/{id}", 404],
      [null, 404],
    ]);
    expect(JSON.stringify(lines)).not.toContain(secret);
    expect(JSON.stringify(lines)).not.toContain(service.org.key);
  });

  test("the log has the details of a failure that its response omits", async () => {
    lines.length = 0;
    await service.database.pool.query("alter table post_counts rename to elsewhere");
    const { status, wire, headers } = await asAdmin("GET", "/v1/posts/counts");
    await service.database.pool.query("alter table elsewhere rename to post_counts");
    expect([status, wire]).toEqual([
      500,
      { error: { code: "internal_error", message: "Something went wrong on the server." } },
    ]);
    const error = lines.find((line) => line["err"]);
    expect(error?.["requestId"]).toBe(headers.get("x-request-id"));
  });
});

describe("database outage", () => {
  test("a request gets 503 with Retry-After and no internal details", async () => {
    const away = await openTestService();
    await away.http.close();
    const { host } = away.database.connection;
    away.database.pool.options.host = `${host}-gone`;
    await away.database.pool.query("select pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
    const answer = await away.call("GET", "/v1/me", { key: away.org.key });
    expect([answer.status, answer.wire.error.code, answer.headers.get("retry-after")]).toEqual([
      503,
      "unavailable",
      "1",
    ]);
    expect(answer.text).not.toMatch(/postgres|socket|ENOENT|gone/i);
    away.database.pool.options.host = host;
    await away.close();
  });
});

/** Lists the paths of lists without a greatest length. */
function listEndlessLists(schema: z.core.$ZodType, path: readonly string[] = []): string[] {
  const { def } = schema._zod;
  if ("innerType" in def) return listEndlessLists(def.innerType as z.core.$ZodType, path);
  if (def.type === "pipe") return listEndlessLists((def as z.core.$ZodPipeDef).in, path);
  if (def.type === "object") {
    const { shape } = def as z.core.$ZodObjectDef;
    return Object.entries(shape).flatMap(([name, inner]) => listEndlessLists(inner, [...path, name]));
  }
  if (def.type === "record") return listEndlessLists((def as z.core.$ZodRecordDef).valueType, [...path, "{}"]);
  if (def.type !== "array") return [];
  const inside = listEndlessLists((def as z.core.$ZodArrayDef).element, [...path, "[]"]);
  return getLengthMax(schema) === Number.POSITIVE_INFINITY ? [path.join("."), ...inside] : inside;
}
