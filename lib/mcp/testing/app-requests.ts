import { hash, randomBytes } from "node:crypto";
import type { OpenedSession } from "#lib/embedded-service.ts";
import { testVisitor } from "#lib/service/auth/testing/account-fixture.ts";
import type { McpFixture } from "./mcp-fixture.ts";
import { redirectUri } from "./oauth-client.ts";

// Tests read responses of any shape.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Answer = { status: number; headers: Headers; body: any };
type Values = Record<string, string | undefined>;

/** Single requests of an app, so that a test can send wrong ones. */
export function createAppRequests(mcp: McpFixture) {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${mcp.origin}${path}`, { method: "POST", ...init });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const toQuery = (values: Values) =>
    new URLSearchParams(
      Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  const post = (path: string, values: Values) => send(path, { body: toQuery(values) });
  const register = (metadata: object) =>
    send("/oauth/register", { headers: { "content-type": "application/json" }, body: JSON.stringify(metadata) });
  const getClientId = async () =>
    String((await register({ client_name: "Test assistant", redirect_uris: [redirectUri] })).body.client_id);
  // Registration is limited by address, and all tests have the same address.
  let first: Promise<string> | undefined;
  /** Returns the query of a right authorization request, and the verifier of its challenge. */
  async function begin(changes: Values = {}) {
    first ??= getClientId();
    const clientId = await first;
    const verifier = randomBytes(32).toString("base64url");
    const asked = {
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: hash("sha256", verifier, "base64url"),
      code_challenge_method: "S256",
      resource: `${mcp.origin}/mcp`,
      state: "a state",
      ...changes,
    };
    return { clientId, verifier, search: `?${toQuery(asked)}` };
  }
  /** Does as a person who allows a right request. */
  async function allow(session: OpenedSession, { draftsOnly = true, changes = {} as Values } = {}) {
    const begun = await begin(changes);
    const allowed = await mcp.apps.allow(session, { search: begun.search, draftsOnly }, testVisitor);
    if (!allowed.ok) throw new Error(allowed.error.message);
    const answer = new URL(allowed.ok.url).searchParams;
    return { ...begun, url: allowed.ok.url, code: answer.get("code") ?? "" };
  }
  const redeem = (of: { clientId: string; verifier: string; code: string }, changes: Values = {}) =>
    post("/oauth/token", {
      grant_type: "authorization_code",
      code: of.code,
      client_id: of.clientId,
      redirect_uri: redirectUri,
      code_verifier: of.verifier,
      resource: `${mcp.origin}/mcp`,
      ...changes,
    });
  const refresh = (clientId: string, refreshToken: string, changes: Values = {}) =>
    post("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken, ...changes });
  /** Returns the status of a call to `/mcp` with an access token. */
  const call = async (accessToken: string) => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const response = await mcp.post(message, { authorization: `Bearer ${accessToken}` });
    await response.body?.cancel();
    return response.status;
  };
  /** Connects an app and returns its tokens. */
  async function connect(session: OpenedSession, options: { draftsOnly?: boolean } = {}) {
    const allowed = await allow(session, options);
    const { body } = await redeem(allowed);
    return { ...allowed, access: String(body.access_token), refresh: String(body.refresh_token) };
  }
  return { post, register, getClientId, begin, allow, redeem, refresh, call, connect };
}
