import { connectedAppScopes } from "#lib/contract/scopes.ts";
import { isSecureOrigin } from "#lib/service/auth/connected-apps/redirect-uri.ts";
import type { Context } from "#lib/service/core/context.ts";
import { createErrorResponse, toFetchResponse } from "#lib/service/http/http-response.ts";
import { oauthPaths } from "./oauth-endpoints.ts";

const resourcePath = "/.well-known/oauth-protected-resource";
const serverPath = "/.well-known/oauth-authorization-server";
/** The path of the MCP server. */
export const mcpPath = "/mcp";

/** Returns the address of the MCP server's metadata: the well-known path stands before its own (RFC 9728, section 3.1). */
export function getResourceMetadataUrl(origin: string): string {
  return `${origin}${resourcePath}${mcpPath}`;
}

/**
 * Returns the document of a path. The MCP server is the only resource, so the path without its suffix has the same
 * document; clients try it second. On plain http no token may travel, so there is no authorization server.
 */
function getDocument(origin: string, path: string): object | null {
  const withSignIn = isSecureOrigin(origin);
  if (path === resourcePath || path === `${resourcePath}${mcpPath}`) return getResourceMetadata(origin, withSignIn);
  return path === serverPath && withSignIn ? getServerMetadata(origin) : null;
}

/** The protected-resource metadata (RFC 9728, section 2): where the MCP server is and how it is called. */
const getResourceMetadata = (origin: string, withSignIn: boolean) => ({
  resource: `${origin}${mcpPath}`,
  resource_name: "Postwright",
  ...(withSignIn && { authorization_servers: [origin] }),
  bearer_methods_supported: ["header"],
  scopes_supported: connectedAppScopes,
  resource_documentation: `${origin}/docs`,
});

/** The authorization-server metadata (RFC 8414, section 2). The issuer has no path and no slash at its end. */
const getServerMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}${oauthPaths.token}`,
  registration_endpoint: `${origin}${oauthPaths.register}`,
  revocation_endpoint: `${origin}${oauthPaths.revoke}`,
  scopes_supported: connectedAppScopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  // Apps are public clients: a secret that every copy of a program has is none.
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${origin}/docs`,
});

/** Returns true for the address of a metadata document. */
export function isOauthMetadataUrl(url: string): boolean {
  return url.includes("/.well-known/oauth-");
}

/** Creates the handler of both metadata documents. */
export function createOauthMetadataHandler({ clock, settings }: Pick<Context, "clock" | "settings">) {
  return (request: Request): Response => {
    const withBody = request.method !== "HEAD";
    const refuse = (code: "not_found" | "method_not_allowed", message: string) => {
      const more = code === "method_not_allowed" ? { headers: { allow: "GET, HEAD" } } : {};
      return toFetchResponse(createErrorResponse(code, message, more), clock.newId(), true);
    };
    if (withBody && request.method !== "GET") return refuse("method_not_allowed", "Use GET to read this document.");
    const document = getDocument(settings.origin, new URL(request.url).pathname);
    if (!document) return refuse("not_found", "There is nothing at this address.");
    // Pages of other sites may read it: an assistant that runs in a browser looks for it.
    const headers = { "access-control-allow-origin": "*" };
    return toFetchResponse({ status: 200, headers, body: JSON.stringify(document) }, clock.newId(), withBody);
  };
}
