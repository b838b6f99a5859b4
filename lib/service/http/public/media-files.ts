import type { Context } from "#lib/service/core/context.ts";
import { serveMedia } from "#lib/service/media/serve-media.ts";
import { errorAnswer, toResponse } from "#lib/service/http/http-response.ts";
import { faultAnswer } from "#lib/service/http/error-response.ts";

const base = "/media/";

/** True for the address of a stored image. */
export function isMediaFile(url: string): boolean {
  return new URL(url).pathname.startsWith(base);
}

/** Answers `GET` and `HEAD` of `/media/…`, the one part of the service outside `/v1`. It never throws. */
export function makeMediaFiles(context: Pick<Context, "media" | "log" | "clock">) {
  return async (request: Request): Promise<Response> => {
    const requestId = context.clock.newId();
    if (request.method !== "GET" && request.method !== "HEAD") {
      const refused = errorAnswer("method_not_allowed", "Images are read with GET.", {
        headers: { allow: "GET, HEAD" },
      });
      return toResponse(refused, requestId, true);
    }
    try {
      return await serveMedia(context, new URL(request.url).pathname.slice(base.length), request);
    } catch (error) {
      return toResponse(faultAnswer(error, requestId, context.log), requestId, request.method === "GET");
    }
  };
}
