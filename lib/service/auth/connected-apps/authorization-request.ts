import { connectedAppScopes, type Scope } from "#lib/contract/scopes.ts";
import type { AppClient, FindAppClient } from "./app-clients.ts";
import { isRegisteredRedirectUri } from "./redirect-uri.ts";

/** An app's request to be connected, checked. */
export type AuthorizationRequest = {
  type: "request";
  client: AppClient;
  redirectUri: string;
  /** BASE64URL(SHA-256(verifier)), 43 characters (RFC 7636, section 4.2). */
  codeChallenge: string;
  scopes: readonly Scope[];
  state: string | null;
};
type CheckedRequest =
  | AuthorizationRequest
  /** The app may be told: its redirect address is its own. */
  | { type: "invalid"; message: string; redirectUri: string; returnUrl: string }
  /** Nothing may be sent to an address that no known app registered (RFC 6749, section 4.1.2.1). */
  | { type: "refused"; message: string };

type CheckDeps = { findClient: FindAppClient; issuer: string; resource: string };

/** A longer request would not fit into the address that sign-in returns to. */
const searchCharacters = 1_800;
const challengeForm = /^[A-Za-z0-9_-]{43}$/;
const singleNames = ["client_id", "redirect_uri", "response_type", "code_challenge", "code_challenge_method"] as const;
const optionalNames = ["state", "scope"] as const;

/**
 * Checks the query of an authorization request (OAuth 2.1, section 4.1.1): a known app, one of its own redirect addresses
 * exactly, a code with PKCE by S256 only, and no other resource than this server's `/mcp` (RFC 8707).
 */
export async function checkAuthorizationRequest(search: string, deps: CheckDeps): Promise<CheckedRequest> {
  if (search.length > searchCharacters) return refuse("The app's request is too long.");
  const asked = new URLSearchParams(search);
  // RFC 6749, section 3.1: a parameter that comes twice is an error.
  if ([...singleNames, ...optionalNames].some((name) => asked.getAll(name).length > 1))
    return refuse("The app's request names a parameter twice.");
  const client = await deps.findClient(asked.get("client_id") ?? "");
  if (!client) {
    return refuse("This server doesn't know the app. Remove Postwright from the app, add it again and sign in.");
  }
  const redirectUri = asked.get("redirect_uri") ?? "";
  if (!isRegisteredRedirectUri(client.redirectUris, redirectUri))
    return refuse(
      "The app asks to return to an address that it didn't register. Remove Postwright from the app, add it again and sign in.",
    );
  const state = asked.get("state");
  const invalid = (error: string, message: string): CheckedRequest => ({
    type: "invalid",
    message,
    redirectUri,
    returnUrl: getReturnUrl(deps.issuer, { redirectUri, state }, { error }),
  });
  if (asked.get("response_type") !== "code")
    return invalid("unsupported_response_type", "The app must ask for a code.");
  const codeChallenge = asked.get("code_challenge") ?? "";
  if (asked.get("code_challenge_method") !== "S256" || !challengeForm.test(codeChallenge))
    return invalid("invalid_request", "The app must protect its request by PKCE with S256.");
  if (!asked.getAll("resource").every((one) => isSameResource(one, deps.resource)))
    return invalid("invalid_target", "The app asks for access to another server.");
  const scopes = chooseScopes(asked.get("scope"));
  if (scopes.length === 0) return invalid("invalid_scope", "The app asks for no access that an app can have.");
  return { type: "request", client, redirectUri, codeChallenge, scopes, state };
}

const refuse = (message: string): CheckedRequest => ({ type: "refused", message });

/** Compares a resource with our own. Upper case in scheme and host is accepted, as the MCP specification asks. */
export function isSameResource(asked: string, own: string): boolean {
  return URL.parse(asked)?.href === own;
}

/** Returns the scopes that an app asks for and may have; all of them if it asks for none (RFC 6749, section 3.3). */
function chooseScopes(asked: string | null): readonly Scope[] {
  const named = asked?.split(" ").filter(Boolean) ?? [];
  return named.length === 0 ? connectedAppScopes : connectedAppScopes.filter((scope) => named.includes(scope));
}

/**
 * Returns the address that answers the app. `state` returns unchanged, and `iss` says who answers (RFC 9207). The redirect
 * address is not parsed and written again, so it stays exactly as registered.
 */
export function getReturnUrl(
  issuer: string,
  { redirectUri, state }: { redirectUri: string; state: string | null },
  answer: { code: string } | { error: string },
): string {
  const query = new URLSearchParams({ ...answer, ...(state !== null && { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query}`;
}
