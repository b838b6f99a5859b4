import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { errorStatus } from "#lib/contract/errors.ts";
import { endpointExamples } from "#lib/contract/examples/endpoint-examples.ts";
import { Pagination } from "#lib/contract/resources/posts.ts";
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
    expect(bytes.length).toBeLessThan(100_000);
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
    expect(Object.values(described.components.securitySchemes)).toMatchObject([
      { type: "http", scheme: "bearer" },
      { type: "apiKey", in: "header", name: "x-api-key" },
    ]);
    expect(described.security).toEqual([{ bearer: [] }, { header: [] }]);
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
    for (const [status, response] of Object.entries(operation.responses) as [string, AnyJson][]) {
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
    const references = [...JSON.stringify(described).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, name] of references) expect(Object.keys(described.components.schemas)).toContain(name);
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
