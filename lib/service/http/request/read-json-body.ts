import { limits } from "#lib/contract/limits.ts";
import { Refusal } from "#lib/service/core/refusal.ts";

/** A body that has not arrived by then is abandoned; the connection's own time-out is longer, for uploads. */
const deadlineMs = 15_000;

/**
 * Parses the bytes of a JSON body. This costs work: the caller has its turn first.
 * @returns undefined for an empty body.
 * @throws Refusal `unsupported_media_type` or `invalid_request`.
 */
export function parseJsonBody(request: Request, bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Refusal("unsupported_media_type", "Send the body as JSON, with Content-Type: application/json.");
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal("invalid_request", "The body is not JSON in UTF-8.");
  }
}

/**
 * Reads a body of at most `bytesMax` and counts its bytes as they arrive, so that a wrong or missing Content-Length does
 * not matter. This costs next to nothing and may take long: a caller waits for its turn afterwards.
 * @throws Refusal `payload_too_large` or `invalid_request`.
 */
export async function readBody(
  request: Request,
  { bytesMax = limits.jsonBytes, waitMs = deadlineMs }: { bytesMax?: number; waitMs?: number } = {},
): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) throw createBodyTooLargeRefusal(bytesMax);
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Refusal("invalid_request", `The body did not arrive within ${waitMs / 1000} s.`));
  }, waitMs);
  try {
    for (;;) {
      const read = reader.read();
      read.catch(() => undefined);
      const { done, value } = await Promise.race([read, late.promise]);
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > bytesMax) throw createBodyTooLargeRefusal(bytesMax);
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("invalid_request", "The body is incomplete.");
  } finally {
    clearTimeout(timer);
    // The reader is released, not cancelled: cancelling would close the connection before the refusal is sent. The
    // pending read then rejects with no handler.
    late.promise.catch(() => undefined);
    reader.closed.catch(() => undefined);
    reader.releaseLock();
  }
}

function createBodyTooLargeRefusal(bytesMax: number): Refusal {
  const most = bytesMax < limits.jsonBytes ? `${bytesMax / 1024} KB` : "1 MB";
  return new Refusal("payload_too_large", `The body is larger than ${most}.`);
}
