import { Readable } from "node:stream";
import type { Context } from "#lib/service/core/context.ts";
import { getFileNameMime } from "./storage/file-name.ts";
import { toStoreRefusal } from "./storage/to-store-refusal.ts";

/**
 * Responds to GET and HEAD of `/media/{fileName}` without a key: platforms load these URLs too, and the names are
 * unguessable. A malformed name is 404 without access to the store.
 * @throws Refusal `unavailable` when the store can't be read.
 */
export async function serveMedia(
  context: Pick<Context, "media" | "log">,
  fileName: string,
  request: Request,
): Promise<Response> {
  const mime = getFileNameMime(fileName);
  if (!mime) return notFound();
  const headers: Record<string, string> = {
    "content-type": mime,
    "cache-control": "public, max-age=31536000, immutable",
    "content-disposition": "inline",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
    // A name has only one content ever, so the name is the content's tag.
    etag: `"${fileName}"`,
  };
  const found = await context.media.get(fileName).catch((error: unknown) => {
    throw toStoreRefusal(context.log, "read", error);
  });
  if (!found) return notFound();
  if (hasTag(request, headers["etag"] ?? "")) {
    found.stream.destroy();
    return new Response(null, { status: 304, headers });
  }
  headers["content-length"] = String(found.sizeBytes);
  if (request.method === "HEAD") {
    found.stream.destroy();
    return new Response(null, { status: 200, headers });
  }
  return new Response(Readable.toWeb(found.stream) as ReadableStream<Uint8Array>, { status: 200, headers });
}

function hasTag(request: Request, etag: string): boolean {
  const ifNoneMatch = request.headers.get("if-none-match");
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

function notFound(): Response {
  return new Response(JSON.stringify({ error: { code: "not_found", message: "The image was not found." } }), {
    status: 404,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
