import type {
  AccountGrant,
  AccountSecret,
  ConnectProblem,
  OAuthClientIdentity,
  PlatformHttpClient,
  PlatformSignIn,
  RefreshResult,
} from "#lib/service/channels/core/platform.ts";
import { getJsonCount, getJsonText } from "#lib/service/channels/core/platform-response.ts";
import { fetchWithDpop, findAuthorizationServer, findRevocationUrl, postFormAsClient } from "./authorization-server.ts";
import { getServerLimits } from "./connector.ts";
import { createSigningKey, type SigningKey, toPublicJwk } from "./dpop.ts";
import {
  type BlueskyDirectories,
  findAccountServer,
  getJsonFields,
  invalidHandleProblem,
  parseIdentifier,
} from "./identity.ts";

/** `transition:generic` grants the permissions of an app password (atproto.com/specs/oauth, "Scopes"). */
const scope = "atproto transition:generic";
const documentPath = "/oauth/bluesky/client-metadata.json";

/** Data from the first step of a sign-in, stored with the account's credentials afterwards. */
type PendingSignIn = { dpop: SigningKey; did: string; issuer: string; tokens: string };

const isLoopback = (hostname: string) => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/**
 * Returns our client identity (atproto.com/specs/oauth, "Client ID Metadata Document"): the document's address, or on a
 * developer's machine "Localhost Client Development", whose redirect address must be an IP address instead of a host
 * name.
 */
function getOAuthClient({
  origin,
  backPath,
}: {
  origin: string;
  backPath: string;
}): OAuthClientIdentity | { missing: string } {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol === "http:" && isLoopback(hostname)) {
    const address = hostname === "localhost" ? "127.0.0.1" : hostname;
    const redirectUri = `http://${address}${port === "" ? "" : `:${port}`}${backPath}`;
    return { clientId: `http://localhost?${new URLSearchParams({ scope, redirect_uri: redirectUri })}`, redirectUri };
  }
  const isPublic = protocol === "https:" && port === "" && hostname.includes(".") && !/^[\d.]+$|^\[/u.test(hostname);
  if (!isPublic) {
    const message = `Signing in at Bluesky needs a public https address, and ${origin} is not one. You can use an app password instead.`;
    return { missing: message };
  }
  return { clientId: `${origin}${documentPath}`, redirectUri: `${origin}${backPath}` };
}

const isDescribed = (clientId: string) => !clientId.startsWith("http://localhost?");

/** Returns the application's own key if a document shows its public half. */
const keyOf = (clientId: string, key: SigningKey) => (isDescribed(clientId) ? key : null);

const createDocument: PlatformSignIn["document"]["create"] = ({ clientId, redirectUri }, { origin, key }) =>
  isDescribed(clientId)
    ? {
        client_id: clientId,
        client_name: "Postwright",
        client_uri: origin,
        application_type: "web",
        redirect_uris: [redirectUri],
        scope,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_signing_alg: "ES256",
        dpop_bound_access_tokens: true,
        jwks: { keys: [{ ...toPublicJwk(key), use: "sig", alg: "ES256" }] },
      }
    : null;

