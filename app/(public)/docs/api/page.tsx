import type { Metadata } from "next";
import { ApiOverview } from "#components/api-docs/api-overview.tsx";
import { DocsLayout, referencePath } from "#components/api-docs/docs-layout.tsx";
import { parseGuide } from "#lib/guides/parse-guide.ts";
import { PublicLayout } from "../../public-layout.tsx";
import { loadReference } from "../load-reference.ts";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every endpoint of the API, and the rules that all endpoints share.",
};

export default async function ReferenceRoute() {
  const { reference, baseUrl, isFallback, isComplete } = await loadReference();
  const sections = [
    ["endpoints", "Endpoints"],
    ...parseGuide(reference.prose).sections.map(({ id, title }) => [id, title] as const),
  ] as const;
  return (
    <PublicLayout way={{ href: "/", label: "Open Postwright" }}>
      <DocsLayout groups={reference.groups} current={referencePath} sections={sections} isComplete={isComplete}>
        <ApiOverview reference={reference} baseUrl={baseUrl} isFallback={isFallback} />
      </DocsLayout>
    </PublicLayout>
  );
}
