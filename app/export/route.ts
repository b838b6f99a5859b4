import { sentenceFor } from "#lib/contract/sentences";
import { gateway } from "#lib/gateway/gateway";
import { canFilter } from "#lib/gateway/list-posts";
import { exportName } from "../../components/history/export-name.ts";
import { searchOf } from "../../components/history/filter.ts";
import { readView } from "../read-view.ts";

/** What the history shows as a file, passed on as it comes from the service; nothing is held here. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const { view, filter } = await readView(searchOf(searchParams));
  const format = searchParams.get("format") === "json" ? "json" : "csv";
  if (!(await canFilter())) return plain("This service has no export.", 404);
  const client = await gateway();
  const answer = await client.open("exportPosts", { ...filter, format }, request.signal);
  if (answer.error) {
    const { what, next } = sentenceFor(answer.error);
    return plain(`${what} ${next}`, answer.error.status ?? 502);
  }
  const { body } = answer.ok;
  return new Response(format === "csv" ? body?.pipeThrough(marked()) : body, {
    headers: {
      "content-type": answer.ok.headers.get("content-type") ?? "application/octet-stream",
      "content-disposition": `attachment; filename="${exportName(view, format, new Date())}"`,
      "cache-control": "no-store",
    },
  });
}

/**
 * A file that people open: without the mark Excel takes UTF-8 for the code page of its computer, and every other
 * spreadsheet knows it. Scripts ask the API, which sends none: their parsers would take it into the first column's name.
 */
function marked(): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({ start: (controller) => controller.enqueue(Uint8Array.of(0xef, 0xbb, 0xbf)) });
}

const plain = (words: string, status: number) =>
  new Response(`${words}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
