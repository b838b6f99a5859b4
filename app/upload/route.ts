import type { Failure } from "#lib/contract/errors.ts";
import { forwardUpload } from "#lib/gateway/forward-upload.ts";

const foreign: Failure = { code: "forbidden", message: "This request didn't come from Postwright.", status: 403 };

/** Streams one image on to the service. The server validates Host, so comparing Origin with Host is safe. */
export async function POST(request: Request): Promise<Response> {
  const origin = request.headers.get("origin");
  const isOwn = origin !== null && URL.canParse(origin) && new URL(origin).host === request.headers.get("host");
  const result = isOwn ? await forwardUpload(request) : { error: foreign };
  return Response.json(result, {
    status: result.error ? (result.error.status ?? 502) : 201,
    headers: { "cache-control": "no-store" },
  });
}
