import { addressProofPath, answerAddressProof } from "#lib/service/channels/connect/image-address.ts";
import type { Context } from "#lib/service/core/context.ts";
import { toErrorResponse } from "#lib/service/http/error-response.ts";
import { createErrorResponse, toFetchResponse } from "#lib/service/http/http-response.ts";
import { serveMedia } from "#lib/service/media/serve-media.ts";

const base = "/media/";

export function isMediaFileUrl(url: string): boolean {
  return new URL(url).pathname.startsWith(base);
}

/** Creates the handler of `GET` and `HEAD` for `/media/…`. The handler never throws. */
export function createMediaFileHandler(context: Pick<Context, "media" | "log" | "clock" | "sealer">) {
  return async (request: Request): Promise<Response> => {
    const requestId = context.clock.newId();
    if (request.method !== "GET" && request.method !== "HEAD") {
      const refused = createErrorResponse("method_not_allowed", "Use GET to read an image.", {
        headers: { allow: "GET, HEAD" },
      });
      return toFetchResponse(refused, requestId, true);
    }
    const { pathname } = new URL(request.url);
    const proof = pathname.startsWith(addressProofPath)
      ? answerAddressProof(context, pathname.slice(addressProofPath.length))
      : null;
    if (proof !== null) return new Response(proof, { headers: { "cache-control": "no-store" } });
    try {
      return await serveMedia(context, pathname.slice(base.length), request);
    } catch (error) {
      return toFetchResponse(toErrorResponse(error, requestId, context.log), requestId, request.method === "GET");
    }
  };
}
