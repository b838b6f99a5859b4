import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { limits } from "#lib/contract/limits.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { createIncomingPath } from "./storage/incoming-files.ts";
import { toStoreRefusal } from "./storage/to-store-refusal.ts";

/** Bytes for boundaries, headers and small fields around the file. */
const overheadBytes = 64 * 1024;
/**
 * Bytes of a too large upload that are still read and discarded: most clients read a response only after sending
 * everything.
 */
const politeBytes = 10 * 1024 * 1024;

/** A complete upload in a temporary file, not yet checked. */
export type UncheckedUpload = {
  tempPath: string;
  /** SHA-256 of the file's bytes as sent. */
  sha256: Buffer;
  sizeBytes: number;
  /** Removes the temporary file; call it in every case. Does nothing when the file is gone. */
  discard: () => Promise<void>;
};

/**
 * Streams the file part named `file` of a multipart body to a temporary file, never into memory. A part of another name
 * is refused: a description or a second image would be lost silently. When this throws, no file is left.
 * @throws Refusal `invalid_request`: not multipart, broken, no such part, two of them, another part, empty, over 10 MB
 * (counted, whatever Content-Length says), no byte for `idleMs` (30 s), or the client left; `unavailable` when the disk
 * can't take the file.
 */
export async function receiveUploadToTempFile(
  context: Pick<Context, "media" | "log">,
  request: Request,
  { idleMs = 30_000 }: { idleMs?: number } = {},
): Promise<UncheckedUpload> {
  const parser = createParser(request);
  const tempPath = createIncomingPath(context.media.incomingFolder);
  const discard = () => rm(tempPath, { force: true });
  try {
    const saved = await parseInto(parser, request.body ?? emptyBody(), tempPath, idleMs);
    if (!saved) throw refused("The form has no file part named `file`.");
    if (saved.sizeBytes === 0) throw refused("The file is empty.");
    return { ...saved, tempPath, discard };
  } catch (error) {
    await discard();
    throw toStoreRefusal(context.log, "receive", error);
  }
}

type SavedUpload = { sha256: Buffer; sizeBytes: number };

async function parseInto(
  parser: BusboyInstance,
  body: ReadableStream<Uint8Array>,
  tempPath: string,
  idleMs: number,
): Promise<SavedUpload | null> {
  const failed = new AbortController();
  const state: { saving?: Promise<SavedUpload>; refusal?: Refusal } = {};
  parser.on("file", (field: string | undefined, stream: BusboyFileStream) => {
    // A part that ends early also reports on its own stream; the parser's own error is the one that counts.
    stream.on("error", () => undefined);
    if (field !== "file") {
      state.refusal ??= unknownPart(field);
      return void stream.resume();
    }
    if (state.saving !== undefined) {
      state.refusal ??= refused("Send one file part named `file`, not several.");
      return void stream.resume();
    }
    stream.once("limit", () => {
      state.refusal ??= refused(`The image is larger than ${limits.imageBytes / 1024 / 1024} MB.`);
    });
    state.saving = save(stream, tempPath, failed.signal);
    // A full disk ends the whole upload at once, not only after the last byte.
    state.saving.catch((error: Error) => parser.destroy(error));
  });
  parser.on("field", (field: string) => {
    if (field !== "file") state.refusal ??= unknownPart(field);
  });
  for (const event of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(event, () => {
      state.refusal ??= refused("The form has too many parts.");
    });
  }
  try {
    const bytesMax = limits.imageBytes + overheadBytes + politeBytes;
    await pipeline(Readable.from(readRequestBody(body, { bytesMax, idleMs })), parser);
    const saved = await state.saving;
    if (state.refusal) throw state.refusal;
    return saved ?? null;
  } catch (error) {
    failed.abort();
    // The write must end first, so that nothing writes to the temporary file after its removal.
    const fault = await Promise.resolve(state.saving).then(
      () => null,
      (cause: NodeJS.ErrnoException) => cause,
    );
    if (state.refusal) throw state.refusal;
    if (fault?.code && fault.name !== "AbortError" && fault.syscall) throw fault;
    if (error instanceof Refusal) throw error;
    throw refused("The multipart form is broken or ends too early.");
  }
}

async function save(file: BusboyFileStream, tempPath: string, signal: AbortSignal): Promise<SavedUpload> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(file, counted, createWriteStream(tempPath, { flags: "wx", mode: 0o600 }), { signal });
  return { sha256: hash.digest(), sizeBytes };
}

function createParser(request: Request): BusboyInstance {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw refused("Send the image as multipart/form-data, in a file part named `file`.");
  }
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: {
        fileSize: limits.imageBytes,
        files: 4,
        fields: 20,
        parts: 24,
        fieldNameSize: 100,
        fieldSize: 1024,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw refused("The multipart form has no boundary.");
  }
}

function emptyBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

function unknownPart(field: string | undefined): Refusal {
  const name = (field ?? "").slice(0, 100);
  return new Refusal("invalid_request", `There is no field ${name}. Send one file part named \`file\` alone.`, name);
}

function refused(message: string): Refusal {
  return new Refusal("invalid_request", message, "file");
}

/**
 * Yields the chunks of a request body, with limits on its size and its silences. The body is never cancelled, only
 * released: cancelling would close the connection before the refusal is sent.
 * @throws Refusal `invalid_request` when `bytesMax` is exceeded, when no byte comes for `idleMs`, or when the client
 * ends the connection early.
 */
async function* readRequestBody(
  body: ReadableStream<Uint8Array>,
  { bytesMax, idleMs }: { bytesMax: number; idleMs: number },
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await orStalled(reader.read(), idleMs);
      if (done) return;
      bytes += value.byteLength;
      if (bytes > bytesMax) throw new Refusal("invalid_request", "The upload is larger than the image limit.", "file");
      yield value;
    }
  } finally {
    // A read may still be pending after a stall; its rejection has no handler.
    reader.closed.catch(() => undefined);
    reader.releaseLock();
  }
}

async function orStalled<T>(read: Promise<T>, idleMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Refusal("invalid_request", "The upload stopped before it was complete. Send the image again.", "file"),
        ),
      idleMs,
    );
  });
  try {
    return await Promise.race([read, stalled]);
  } catch (error) {
    // The pending read rejects when its lock is released.
    read.catch(() => undefined);
    if (error instanceof Refusal) throw error;
    throw new Refusal("invalid_request", "The connection ended before the whole image arrived.", "file");
  } finally {
    clearTimeout(timer);
  }
}
