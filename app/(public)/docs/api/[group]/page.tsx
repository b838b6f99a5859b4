import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ApiGroupPage, ApiSchemasPage } from "#components/api-docs/api-group-page.tsx";
import { DocsLayout, formatGroupName, getGroupPath, schemasPath } from "#components/api-docs/docs-layout.tsx";
import { PublicLayout } from "../../../public-layout.tsx";
import { loadReference } from "../../load-reference.ts";

type GroupRouteProps = { params: Promise<{ group: string }> };

export async function generateMetadata({ params }: GroupRouteProps): Promise<Metadata> {
  return { title: `${formatGroupName(decodeURIComponent((await params).group))} API` };
}

export default async function DocsGroupRoute({ params }: GroupRouteProps) {
  const name = decodeURIComponent((await params).group);
  const { reference, baseUrl, isComplete } = await loadReference();
  const { groups, schemas } = reference;
  const group = groups.find((one) => one.name === name);
  const current = getGroupPath(name);
  if (!group && current !== schemasPath) notFound();
  const sections = group
    ? [...group.operations.map(({ id, summary }) => [id, summary] as const), ["errors", "Errors"] as const]
    : schemas.map((schema) => [schema.name, schema.name] as const);
  return (
    <PublicLayout way={{ href: "/", label: "Open Postwright" }}>
      <DocsLayout groups={groups} current={current} sections={sections} isComplete={isComplete}>
        {group ? <ApiGroupPage group={group} baseUrl={baseUrl} /> : <ApiSchemasPage schemas={schemas} />}
      </DocsLayout>
    </PublicLayout>
  );
}
