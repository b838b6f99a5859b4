import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ApiGroupPage, ApiSchemasPage } from "#components/api-docs/api-group-page.tsx";
import { DocsLayout, formatGroupName, getGroupPath, schemasPath } from "#components/api-docs/docs-layout.tsx";
import { parseOpenApi } from "#components/api-docs/parse-open-api.ts";
import { getOpenApiDescription } from "#lib/gateway/openapi-description.ts";
import { PublicLayout } from "../../public-layout.tsx";

type GroupRouteProps = { params: Promise<{ group: string }> };

export async function generateMetadata({ params }: GroupRouteProps): Promise<Metadata> {
  return { title: `${formatGroupName(decodeURIComponent((await params).group))} API` };
}

export default async function DocsGroupRoute({ params }: GroupRouteProps) {
  const name = decodeURIComponent((await params).group);
  const { baseUrl, description } = await getOpenApiDescription();
  const reference = parseOpenApi(description);
  if (!reference) notFound();
  const { groups, shapes } = reference;
  const group = groups.find((one) => one.name === name);
  if (group) {
    const sections = [
      ...group.operations.map(({ id, summary }) => [id, summary] as const),
      ["errors", "Errors"] as const,
    ];
    return (
      <PublicLayout way={{ href: "/", label: "Open Postwright" }}>
        <DocsLayout groups={groups} current={getGroupPath(name)} sections={sections}>
          <ApiGroupPage group={group} baseUrl={baseUrl} />
        </DocsLayout>
      </PublicLayout>
    );
  }
  if (`/docs/${name}` !== schemasPath) notFound();
  return (
    <PublicLayout way={{ href: "/", label: "Open Postwright" }}>
      <DocsLayout groups={groups} current={schemasPath} sections={shapes.map((shape) => [shape.name, shape.name])}>
        <ApiSchemasPage shapes={shapes} />
      </DocsLayout>
    </PublicLayout>
  );
}
