import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { errorStatus } from "#lib/contract/errors.ts";
import { endpointExamples } from "#lib/contract/examples/endpoint-examples.ts";
import { webhookEvents } from "#lib/contract/resources/notification-kinds.ts";
import { Pagination } from "#lib/contract/resources/posts.ts";
import { webhookMessages } from "#lib/contract/resources/webhook-messages.ts";
import { scopes } from "#lib/contract/scopes.ts";
import { routes } from "#lib/service/http/routes.ts";
import {
  type AnyJson,
  createTestRequest,
  openTestService,
  type TestService,
} from "#lib/service/http/testing/test-service.ts";

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
let service: TestService;
let described: AnyJson;
beforeAll(async () => {
  service = await openTestService();
  described = (await service.call("GET", "/v1/openapi.json")).wire;
});
afterAll(() => service.close());

const operationOf = ({ path, method }: Endpoint) => described.paths[path]?.[method.toLowerCase()];

test("each route is an endpoint of the contract or the OpenAPI description", () => {
  const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
  const served = routes.map((route) => nameOf(route.endpoint));
  expect(served.sort()).toEqual([...endpoints.map(([, endpoint]) => nameOf(endpoint)), "GET /openapi.json"].sort());
});

describe("openapi.json", () => {
  test("the description is compressed on request and an unchanged copy gets 304", async () => {
    const ask = (headers: Record<string, string>) =>
      service.http(createTestRequest("GET", "/v1/openapi.json", { headers }));
    const plain = await ask({});
    const brotli = await ask({ "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers.get("content-encoding")).toBe("br");
    const bytes = Buffer.from(await brotli.arrayBuffer());
    expect(bytes.length).toBeLessThan(60_000);
    const gzip = Buffer.from(await (await ask({ "accept-encoding": "gzip" })).arrayBuffer());
    expect(gzip.length).toBeLessThan(64_000);
    expect(brotli.headers.get("cache-control")).toBe("no-cache");
    expect(String(brotliDecompressSync(bytes))).toBe(await plain.text());
    const etag = plain.headers.get("etag") ?? "";
    const known = await ask({ "if-none-match": etag });
    expect([known.status, await known.text()]).toEqual([304, ""]);
    expect((await ask({ "if-none-match": 'W/"other"' })).status).toBe(200);
  });

  test("the description is public, is OpenAPI 3.1 and names the server URL", async () => {
    const answer = await service.call("GET", "/v1/openapi.json");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect([described.openapi, described.servers]).toEqual(["3.1.0", [{ url: "http://localhost:3000/v1" }]]);
    expect(described.components.securitySchemes).toMatchObject({
      BearerAuth: { type: "http", scheme: "bearer" },
      ApiKeyAuth: { type: "apiKey", in: "header", name: "x-api-key" },
    });
    expect(described.security).toEqual([{ BearerAuth: [] }, { ApiKeyAuth: [] }]);
    expect(described.info.version).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
  });

  test("every property and every parameter has a description", () => {
    const silent: string[] = [];
    let count = 0;
    const say = (schema: AnyJson): string | undefined =>
      schema.description ?? (schema.$ref && described.components.schemas[schema.$ref.split("/").at(-1)]?.description);
    const look = (value: AnyJson, at: string): void => {
      if (value === null || typeof value !== "object") return;
      for (const [name, one] of Object.entries(value.properties ?? {})) {
        count += 1;
        if (!say(one as AnyJson)) silent.push(`${at}.${name}`);
      }
      for (const parameter of Array.isArray(value.parameters) ? value.parameters : []) {
        count += 1;
        if (!parameter.description || parameter.example === undefined) silent.push(`${at} ${parameter.name}`);
      }
      for (const [key, one] of Object.entries(value)) {
        if (!["example", "examples", "enum"].includes(key)) look(one, `${at}.${key}`);
      }
    };
    look(described, "");
    expect(silent).toEqual([]);
    expect(count).toBeGreaterThan(1_000);
  });

  test("every pattern is one that other languages compile, and no format has a pattern beside it", () => {
    const patterns = [...JSON.stringify(described).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
      JSON.parse(text ?? '""'),
    );
    expect(patterns.length).toBeGreaterThan(3);
    // \p{…} needs a flag in JavaScript and does not exist in Python; lookbehind and named groups differ as well.
    for (const pattern of patterns) expect(pattern).not.toMatch(/\\[pP]\{|\(\?</);
  });

  test("a create with one of two texts says so in its schema, and its check takes a body without one", () => {
    const { NewPost, CheckPosts } = described.components.schemas;
    expect(NewPost.oneOf).toEqual([{ required: ["text"] }, { required: ["thread"] }]);
    expect(CheckPosts.oneOf).toBeUndefined();
    expect(NewPost.properties.scheduled_for.anyOf).toContainEqual({ type: "string", format: "date-time" });
    // A default would make generators require the field.
    expect(JSON.stringify(NewPost)).not.toContain('"default"');
  });

  test("each tag that an operation has is described, and each described tag is used", () => {
    const used = endpoints.map(([, endpoint]) => operationOf(endpoint).tags[0]);
    expect(new Set(described.tags.map((tag: { name: string }) => tag.name))).toEqual(new Set(used));
  });

  test("the webhooks section has every event that webhooks receive, each with an example of its schema", () => {
    const events = webhookEvents.filter((event) => event !== "test");
    expect(Object.keys(described.webhooks).sort()).toEqual([...events].sort());
    for (const event of events) {
      const { requestBody } = described.webhooks[event].post;
      const { schema, example } = requestBody.content["application/json"];
      expect(described.components.schemas[schema.$ref.split("/").at(-1)].additionalProperties).not.toBe(false);
      expect(webhookMessages[event].parse(example)).toEqual(example);
      expect(Object.keys(webhookMessages[event].shape.data.shape).sort()).toEqual(Object.keys(example.data).sort());
    }
  });

  test("a subset has the endpoints of one tag, or the eight main ones, and is far smaller", async () => {
    const subset = async (query: string) => (await service.call("GET", `/v1/openapi.json?${query}`)).wire;
    const idsOf = (document: AnyJson): string[] =>
      Object.values(document.paths).flatMap((path) =>
        Object.values(path as AnyJson).map((one: AnyJson) => one.operationId),
      );
    const documented = endpoints.filter(([, endpoint]) => endpoint.documented).map(([name]) => name);
    const core = await subset("core=1");
    expect(idsOf(core).sort()).toEqual(documented.sort());
    expect(JSON.stringify(core).length).toBeLessThan(60_000);
    expect(core.webhooks).toBeUndefined();
    const keys = await subset("tag=keys");
    expect(idsOf(keys).sort()).toEqual(["changeKey", "createKey", "listKeys", "revokeKey", "rotateKey"]);
    expect((await subset("tag=webhooks")).webhooks).toBeDefined();
    const wrong = await service.call("GET", "/v1/openapi.json?tag=pigeons");
    expect([wrong.status, wrong.wire.error.field]).toEqual([400, "tag"]);
  });

  test.for(endpoints)("%s lists its scope, its success and its errors, each with an example", ([, endpoint]) => {
    const operation = operationOf(endpoint);
    expect(operation["x-scope"]).toBe(endpoint.scope);
    expect(operation["x-documented"]).toBe(endpoint.documented);
    if (endpoint.scope === null) expect(operation.security).toEqual([]);
    else if (endpoint.scope !== "any") expect(operation.description).toContain(`\`${endpoint.scope}\``);
    const statuses = Object.keys(operation.responses);
    for (const code of [...endpoint.errors, "internal_error", "unavailable"] as const) {
      expect(statuses).toContain(String(errorStatus[code]));
    }
    for (const [status, given] of Object.entries(operation.responses) as [string, AnyJson][]) {
      const response = given.$ref ? described.components.responses[given.$ref.split("/").at(-1)] : given;
      const type = endpoint.stream && status === "200" ? endpoint.stream[0] : "application/json";
      const { example, schema } = response.content[type ?? ""];
      if (type === "application/json") expect(example, status).toBeDefined();
      expect(schema, status).toBeDefined();
      expect(response.headers["x-request-id"]).toBeDefined();
    }
  });

  test("request bodies reject undescribed fields and responses allow them", () => {
    const open: string[] = [];
    const look = (schema: AnyJson, at: string, isBody: boolean, seen: readonly string[] = []): void => {
      if (schema === null || typeof schema !== "object") return;
      const name = schema.$ref?.split("/").at(-1);
      if (name !== undefined) {
        if (!seen.includes(name)) look(described.components.schemas[name], name, isBody, [...seen, name]);
        return;
      }
      if (schema.properties && (schema.additionalProperties === false) !== isBody) open.push(at);
      for (const [key, one] of Object.entries(schema)) {
        if (key !== "example") look(one, `${at}.${key}`, isBody, seen);
      }
    };
    for (const [, endpoint] of endpoints) {
      const { operationId, requestBody, responses } = operationOf(endpoint);
      look(requestBody?.content, `body of ${operationId}`, true);
      look(responses, `answer of ${operationId}`, false);
    }
    expect(open).toEqual([]);
  });

  test("each reference resolves", () => {
    const references = [...JSON.stringify(described).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, sort = "", name] of references) expect(Object.keys(described.components[sort])).toContain(name);
  });

  test("the text names every scope and every error code", () => {
    for (const word of [...scopes, ...Object.keys(errorStatus)])
      expect(described.info.description).toContain(`\`${word}\``);
  });

  test("Idempotency-Key is listed exactly where it is accepted", () => {
    for (const [, endpoint] of endpoints) {
      const names = (operationOf(endpoint).parameters ?? []).map((one: { name: string }) => one.name);
      expect(names.includes("Idempotency-Key")).toBe(endpoint.repeatSafe === true);
    }
  });
});

describe("endpoint examples", () => {
  test.for(endpoints)("the examples of %s match the contract", ([name, endpoint]) => {
    const { body, answer } = endpointExamples[name];
    if (endpoint.stream) return;
    const shape = endpoint.paginated ? { data: endpoint.data, pagination: Pagination } : { data: endpoint.data };
    expect(z.object(shape).parse(answer)).toEqual(answer);
    expect(body !== undefined).toBe(endpoint.body !== undefined);
    if (endpoint.body) expect(endpoint.body.parse(body)).toEqual(body);
  });
});
