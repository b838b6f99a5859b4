import { formatGroupName, getGroupPath } from "#components/api-docs/docs-layout.tsx";
import { readGuide } from "#lib/gateway/guide-source.ts";
import { guides } from "#lib/guides/guide-list.ts";
import { listSearchEntries, type SearchEntry } from "#lib/guides/search-entries.ts";
import { loadReference } from "../load-reference.ts";

/** Returns every section of the guides and every endpoint, for the search in `/docs.js`. */
export async function GET(): Promise<Response> {
  const { reference } = await loadReference();
  const sections = await Promise.all(guides.map(async (guide) => listSearchEntries(guide, await readGuide(guide))));
  const endpoints: SearchEntry[] = reference.groups.flatMap(({ name, operations }) =>
    operations.map(({ id, method, path, summary, description }) => ({
      href: `${getGroupPath(name)}#${id}`,
      title: summary,
      page: `${formatGroupName(name)} API`,
      text: `${method} ${path}. ${description}`,
    })),
  );
  return Response.json([...sections.flat(), ...endpoints]);
}
