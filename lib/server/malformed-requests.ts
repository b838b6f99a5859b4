import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";

/** Ms in which a sender may finish sending, so that it sees the answer and not a reset connection. */
const drainMs = 2_000;

const tooLong =
  "The URL or the request headers are longer than 16,384 bytes. Nothing was sent or changed. If you were sharing a text, copy it and paste it into the composer.";

/** Node's own answers to unreadable requests, without a body. */
const bare: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
};

const tooLongForProgram = "The URL or the request headers are longer than 16,384 bytes. Nothing was changed.";

/** `rawPacket` has the unreadable bytes, from the start of the request if they came in one piece. */
type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/**
 * Answers bytes that Node could not parse as a request. An address that is too long gets a sentence, because a person
 * may have shared a text by it and a browser shows an empty answer as an error. An API program gets its error envelope.
 */
export function respondToClientError(error: ClientError, socket: Socket): void {
  // Already answered: each further piece of the request arrives here again and is dropped.
  if (socket.writableEnded) return;
  const isLong = error.code === "HPE_HEADER_OVERFLOW";
  // After earlier output, more bytes would look like a part of it.
  if (!socket.writable || (!isLong && socket.bytesWritten > 0)) return void socket.destroy(error);
  socket.on("error", () => socket.destroy());
  if (!isLong) {
    const status = bare[error.code ?? ""] ?? "400 Bad Request";
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\n\r\n`);
    return void socket.destroySoon();
  }
  const start = error.rawPacket?.toString("latin1", 0, 20) ?? "";
  const isOfApi = /^[A-Z]+ \/v1[/?]/u.test(start);
  const envelope = { error: { code: "invalid_request", message: tooLongForProgram } };
  const body = isOfApi ? JSON.stringify(envelope) : tooLong;
  const head = [
    "HTTP/1.1 431 Request Header Fields Too Large",
    "Connection: close",
    `Content-Type: ${isOfApi ? "application/json" : "text/plain; charset=utf-8"}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    `X-Request-Id: ${randomUUID()}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), drainMs).unref();
}
