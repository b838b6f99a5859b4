import type { PlatformRequest, PlatformResult } from "#lib/service/channels/core/connector.ts";
import type { ConnectProblem, PlatformHttpClient } from "#lib/service/channels/core/platform.ts";
import { getClockSkewMs, getJsonList, getJsonText, getJsonUrl } from "#lib/service/channels/core/platform-response.ts";
import { createClientAssertion, createDpopProof, parseDpopNonce, type SigningKey } from "./dpop.ts";

/** The fields that we use of "Authorization Server Metadata", atproto.com/specs/oauth. */
export type AuthorizationServer = { issuer: string; pages: string; pushes: string; tokens: string };

const strange: ConnectProblem = {
  problem: "The account's server doesn't support signing in on its own page. Use an app password.",
  field: "account",
};

/**
 * Finds the server on which the account's owner consents. The account's server names it, and both servers are read
 * (atproto.com/specs/oauth, "Identity Authentication"; RFC 9728 §3, RFC 8414 §3).
 */
export async function findAuthorizationServer(
  host: string,
  net: PlatformHttpClient,
): Promise<AuthorizationServer | ConnectProblem> {
  const read = (url: string) => net.fetch({ url, method: "GET", effect: "read" });
  const resource = await read(`${host}/.well-known/oauth-protected-resource`);
  if (resource.type !== "answer" || resource.status !== 200) return problemOf(resource);
  const [issuer, ...others] = getJsonList(resource.json, "authorization_servers") ?? [];
  // The resource must name exactly one issuer, an origin, and itself as the resource.
  if (typeof issuer !== "string" || others.length > 0 || !isOrigin(issuer)) return strange;
  if (getJsonText(resource.json, "resource") !== host) return strange;
  const answer = await read(`${issuer}/.well-known/oauth-authorization-server`);
  if (answer.type !== "answer" || answer.status !== 200) return problemOf(answer);
  const { json } = answer;
  const [pages, pushes, tokens] = ["authorization", "pushed_authorization_request", "token"].map((name) =>
    addressAt(json, `${name}_endpoint`, issuer),
  );
  if (getJsonText(json, "issuer") !== issuer || !pages || !pushes || !tokens) return strange;
  const has = (name: string, value: string) => getJsonList(json, name)?.includes(value) ?? false;
  const knows =
    has("scopes_supported", "atproto") &&
    has("dpop_signing_alg_values_supported", "ES256") &&
    has("code_challenge_methods_supported", "S256");
  return knows ? { issuer, pages, pushes, tokens } : strange;
}

/** Returns the revocation address of the server that granted access; null if it names none or does not answer. */
export async function findRevocationUrl(issuer: string, net: PlatformHttpClient): Promise<string | null> {
  const url = `${issuer}/.well-known/oauth-authorization-server`;
  const answer = await net.fetch({ url, method: "GET", effect: "read" });
  if (answer.type !== "answer" || answer.status !== 200 || getJsonText(answer.json, "issuer") !== issuer) return null;
  return addressAt(answer.json, "revocation_endpoint", issuer);
}

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

/** Returns an address to which browsers and tokens may go: https, or the very server that the guard let us read. */
function addressAt(json: unknown, name: string, issuer: string): string | null {
  const address = getJsonUrl(json, name);
  if (address === null) return null;
  const { protocol, origin } = new URL(address);
  return protocol === "https:" || origin === issuer ? address : null;
}

function problemOf(answer: PlatformResult): ConnectProblem {
  if (answer.type !== "answer") return { problem: `The account's server couldn't be reached. ${answer.why}` };
  if (answer.status >= 500) return { problem: "The account's server has a problem. Try again in a few minutes." };
  if (answer.status === 429)
    return { problem: "The account's server asked us to slow down. Try again in half an hour." };
  return strange;
}

type DpopSigner = { dpop: SigningKey; access?: string };

/**
 * Sends one request with its own DPoP proof (RFC 9449), and repeats it once if the server refused only the proof: then
 * its nonce and its time are known. Every such server demands a nonce (atproto.com/specs/oauth, "DPoP"), so the first
 * request does nothing there and its lost answer leaves nothing unclear.
 * @param createRequest gets the server's time, because the body may be signed too.
 */
export async function fetchWithDpop(
  createRequest: (now: Date) => PlatformRequest | Promise<PlatformRequest>,
  { dpop, access }: DpopSigner,
  net: PlatformHttpClient,
): Promise<PlatformResult> {
  const ask = async (nonce: string | null, ahead: number) => {
    const now = new Date(net.now().getTime() + ahead);
    const request = await createRequest(now);
    const { method, url } = request;
    const proof = await createDpopProof(dpop, { method, url, now, nonce, ...(access !== undefined && { access }) });
    const headers = {
      ...request.headers,
      ...(access !== undefined && { authorization: `DPoP ${access}` }),
      dpop: proof,
    };
    return await net.fetch({ ...request, headers, effect: nonce === null ? "read" : request.effect });
  };
  const first = await ask(null, 0);
  if (first.type !== "answer") return first;
  const { nonce, isRefused } = parseDpopNonce(first);
  return isRefused ? await ask(nonce, getClockSkewMs(first, net.now())) : first;
}

/**
 * The client that sends a request: the application, with its key if a document at one of our addresses describes it.
 */
export type ClientIdentity = { clientId: string; key: SigningKey | null; issuer: string };

/** Sends a form to an authorization server with our client identity (RFC 6749 §2.3, RFC 7523 §2.2). */
export async function postFormAsClient(
  { clientId, key, issuer }: ClientIdentity,
  request: { url: string; dpop: SigningKey; fields: Readonly<Record<string, string>>; effect: "read" | "write" },
  net: PlatformHttpClient,
): Promise<PlatformResult> {
  const createRequest = async (now: Date): Promise<PlatformRequest> => ({
    url: request.url,
    method: "POST",
    effect: request.effect,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      ...request.fields,
      client_id: clientId,
      ...(key !== null && {
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: await createClientAssertion(key, { clientId, issuer, now }),
      }),
    }).toString(),
  });
  return await fetchWithDpop(createRequest, { dpop: request.dpop }, net);
}
