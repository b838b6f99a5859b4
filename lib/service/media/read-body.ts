import { Refusal } from "#lib/service/core/refusal.ts";

/**
 * The chunks of a request body, with a limit to its size and to its silences. The body is never cancelled, only let go
 * of: cancelling would close the connection before the refusal has been sent.
 * @throws Refusal `invalid_request` when `bytesMax` is passed, when no byte comes for `idleMs`, or when the client ends
 * the connection early.
 */
export async function* readRequestBody(
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
      if (bytes > bytesMax) throw new Refusal("invalid_request", "The upload is larger than an image may be.", "file");
      yield value;
    }
  } finally {
    // A read may still be pending after a stall; its rejection has nobody left to tell.
    reader.closed.catch(() => undefined);
    reader.releaseLock();
  }
}

async function orStalled<T>(read: Promise<T>, idleMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Refusal("invalid_request", "The upload stopped half way. Send the image again.", "file")),
      idleMs,
    );
  });
  try {
    return await Promise.race([read, stalled]);
  } catch (error) {
    // The pending read rejects when its lock is released.
    read.catch(() => undefined);
    if (error instanceof Refusal) throw error;
    throw new Refusal("invalid_request", "The connection ended before the whole image had arrived.", "file");
  } finally {
    clearTimeout(timer);
  }
}
