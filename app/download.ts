import type { Failure, Result } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";

/**
 * Streams an export of the service to the browser as a file without buffering. A CSV starts with a byte order mark:
 * without it Excel reads UTF-8 in the code page of its computer. The API sends no mark, because a script's parser would
 * read it as part of the first column's name.
 */
export function toDownload(answer: Result<Response>, fileName: string): Response {
  if (answer.error) return toPlainText(sentenceOf(answer.error), answer.error.status ?? 502);
  const { body, headers } = answer.ok;
  return new Response(fileName.endsWith(".csv") ? body?.pipeThrough(withByteOrderMark()) : body, {
    headers: {
      "content-type": headers.get("content-type") ?? "application/octet-stream",
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
    },
  });
}

/** Returns a plain-text response in place of a file. */
export const toPlainText = (text: string, status: number) =>
  new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });

function sentenceOf(failure: Failure): string {
  const { what, next } = describeFailure(failure);
  return `${what} ${next}`;
}

const withByteOrderMark = () =>
  new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(Uint8Array.of(0xef, 0xbb, 0xbf)),
  });
