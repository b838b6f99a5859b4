import type { Metadata } from "next";
import { ApiOverview } from "#components/api-docs/api-overview.tsx";
import { DocsLayout } from "#components/api-docs/docs-layout.tsx";
import { parseMarkdown, toAnchorId } from "#components/api-docs/markdown.tsx";
import { parseOpenApi } from "#components/api-docs/parse-open-api.ts";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { getOpenApiDescription } from "#lib/gateway/openapi-description.ts";
import { PublicLayout } from "../public-layout.tsx";

export const metadata: Metadata = { title: "API documentation" };

export default async function DocsRoute() {
  const { baseUrl, description } = await getOpenApiDescription();
  const reference = parseOpenApi(description);
  if (!reference) return <NoReference />;
  const headings = parseMarkdown(reference.prose).flatMap((block) => (block.type === "heading" ? [block.text] : []));
  const sections = [
    ["quickstart", "Quickstart"],
    ["endpoints", "Endpoints"],
    ...headings.map((heading) => [toAnchorId(heading), heading] as const),
  ] as const;
  return (
    // The page is the same for everybody and is rendered once (lib/server/docs-pages.ts), so it knows no session.
    <PublicLayout way={{ href: "/", label: "Open Postwright" }}>
      <DocsLayout groups={reference.groups} current="/docs" sections={sections}>
        <ApiOverview reference={reference} baseUrl={baseUrl} />
      </DocsLayout>
    </PublicLayout>
  );
}

/** Names no address: it may be one inside the operator's network. */
function NoReference() {
  return (
    <PublicLayout way={{ href: "/", label: "Open Postwright" }}>
      <EmptyState level={1} title="No API reference found">
        This publishing service does not describe its API. Ask its administrator for the documentation.
      </EmptyState>
    </PublicLayout>
  );
}
