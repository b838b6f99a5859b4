import type { Metadata } from "next";
import { ApiReference } from "#components/api-docs/api-reference.tsx";
import { parseOpenApi } from "#components/api-docs/parse-open-api.ts";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { getOpenApiDescription } from "#lib/gateway/openapi-description.ts";
import { PublicLayout } from "../public-layout.tsx";

export const metadata: Metadata = { title: "API reference" };

export default async function DocsRoute() {
  const { baseUrl, description } = await getOpenApiDescription();
  const reference = parseOpenApi(description);
  return (
    // The page is the same for everybody and is rendered once (lib/front/docs-page.ts), so it knows no session.
    <PublicLayout way={{ href: "/", label: "Open Postwright" }}>
      {reference ? (
        <ApiReference reference={reference} baseUrl={baseUrl} />
      ) : (
        <EmptyState level={1} title="No API reference found">
          This publishing service does not describe its API. Ask its administrator for the documentation.
        </EmptyState>
      )}
    </PublicLayout>
  );
}