/** Creates the sign-in on the account's own server (atproto.com/specs/oauth). */
export function createOAuthSignIn(directories: BlueskyDirectories): PlatformSignIn {
  const atAccount = (problem: ConnectProblem): ConnectProblem =>
    problem.field === "handle" ? { ...problem, field: "account" } : problem;

  return {
    field: {
      name: "account",
      label: "Handle",
      help: "For example @ada.bsky.social, or a DID.",
      secret: false,
      usual: "",
    },
    instead: "Use an app password",
    requirements: [
      "A minute to approve the request on the page of the account's own server. Your password stays there, and you can withdraw access there.",
      "Postwright publishes and deletes its own posts, uploads their images, and reads the account's name and picture. Bluesky's permission for that covers more than Postwright does: it follows nobody.",
    ],
    client: getOAuthClient,
    createKey: createSigningKey,
    document: { path: documentPath, create: createDocument },

    async begin({ account, state, challenge, client, key }, net) {
      const identifier = parseIdentifier(account);
      if (identifier === null) return atAccount(invalidHandleProblem);
      const home = await findAccountServer(identifier, net, directories);
      if ("problem" in home) return atAccount(home);
      const server = await findAuthorizationServer(home.host, net);
      if ("problem" in server) return server;
      const { issuer, pages, pushes, tokens } = server;
      const dpop = createSigningKey();
      const { clientId, redirectUri } = client;
      // RFC 9126: the request's parameters go from server to server, and the browser carries only their reference.
      const fields = {
        response_type: "code",
        redirect_uri: redirectUri,
        scope,
        state,
        login_hint: identifier,
        code_challenge: challenge,
        code_challenge_method: "S256",
      };
      const asker = { clientId, key: keyOf(clientId, key), issuer };
      const answer = await postFormAsClient(asker, { url: pushes, dpop, fields, effect: "read" }, net);
      const request = answer.type === "answer" && answer.status < 300 ? getJsonText(answer.json, "request_uri") : null;
      if (request === null) return toPushProblem(answer, clientId);
      const page = new URL(pages);
      page.searchParams.set("client_id", clientId);
      page.searchParams.set("request_uri", request);
      const pending: PendingSignIn = { dpop, did: home.did, issuer, tokens };
      return { url: page.href, host: home.host, pending };
    },

    async finish({ pending, code, issuer, verifier, client, key }, net) {
      const begun = pending as PendingSignIn;
      if (issuer !== begun.issuer) {
        return { problem: "The answer came from a different server than the request. Nothing was connected." };
      }
      const { clientId, redirectUri } = client;
      const answer = await postFormAsClient(
        { clientId, key: keyOf(clientId, key), issuer },
        {
          url: begun.tokens,
          dpop: begun.dpop,
          effect: "write",
          fields: { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri },
        },
        net,
      );
      if (answer.type !== "answer")
        return { problem: `The account's server didn't answer: ${answer.why} Nothing was connected.` };
      const grant = parseTokenResponse(answer.json, begun, clientId, net.now());
      if (answer.status !== 200 || grant === null) {
        const isLate = getJsonText(answer.json, "error") === "invalid_grant";
        if (isLate) return { problem: "The sign-in expired or was already used. Start again." };
        return { problem: "The account's server gave no access. Start again." };
      }
      if ("problem" in grant) return grant;
      return await verifyGrant(grant, begun, net, directories);
    },
  };
}

function toPushProblem(answer: Awaited<ReturnType<PlatformHttpClient["fetch"]>>, clientId: string): ConnectProblem {
  if (answer.type !== "answer") return { problem: `The account's server couldn't be reached. ${answer.why}` };
  const error = getJsonText(answer.json, "error") ?? "";
  if (error.startsWith("invalid_client") && isDescribed(clientId)) {
    const problem = `The account's server couldn't read ${clientId}, which identifies Postwright. This address has to be reachable from outside. You can use an app password instead.`;
    return { problem };
  }
  if (answer.status === 429)
    return { problem: "The account's server asked us to slow down. Try again in half an hour." };
  return {
    problem: "The account's server rejected the request. Try again in a few minutes, or use an app password.",
  };
}

/**
 * Parses a token response with its account (RFC 6749 §5.1; atproto.com/specs/oauth, "Tokens and Session Lifetime");
 * null if the answer is none.
 */
function parseTokenResponse(
  json: unknown,
  { dpop, issuer, tokens }: Omit<PendingSignIn, "did">,
  client: string,
  now: Date,
): { did: string; secret: AccountSecret } | ConnectProblem | null {
  const [access, did] = [getJsonText(json, "access_token"), getJsonText(json, "sub")];
  if (access === null || did === null || getJsonText(json, "token_type")?.toLowerCase() !== "dpop") return null;
  const scopes = getJsonText(json, "scope")?.split(" ") ?? [];
  if (!scope.split(" ").every((one) => scopes.includes(one))) {
    return { problem: "Not all permissions were granted. Start again and allow everything that Postwright asks for." };
  }
  const seconds = getJsonCount(json, "expires_in");
  const accessEndsAt = seconds === null ? null : new Date(now.getTime() + seconds * 1_000).toISOString();
  const more = { dpop, issuer, tokens, client };
  return { did, secret: { access, refresh: getJsonText(json, "refresh_token"), accessEndsAt, more } };
}

