import type { Failure, Result } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";

/** Streams an export of the service to the browser as a file without buffering. */
export function toDownload(answer: Result<Response>, fileName: string): Response {
  if (answer.error) return toPlainText(sentenceOf(answer.error), answer.error.status ?? 502);
  const { body, headers } = answer.ok;
  return new Response(body, {
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
