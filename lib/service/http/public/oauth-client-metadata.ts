import { getClientMetadata } from "#lib/service/channels/connect/platform-sign-in.ts";
import type { Context } from "#lib/service/core/context.ts";
import { toErrorResponse } from "#lib/service/http/error-response.ts";
import { createErrorResponse, toFetchResponse } from "#lib/service/http/http-response.ts";

const clientMetadataPath = /^\/oauth\/(?<platform>[a-z]{1,40})\/client-metadata\.json$/u;

/** Returns true for the URL where a platform's servers read the client metadata. */
export function isClientMetadataUrl(url: string): boolean {
  return url.includes("/oauth/") && new URL(url).pathname.startsWith("/oauth/");
}

/**
 * Creates the handler of `GET` and `HEAD` for `/oauth/PLATFORM/client-metadata.json`, which holds the public half of
 * the app's key. The handler never throws.
 */
export function createClientMetadataHandler(
  context: Pick<Context, "appKeys" | "settings" | "platformOf" | "log" | "clock">,
) {
  return async (request: Request): Promise<Response> => {
    const requestId = context.clock.newId();
    const withBody = request.method !== "HEAD";
    if (withBody && request.method !== "GET") {
      const more = { headers: { allow: "GET, HEAD" } };
      return toFetchResponse(
        createErrorResponse("method_not_allowed", "Use GET to read this document.", more),
        requestId,
        true,
      );
    }
    try {
      const platform = clientMetadataPath.exec(new URL(request.url).pathname)?.groups?.["platform"];
      const document = platform === undefined ? null : await getClientMetadata(context, platform);
      if (!document) {
        return toFetchResponse(
          createErrorResponse("not_found", "There is nothing at this address."),
          requestId,
          withBody,
        );
      }
      return new Response(withBody ? JSON.stringify(document) : null, {
        headers: { ...headers, "x-request-id": requestId },
      });
    } catch (error) {
      return toFetchResponse(toErrorResponse(error, requestId, context.log), requestId, withBody);
    }
  };
}

const headers = {
  "content-type": "application/json",
  // Platforms' servers cache the document as they like; the document changes only with its key.
  "cache-control": "public, max-age=600",
  "access-control-allow-origin": "*",
  "x-content-type-options": "nosniff",
};
