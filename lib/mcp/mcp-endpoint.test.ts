import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { generateApiKey } from "#lib/service/api-keys/api-key-token.ts";
import { type McpFixture, openMcpFixture } from "./testing/mcp-fixture.ts";

let mcp: McpFixture;
let headers: Record<string, string>;
beforeAll(async () => {
  mcp = await openMcpFixture();
  headers = { authorization: `Bearer ${mcp.service.org.key}` };
});
afterAll(() => mcp.close());

const request = (method: string, params: Record<string, unknown> = {}, id: number | string = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const initialize = (protocolVersion: string) =>
  request("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "plain", version: "1" } });
const modern = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "plain", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

describe("the MCP server for a client that keeps to the specification's text", () => {
  test("a client of 2025 initializes, gets no session, and gets JSON", async () => {
    const response = await mcp.post(initialize("2025-06-18"), headers);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(response.headers.get("mcp-session-id")).toBeNull();
    const { result } = (await response.json()) as { result: Record<string, unknown> };
    expect(result).toMatchObject({ protocolVersion: "2025-06-18", serverInfo: { name: "postwright" } });
    expect(result["capabilities"]).toEqual({ tools: { listChanged: false } });
    const told = await mcp.post({ jsonrpc: "2.0", method: "notifications/initialized" }, headers);
    expect([told.status, await told.text()]).toEqual([202, ""]);
    const version = { ...headers, "mcp-protocol-version": "2025-06-18" };
    const called = await mcp.post(request("tools/call", { name: "list_channels", arguments: {} }, "a"), version);
    const { id, result: tool } = (await called.json()) as {
      id: string;
      result: { structuredContent: { channels: [] } };
    };
    expect(id).toBe("a");
    expect(tool.structuredContent.channels).toHaveLength(mcp.service.org.channelIds.length);
  });

  test("a client of 2026-07-28 calls without initializing", async () => {
    const named = {
      ...headers,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "who_am_i",
    };
    const response = await mcp.post(request("tools/call", { name: "who_am_i", arguments: {}, ...modern }), named);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    const { result } = (await response.json()) as { result: { structuredContent: { org: { name: string } } } };
    expect(result.structuredContent.org.name).toBe("Analytical Engines");
  });

  test("no stream is opened for changes that never come", async () => {
    const params = { notifications: { toolsListChanged: true }, ...modern };
    const named = { ...headers, "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" };
    const response = await mcp.post(request("subscriptions/listen", params), named);
    expect(((await response.json()) as { error?: unknown }).error).toBeDefined();
  });

  test("an unknown tool, an unknown method and a message that is none are errors of the protocol", async () => {
    const ask = async (message: unknown) =>
      (await (await mcp.post(message, headers)).json()) as { error: { code: number } };
    expect((await ask(request("tools/call", { name: "publish_everything", arguments: {} }))).error.code).toBe(-32_602);
    expect((await ask(request("posts/list"))).error.code).toBe(-32_601);
    expect((await ask({ hello: "world" })).error.code).toBeLessThan(-32_000);
  });
});

describe("access to the MCP server", () => {
  test("a message is decoded in its sender's turn, which the calls that it causes don't need", async () => {
    const taken: string[] = [];
    const { turns } = mcp.service.http;
    const { take } = turns;
    const spied = vi.spyOn(turns, "take").mockImplementation((name, kind) => {
      taken.push(`${name} ${kind}`);
      return take(name, kind);
    });
    onTestFinished(() => spied.mockRestore());
    expect((await mcp.post("{", headers)).status).toBe(400);
    expect(taken.at(-1)).toBe(`${mcp.service.org.memberId} keys messages`);
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_channels", arguments: {} } };
    const answers = await Promise.all(Array.from({ length: 12 }, () => mcp.post(call, headers)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  test("a missing or wrong key gets 401 with the address of the metadata, which says how to call", async () => {
    for (const wrong of [{}, { authorization: `Bearer ${generateApiKey()}` }, { "x-api-key": "pw_no" }]) {
      const response = await mcp.post(initialize("2025-06-18"), wrong as Record<string, string>);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe(
        'Bearer resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"',
      );
      expect(await response.json()).toMatchObject({
        jsonrpc: "2.0",
        id: null,
        error: { data: { code: "unauthorized" } },
      });
    }
    const metadata = await fetch(`${mcp.origin}/.well-known/oauth-protected-resource/mcp`);
    expect(await metadata.json()).toMatchObject({
      resource: "http://localhost:3000/mcp",
      bearer_methods_supported: ["header"],
    });
    expect((await fetch(`${mcp.origin}/.well-known/oauth-protected-resource/mcp`, { method: "POST" })).status).toBe(
      405,
    );
  });

  test("x-api-key works too, and two different keys are refused", async () => {
    const { key } = mcp.service.org;
    expect((await mcp.post(initialize("2025-06-18"), { "x-api-key": key })).status).toBe(200);
    expect((await mcp.post(initialize("2025-06-18"), { ...headers, "x-api-key": generateApiKey() })).status).toBe(401);
  });

  test("a revoked key is refused at its next call", async () => {
    const member = await mcp.service.addMember("member");
    const client = await mcp.connect(member.key);
    await mcp.service.database.pool.query("update api_keys set revoked_at = now() where id = $1", [member.keyId]);
    mcp.service.http.flushKeys();
    await expect(client.listTools()).rejects.toThrow();
  });

  test("a page of another site is refused, our own page and programs are not", async () => {
    const status = async (origin: string) => (await mcp.post(initialize("2025-06-18"), { ...headers, origin })).status;
    expect(await status("http://localhost:3000")).toBe(200);
    expect(await status(mcp.origin)).toBe(200);
    for (const other of [
      "https://evil.example",
      "null",
      mcp.origin.replace("127.0.0.1", "localhost"),
      "http://127.0.0.1:1",
    ]) {
      expect([other, await status(other)]).toEqual([other, 403]);
    }
  });

  test("GET and DELETE get 405: there are no sessions and no streams", async () => {
    for (const method of ["GET", "DELETE", "PUT", "OPTIONS", "HEAD"]) {
      const response = await fetch(`${mcp.origin}/mcp`, { method, headers });
      expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, "POST"]);
    }
  });

  test("a body that is too large, no JSON or of another type is refused as on /v1", async () => {
    const large = { ...initialize("2025-06-18"), more: "x".repeat(1024 * 1024) };
    expect((await mcp.post(large, headers)).status).toBe(413);
    expect((await mcp.post("{", headers)).status).toBe(400);
    expect((await mcp.post("", headers)).status).toBe(400);
    expect((await mcp.post(initialize("2025-06-18"), { ...headers, "content-type": "text/plain" })).status).toBe(415);
  });

  test("each answer has a request id and is not stored by caches", async () => {
    const response = await mcp.post(initialize("2025-06-18"), headers);
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("a header that only the server may set does not change the caller", async () => {
    const bound = {
      key: mcp.service.org.key,
      json: { name: "Office", scopes: ["posts:read"], addresses: ["203.0.113.9"] },
    };
    const { value } = (await mcp.service.call("POST", "/v1/keys", bound)).wire.data;
    const lie = {
      authorization: `Bearer ${value}`,
      "x-postwright-address": "203.0.113.9",
      "x-postwright-on-behalf": "203.0.113.9",
    };
    expect((await mcp.post(initialize("2025-06-18"), lie)).status).toBe(401);
  });
});

test("the limit per minute counts calls of tools, and the refusal says when to try again", async () => {
  const limited = await openMcpFixture({ rateLimit: 5 });
  onTestFinished(() => limited.close());
  const key = { authorization: `Bearer ${limited.service.org.key}` };
  const call = () => limited.post(request("tools/call", { name: "list_channels", arguments: {} }), key);
  const first = await call();
  expect(first.headers.get("ratelimit-limit")).toBe("5");
  await call();
  // The fifth request of the minute identifies the caller; the tool's own is the sixth.
  const { result } = (await (await call()).json()) as { result: { isError: boolean; content: { text: string }[] } };
  expect(result.isError).toBe(true);
  expect(result.content[0]?.text).toMatch(
    /too many requests .* Nothing was changed\. Wait \d+ s, then repeat the same call/,
  );
  const refused = await call();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});
