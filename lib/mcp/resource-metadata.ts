import { scopes } from "#lib/contract/scopes.ts";
import type { Context } from "#lib/service/core/context.ts";
import { createErrorResponse, toFetchResponse } from "#lib/service/http/http-response.ts";

const wellKnown = "/.well-known/oauth-protected-resource";
/** The path of the MCP server. */
export const mcpPath = "/mcp";

/** Returns the address of the MCP server's metadata: the well-known path stands before its own (RFC 9728, section 3.1). */
export function getResourceMetadataUrl(origin: string): string {
  return `${origin}${wellKnown}${mcpPath}`;
}

/** Returns true for the address of the metadata. */
export function isResourceMetadataUrl(url: string): boolean {
  return url.includes(wellKnown) && new URL(url).pathname === `${wellKnown}${mcpPath}`;
}

/** Creates the handler of the protected-resource metadata (RFC 9728): where the MCP server is and how it is called. */
export function createResourceMetadataHandler({ clock, settings }: Pick<Context, "clock" | "settings">) {
  return (request: Request): Response => {
    const withBody = request.method !== "HEAD";
    if (withBody && request.method !== "GET") {
      const more = { headers: { allow: "GET, HEAD" } };
      const refused = createErrorResponse("method_not_allowed", "Use GET to read this document.", more);
      return toFetchResponse(refused, clock.newId(), true);
    }
    const document = {
      resource: `${settings.origin}${mcpPath}`,
      resource_name: "Postwright",
      bearer_methods_supported: ["header"],
      scopes_supported: scopes,
      resource_documentation: `${settings.origin}/docs`,
    };
    // Pages of other sites may read it: an assistant that runs in a browser looks for it.
    const headers = { "access-control-allow-origin": "*" };
    return toFetchResponse({ status: 200, headers, body: JSON.stringify(document) }, clock.newId(), withBody);
  };
}
