import { createServer } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { EmbeddedApps } from "#lib/embedded-service.ts";
import { createMcpEndpoint, isMcpUrl } from "#lib/mcp/mcp-endpoint.ts";
import { createAllowedHosts } from "#lib/server/allowed-hosts.ts";
import { createRequestListener } from "#lib/server/request-listener.ts";
import { createServiceRequestListener } from "#lib/server/service-request-listener.ts";
import { createConnectedAppService } from "#lib/service/auth/connected-apps/connected-app-service.ts";
import type { DownloadBytes } from "#lib/service/channels/core/platform.ts";
import type { ServiceSettings } from "#lib/service/core/context.ts";
import { createOauthHandler, isOauthUrl } from "#lib/service/http/public/oauth-endpoints.ts";
import { createOauthMetadataHandler, isOauthMetadataUrl, mcpPath } from "#lib/service/http/public/oauth-metadata.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

/** The answer of a tool as a test reads it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read results of any shape
export type ToolAnswer = { isError: boolean; text: string; data: any };

export type McpFixture = {
  service: TestService;
  /** The part of the dashboard with which a person connects an app. */
  apps: EmbeddedApps;
  origin: string;
  /** Sends one JSON-RPC message as a program would. */
  post: (message: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** Connects the official client with a key. */
  connect: (key: string) => Promise<Client>;
  close: () => Promise<void>;
};

/**
 * Opens the server of `/v1`, `/mcp` and the sign-in of apps on a port, behind the same checks of hosts and headers as in
 * production.
 * @param at.isPublicOrigin true where clients follow the addresses that the server publishes about itself
 */
export async function openMcpFixture(
  settings: Partial<ServiceSettings> = {},
  at: { isPublicOrigin?: boolean; readOutside?: DownloadBytes } = {},
): Promise<McpFixture> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  const service = await openTestService({ ...settings, ...(at.isPublicOrigin && { origin }) }, at);
  const mcp = createMcpEndpoint({ context: service.context, service: service.http, turns: service.http.turns });
  const { context, http } = service;
  const resource = `${context.settings.origin}${mcpPath}`;
  const metadata = createOauthMetadataHandler(context);
  const oauth = createOauthHandler({ ...context, resource, turns: http.turns, flushKeys: http.flushKeys });
  const apps = createConnectedAppService(context, resource);
  const listener = createServiceRequestListener(async (request, outgoing) => {
    if (isOauthMetadataUrl(request.url)) return metadata(request);
    if (isOauthUrl(request.url)) return oauth(request);
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
      isSignedIn: async () => false,
      actionIds: () => null,
      notReady: async () => null,
      metrics: async () => null,
    }),
  );
  const clients: Client[] = [];
  return {
    service,
    apps,
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
