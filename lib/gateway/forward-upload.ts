import "server-only";
import type { Result } from "#lib/contract/errors.ts";
import type { Media } from "#lib/contract/types.ts";
import { getServiceClient } from "./service-client.ts";

/** Limit in ms for one image on a slow line; the server ends a request after the same time. */
const uploadMs = 120_000;
/** Maximum `Content-Length`: an image of 10 MB and the multipart envelope around it. */
const bytesMax = 10 * 1024 * 1024 + 64 * 1024;

/** Passes an image on to the service while its bytes arrive; nothing is buffered here. */
export async function forwardUpload(request: Request): Promise<Result<Media>> {
  const contentType = request.headers.get("content-type") ?? "";
  const contentLength = request.headers.get("content-length") ?? undefined;
  if (!request.body || !contentType.startsWith("multipart/form-data")) {
    return { error: { code: "invalid_request", message: "Send one image as a form file.", status: 400 } };
  }
  if (Number(contentLength ?? 0) > bytesMax) {
    return { error: { code: "payload_too_large", message: "An image can be up to 10 MB.", status: 413 } };
  }
  const repeatKey = request.headers.get("idempotency-key") ?? undefined;
  const client = await getServiceClient();
  return client.uploadMedia(
    { body: request.body, contentType, contentLength },
    { signal: request.signal, timeoutMs: uploadMs, repeatKey },
  );
}
