import type { ServerResponse } from "node:http";
import { finished, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type ErrorCode, errorStatus } from "#lib/contract/errors.ts";

/**
 * What a request comes to, before it is a Response. `body` is JSON, as text or bytes, or null for none. With `stream` it is text that
 * comes piece by piece, of the type that `headers` name; whoever reads it closes it by `return`, also when it breaks off.
 */
export type HttpResponse = {
  status: number;
  headers?: Record<string, string>;
  body: string | Buffer<ArrayBuffer> | null;
  stream?: AsyncIterable<string>;
};

/** The error envelope. `field` goes beyond the document and names the first field that is wrong. */
export function createErrorResponse(
  code: ErrorCode,
  message: string,
  more: { field?: string | undefined; headers?: Record<string, string> } = {},
): HttpResponse {
  const error = more.field === undefined ? { code, message } : { code, message, field: more.field };
  return { status: errorStatus[code], body: JSON.stringify({ error }), ...(more.headers && { headers: more.headers }) };
}

/** What every answer carries: nothing of it may be kept by a cache or taken for another type. */
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

/** An answer of fewer bytes is taken by the network at once, whatever its reader does. */
const smallBytes = 64 * 1024;
/** Milliseconds in which a stream inside this process is read, or was left by its reader. */
const readWithinMs = 120_000;

/** @param onSent called once the answer is read, or will not be */
export function toFetchResponse(
  answer: HttpResponse,
  requestId: string,
  withBody: boolean,
  onSent = () => {},
): Response {
  if (answer.stream && withBody) {
    const source = Readable.from(answer.stream, { objectMode: false }).once("close", onSent);
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

/**
 * Writes straight to the socket and gives back the word that this was done: text that goes through a Response first
 * becomes a stream and is read again, which costs as much as the rest of a request.
 * @param onSent called once the answer has left, or its reader
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
    // An error here is the reader's leaving, or a fault after the first byte: both end the connection.
    pipeline(Readable.from(answer.stream, { objectMode: false }), outgoing).then(onSent, () => {
      outgoing.destroy();
      onSent();
    });
    return RESPONSE_ALREADY_SENT;
  }
  if (answer.body !== null) headers["content-length"] = String(Buffer.byteLength(answer.body));
  outgoing.writeHead(answer.status, headers);
  // Node leaves the body out for HEAD.
  outgoing.end(answer.body ?? undefined);
  if (outgoing.writableLength > smallBytes) finished(outgoing, onSent);
  else onSent();
  return RESPONSE_ALREADY_SENT;
}
