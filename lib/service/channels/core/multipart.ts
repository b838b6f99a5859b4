import { createHash } from "node:crypto";

/** One field of a form: a text, or a file with its type. */
export type FormPart =
  | { name: string; value: string }
  | { name: string; fileName: string; mime: string; bytes: Uint8Array };

/**
 * 128 bits as hex digits. With the prefix the boundary has 43 characters; RFC 2046 §5.1.1 allows 70, and Telegram
 * refuses more.
 */
const digits = 32;

/**
 * Encodes a form with files as one body (RFC 7578). The same parts give the same bytes: the boundary is a hash of the
 * content, so it occurs nowhere within.
 */
export function encodeMultipart(parts: readonly FormPart[]): { contentType: string; body: Uint8Array } {
  const hash = createHash("sha256");
  const pieces = parts.map((part) => {
    const bytes = "value" in part ? Buffer.from(part.value) : part.bytes;
    const file = "value" in part ? "" : `; filename="${quoted(part.fileName)}"\r\ncontent-type: ${part.mime}`;
    hash.update(part.name).update(bytes);
    return { head: `content-disposition: form-data; name="${quoted(part.name)}"${file}`, bytes };
  });
  const boundary = `postwright-${hash.digest("hex").slice(0, digits)}`;
  const body = Buffer.concat([
    ...pieces.flatMap(({ head, bytes }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      bytes,
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

/** Escapes quotes and line ends, which would end the header (HTML, "multipart/form-data encoding algorithm"). */
function quoted(name: string): string {
  return name.replace(/"/g, "%22").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
