import { gateway } from "#lib/gateway/service-client.ts";
import { canFilter } from "#lib/gateway/posts/list-posts.ts";
import { exportName } from "#components/posts/filters/export-file-name.ts";
import { searchOf } from "#components/posts/posts-view.ts";
import { toDownload, toPlainText } from "../download.ts";
import { readView } from "../read-posts-view.ts";

/** Downloads the posts of a filter as CSV or JSON. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const { view, filter } = await readView(searchOf(searchParams));
  const format = searchParams.get("format") === "json" ? "json" : "csv";
  if (!(await canFilter())) return toPlainText("This service has no export.", 404);
  const answer = await (await gateway()).open("exportPosts", { ...filter, format }, request.signal);
  return toDownload(answer, exportName(view, format, new Date()));
}
