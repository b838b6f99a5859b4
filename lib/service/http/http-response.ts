import type { ServerResponse } from "node:http";
import { finished, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type ErrorCode, errorStatus } from "#lib/contract/errors.ts";

/**
 * A response before it becomes a Response. `body` is JSON as text or bytes, or null for none. `stream` is text in
 * pieces, of the type that `headers` name; its reader closes the stream by `return`, also when the reader stops early.
 */
export type HttpResponse = {
  status: number;
  headers?: Record<string, string>;
  body: string | Buffer<ArrayBuffer> | null;
  stream?: AsyncIterable<string>;
};

/** Creates the error envelope. `field` is an addition to the API document and names the first wrong field. */
export function createErrorResponse(
  code: ErrorCode,
  message: string,
  more: { field?: string | undefined; headers?: Record<string, string> } = {},
): HttpResponse {
  const error = more.field === undefined ? { code, message } : { code, message, field: more.field };
  return { status: errorStatus[code], body: JSON.stringify({ error }), ...(more.headers && { headers: more.headers }) };
}

/** Returns the headers of every response: no cache may store it and no browser may guess another type. */
function getResponseHeaders(answer: HttpResponse, requestId: string): Record<string, string> {
  const headers: Record<string, string> = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    ...answer.headers,
  };
  if (answer.body !== null) headers["content-type"] = "application/json";
  return headers;
}

/** The network accepts a response with fewer bytes at once, whatever its reader does. */
const smallBytes = 64 * 1024;
/** Milliseconds after which a stream that nobody in this process has read counts as abandoned. */
const readWithinMs = 120_000;

/**
 * @param onSent called once the response is read, or will not be read
 * @param request the request of a stream: when its signal aborts, the stream is closed, also one that nobody reads. Next
 * neither reads nor cancels the body of a response whose browser has left.
 */
export function toFetchResponse(
  answer: HttpResponse,
  requestId: string,
  withBody: boolean,
  onSent = () => {},
  request?: Request,
): Response {
  if (answer.stream && withBody) {
    const source = Readable.from(answer.stream, { objectMode: false }).once("close", onSent);
    if (request) closeOnAbort(source, request);
    setTimeout(onSent, readWithinMs).unref();
    const bytes = Readable.toWeb(source) as ReadableStream<Uint8Array>;
    return new Response(bytes, { status: answer.status, headers: getResponseHeaders(answer, requestId) });
  }
  onSent();
  return new Response(withBody ? answer.body : null, {
    status: answer.status,
    headers: getResponseHeaders(answer, requestId),
  });
}

/** The listeners hold the request, because its signal stays silent once the request is garbage-collected. */
function closeOnAbort(source: Readable, request: Request): void {
  const close = () => source.destroy();
  if (request.signal.aborted) return void close();
  request.signal.addEventListener("abort", close, { once: true });
  source.once("close", () => request.signal.removeEventListener("abort", close));
}

/**
 * Writes a response straight to the socket and returns a marker that this was done. Text that goes through a Response
 * becomes a stream and is read again, which costs as much as the rest of a request.
 * @param onSent called once the response or its reader has left
 */
export function writeResponse(
  answer: HttpResponse,
  requestId: string,
  outgoing: ServerResponse,
  onSent: () => void,
): Response {
  const headers = getResponseHeaders(answer, requestId);
  if (answer.stream && outgoing.req.method !== "HEAD") {
    outgoing.writeHead(answer.status, headers);
    // An error here means that the reader left, or a fault after the first byte: both end the connection.
    pipeline(Readable.from(answer.stream, { objectMode: false }), outgoing).then(onSent, () => {
      outgoing.destroy();
      onSent();
    });
    return RESPONSE_ALREADY_SENT;
  }
  if (answer.body !== null) headers["content-length"] = String(Buffer.byteLength(answer.body));
  outgoing.writeHead(answer.status, headers);
  // Node omits the body for HEAD.
  outgoing.end(answer.body ?? undefined);
  if (outgoing.writableLength > smallBytes) finished(outgoing, onSent);
  else onSent();
  return RESPONSE_ALREADY_SENT;
}