/** Verifies the signed-in account: a server may speak only for accounts whose own server names it. */
async function verifyGrant(
  { did, secret }: { did: string; secret: AccountSecret },
  { issuer, dpop }: PendingSignIn,
  net: PlatformHttpClient,
  directories: BlueskyDirectories,
): Promise<AccountGrant | ConnectProblem> {
  const foreign = { problem: "That server is not responsible for the account it named. Nothing was connected." };
  const home = did.startsWith("did:") ? await findAccountServer(did, net, directories) : foreign;
  if ("problem" in home) return home;
  const server = await findAuthorizationServer(home.host, net);
  if ("problem" in server) return server;
  if (server.issuer !== issuer) return foreign;
  const url = `${home.host}/xrpc/com.atproto.server.getSession`;
  const seen = await fetchWithDpop(
    () => ({ url, method: "GET", effect: "read" }),
    { dpop, access: secret.access },
    net,
  );
  const { did: own, handle } = getJsonFields(seen);
  if (own !== did || typeof handle !== "string") {
    return { problem: "The account's server didn't name the account. Nothing was connected." };
  }
  const profile = {
    remoteId: did,
    username: handle,
    name: handle,
    avatarUrl: null,
    verified: false,
    host: home.host,
    told: getServerLimits(home.host),
  };
  return { profile, secret };
}

/** True if the account was connected on its server's own page; false for an app password. */
export const isOAuthSecret = ({ more }: AccountSecret): boolean => more["dpop"] !== undefined;

/** Refreshes the access. Each refresh token counts once (atproto.com/specs/oauth): the server refuses a used one. */
export async function refreshOAuthAccess(
  secret: AccountSecret,
  { did, key }: { did: string; key: SigningKey | null },
  net: PlatformHttpClient,
): Promise<RefreshResult> {
  const { dpop = "", issuer = "", tokens = "", client = "" } = secret.more;
  if (secret.refresh === null || (isDescribed(client) && key === null)) return { type: "refused" };
  const answer = await postFormAsClient(
    { clientId: client, key: key === null ? null : keyOf(client, key), issuer },
    { url: tokens, dpop, fields: { grant_type: "refresh_token", refresh_token: secret.refresh }, effect: "write" },
    net,
  );
  if (answer.type === "lost") return { type: "unclear" };
  if (answer.type !== "answer" || answer.status === 429) return { type: "unsent" };
  const grant =
    answer.status === 200 ? parseTokenResponse(answer.json, { dpop, issuer, tokens }, client, net.now()) : null;
  if (grant && "secret" in grant && grant.did === did) return { type: "refreshed", secret: grant.secret };
  const error = answer.status < 500 ? getJsonText(answer.json, "error") : null;
  return error !== null && deadGrant.has(error) ? { type: "refused" } : { type: "unclear" };
}

/**
 * Errors that mean a dead token (RFC 6749 §5.2). The other errors are about us: `invalid_client` comes also while the
 * server can't fetch our client document, and a refused proof may be accepted later.
 */
const deadGrant: ReadonlySet<string> = new Set(["invalid_grant", "invalid_request", "unauthorized_client"]);

/** Revokes the refresh token and all tokens that came from it (RFC 7009), at the address that the server names now. */
export async function revokeOAuthAccess(
  secret: AccountSecret,
  key: SigningKey | null,
  net: PlatformHttpClient,
): Promise<boolean> {
  const { dpop = "", issuer = "", client = "" } = secret.more;
  if (isDescribed(client) && key === null) return false;
  const url = await findRevocationUrl(issuer, net);
  if (url === null) return false;
  const answer = await postFormAsClient(
    { clientId: client, key: key === null ? null : keyOf(client, key), issuer },
    { url, dpop, fields: { token: secret.refresh ?? secret.access }, effect: "read" },
    net,
  );
  return answer.type === "answer" && answer.status === 200;
}
