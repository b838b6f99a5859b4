import { gateway } from "#lib/gateway/gateway";
import { canFilter } from "#lib/gateway/list-posts";
import { exportName } from "../../components/history/export-name.ts";
import { searchOf } from "../../components/history/filter.ts";
import { toDownload, toPlainText } from "../download.ts";
import { readView } from "../read-view.ts";

/** Downloads the posts of a filter as CSV or JSON. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const { view, filter } = await readView(searchOf(searchParams));
  const format = searchParams.get("format") === "json" ? "json" : "csv";
  if (!(await canFilter())) return toPlainText("This service has no export.", 404);
  const answer = await (await gateway()).open("exportPosts", { ...filter, format }, request.signal);
  return toDownload(answer, exportName(view, format, new Date()));
}
