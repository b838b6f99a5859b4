import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";

/** Ms in which a sender may finish what it sends, so that it sees the answer and not a reset connection. */
const drainMs = 2_000;

const tooLong =
  "The address, or what came with it, is longer than 16,384 bytes. Nothing was sent or changed. If you were sharing a text, copy it and paste it into the composer.";

/** As Node answers what can't be read, without words. */
const bare: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
};

const tooLongForProgram =
  "The address, or the headers that came with it, are longer than 16,384 bytes. Nothing was changed.";

/** Node gives the bytes that it could not read, from the start of the request where they came in one piece. */
type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/**
 * Answers what Node could not read as a request. One whose address is too long gets a sentence, for a person may have
 * shared a text by it: a browser shows an empty answer as a fault. A program that called the API gets its error envelope.
 */
export function respondToClientError(error: ClientError, socket: Socket): void {
  // Answered already: each further piece of it comes here again, and is dropped.
  if (socket.writableEnded) return;
  const isLong = error.code === "HPE_HEADER_OVERFLOW";
  // Where something was written already, more would be taken for a part of it.
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
