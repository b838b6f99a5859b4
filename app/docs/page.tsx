import type { Metadata } from "next";
import { ApiReference } from "#components/docs/reference";
import { EmptyState } from "#components/ui/empty-state";
import { getDescription } from "#lib/gateway/open-reads";
import { parseReference } from "../../components/docs/parse-reference.ts";
import { PublicFrame } from "../public-frame.tsx";

export const metadata: Metadata = { title: "API reference" };

export default async function DocsPage() {
  const { baseUrl, description } = await getDescription();
  const reference = parseReference(description);
  return (
    // The same for everybody: it is rendered once (lib/front/docs-page.ts), and so knows of no session.
    <PublicFrame way={{ href: "/", label: "Open Postwright" }}>
      {reference ? (
        <ApiReference reference={reference} baseUrl={baseUrl} />
      ) : (
        <EmptyState level={1} title="This service does not describe itself">
          <p>
            Nothing readable was found at <code className="font-mono text-13">{baseUrl}/openapi.json</code>. Ask whoever
            runs the service for its reference.
          </p>
        </EmptyState>
      )}
    </PublicFrame>
  );
}
