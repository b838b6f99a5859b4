/** The progress of an upload: bytes handed to the network. */
export type UploadProgress = { sent: number; total: number };

const chunkBytes = 64 * 1024;

/**
 * Creates a multipart body with one file that reports how much of it was read. It is a stream, which only servers'
 * runtimes send over HTTP/1.1: `canStreamBodies` says where.
 */
export function createMultipartStream(
  field: string,
  file: Blob,
  name: string,
  onProgress: (progress: UploadProgress) => void,
): { body: ReadableStream<Uint8Array>; headers: Record<string, string> } {
  const boundary = `postwright-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  // The characters that would end the name, as the HTML standard escapes them.
  const quoted = name.replace(/[\r\n"]/g, (character) => encodeURIComponent(character));
  const type = file.type === "" ? "application/octet-stream" : file.type;
  const whole = new Blob([
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${quoted}"\r\nContent-Type: ${type}\r\n\r\n`,
    file,
    `\r\n--${boundary}--\r\n`,
  ]);
  let sent = 0;
  onProgress({ sent, total: whole.size });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent >= whole.size) return controller.close();
        const bytes = new Uint8Array(await whole.slice(sent, sent + chunkBytes).arrayBuffer());
        controller.enqueue(bytes);
        sent += bytes.byteLength;
        onProgress({ sent, total: whole.size });
      },
    },
    { highWaterMark: 0 },
  );
  return { body, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}

/** True in Node, Deno and Bun. Browsers stream a body over HTTP/2 at best, and some not at all. */
export const canStreamBodies = (): boolean => !("document" in globalThis) && !("importScripts" in globalThis);
