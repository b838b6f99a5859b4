import { randomBytes } from "node:crypto";
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import type { OpenedSession } from "#lib/embedded-service.ts";
import { testVisitor } from "#lib/service/auth/testing/account-fixture.ts";
import type { McpFixture } from "./mcp-fixture.ts";

export const redirectUri = "http://127.0.0.1:7777/callback";

/** The official client with its stored state; performs the browser steps of its sign-in. */
export type OauthClient = {
  stored: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; authorizationUrl?: URL };
  /** Requests of the client in order, such as `POST /oauth/token 200`. */
  transcript: string[];
  /** Opens a connection. Without tokens it ends with a request to open the browser. */
  connect: () => Promise<Client | "sign in">;
  /** Does as a person who allows it on the page, and hands the answer to the client. */
  signIn: (session: OpenedSession, options?: { draftsOnly?: boolean }) => Promise<Client>;
};

/** Creates the official client as an app would, which follows what the server publishes. */
export function createOauthClient(mcp: McpFixture, metadata: { name?: string; url?: string } = {}): OauthClient {
  const stored: OauthClient["stored"] = {};
  const transcript: string[] = [];
  let discovery: OAuthDiscoveryState | undefined;
  const state = randomBytes(8).toString("hex");
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: metadata.name ?? "Test assistant", redirect_uris: [redirectUri] },
    ...(metadata.url !== undefined && { clientMetadataUrl: metadata.url }),
    state: () => state,
    clientInformation: () => stored.client,
    saveClientInformation: (client) => {
      stored.client = client;
    },
    tokens: () => stored.tokens,
    saveTokens: (tokens) => {
      stored.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      stored.authorizationUrl = url;
    },
    saveCodeVerifier: (verifier) => {
      stored.verifier = verifier;
    },
    codeVerifier: () => stored.verifier ?? "",
    saveDiscoveryState: (found) => {
      discovery = found;
    },
    discoveryState: () => discovery,
    invalidateCredentials: () => {
      delete stored.tokens;
    },
  };
  const watch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    transcript.push(`${init?.method ?? "GET"} ${url.pathname} ${response.status}`);
    return response;
  };
  const open = () =>
    new StreamableHTTPClientTransport(new URL(`${mcp.origin}/mcp`), { authProvider: provider, fetch: watch });
  const connect: OauthClient["connect"] = async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    try {
      await client.connect(open());
      return client;
    } catch (error) {
      if (error instanceof UnauthorizedError) return "sign in";
      throw error;
    }
  };
  return {
    stored,
    transcript,
    connect,
    async signIn(session, { draftsOnly = true } = {}) {
      const first = await connect();
      if (first !== "sign in") return first;
      const { search = "" } = stored.authorizationUrl ?? {};
      const allowed = await mcp.apps.allow(session, { search, draftsOnly }, testVisitor);
      if (!allowed.ok) throw new Error(allowed.error.message);
      transcript.push("a person allows it on /authorize");
      const answer = new URL(allowed.ok.url).searchParams;
      if (answer.get("state") !== state) throw new Error("The answer has another state.");
      const transport = open();
      await transport.finishAuth(answer);
      const second = await connect();
      if (second === "sign in") throw new Error("The tokens were refused.");
      return second;
    },
  };
}
