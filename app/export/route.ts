import { getExportFileName } from "#components/posts/filters/export-file-name.ts";
import { supportsPostFilters } from "#lib/gateway/posts/list-posts.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toSearchParamsRecord } from "#lib/queries/search-params.ts";
import { toDownload, toPlainText } from "../download.ts";
import { readPostsView } from "../read-posts-view.ts";

export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const { view, filter } = await readPostsView(toSearchParamsRecord(searchParams));
  const format = searchParams.get("format") === "json" ? "json" : "csv";
  if (!(await supportsPostFilters())) return toPlainText("This service has no export.", 404);
  const answer = await (await getServiceClient()).open("exportPosts", { ...filter, format }, request.signal);
  return toDownload(answer, getExportFileName(view, format, new Date()));
}
