import { formatDocsIndex, formatGroup, formatReference, formatSchemas } from "#components/api-docs/docs-markdown.ts";
import { readGuide } from "#lib/gateway/guide-source.ts";
import { toPublishedMarkdown } from "#lib/guides/guide-links.ts";
import { findGuide } from "#lib/guides/guide-list.ts";
import { loadReference } from "../../docs/load-reference.ts";

/** Returns a page of the documentation as Markdown; `next.config.mjs` maps `/docs/<page>.md` to this address. */
export async function GET(_: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> {
  const markdown = await findMarkdown((await params).path ?? []);
  if (markdown === null) return new Response("There is no such page.\n", { status: 404 });
  return new Response(markdown, { headers: { "content-type": "text/markdown; charset=utf-8" } });
}

async function findMarkdown([first, second, ...more]: readonly string[]): Promise<string | null> {
  if (more.length > 0) return null;
  if (first !== undefined && first !== "api") {
    const guide = second === undefined ? findGuide(first) : undefined;
    return guide ? toPublishedMarkdown(await readGuide(guide), guide) : null;
  }
  const { reference, baseUrl } = await loadReference();
  if (first === undefined) return formatDocsIndex(reference, baseUrl);
  if (second === undefined) return formatReference(reference, baseUrl);
  if (second === "schemas") return formatSchemas(reference);
  const group = reference.groups.find(({ name }) => name === second);
  return group ? formatGroup(group, baseUrl) : null;
}
