import { createServer } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpEndpoint, isMcpUrl } from "#lib/mcp/mcp-endpoint.ts";
import { createResourceMetadataHandler, isResourceMetadataUrl } from "#lib/mcp/resource-metadata.ts";
import { createAllowedHosts } from "#lib/server/allowed-hosts.ts";
import { createRequestListener } from "#lib/server/request-listener.ts";
import { createServiceListener } from "#lib/server/service-listener.ts";
import type { ServiceSettings } from "#lib/service/core/context.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

/** The answer of a tool as a test reads it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read results of any shape
export type ToolAnswer = { isError: boolean; text: string; data: any };

export type McpFixture = {
  service: TestService;
  origin: string;
  /** Sends one JSON-RPC message as a program would. */
  post: (message: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** Connects the official client with a key. */
  connect: (key: string) => Promise<Client>;
  close: () => Promise<void>;
};

/** Opens the server of `/v1` and `/mcp` on a port, behind the same checks of hosts and headers as in production. */
export async function openMcpFixture(settings: Partial<ServiceSettings> = {}): Promise<McpFixture> {
  const service = await openTestService(settings);
  const mcp = createMcpEndpoint({ context: service.context, service: service.http });
  const metadata = createResourceMetadataHandler(service.context);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  const listener = createServiceListener(async (request, outgoing) => {
    if (isResourceMetadataUrl(request.url)) return metadata(request);
    return isMcpUrl(request.url) ? mcp(request) : service.http(request, outgoing);
  });
  server.on(
    "request",
    createRequestListener({
      hosts: createAllowedHosts({ publicUrl: undefined, host: "127.0.0.1", port }),
      trustProxy: false,
      dev: false,
      remote: false,
      service: () => listener,
      pages: () => null,
      docs: null,
      pageLimits: () => null,
      notReady: async () => null,
      metrics: async () => null,
    }),
  );
  const clients: Client[] = [];
  return {
    service,
    origin,
    post: (message, headers = {}) =>
      fetch(`${origin}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: typeof message === "string" ? message : JSON.stringify(message),
      }),
    async connect(key) {
      const client = new Client({ name: "test", version: "1.0.0" });
      clients.push(client);
      const requestInit = { headers: { authorization: `Bearer ${key}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      server.close();
      server.closeAllConnections();
      await service.close();
    },
  };
}

/** Calls a tool and returns its result in the form that tests read. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content as { text?: string }[];
  return { isError: result.isError === true, text: first?.text ?? "", data: result.structuredContent };
}
