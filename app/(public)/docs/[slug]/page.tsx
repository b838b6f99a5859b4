import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { DocsLayout, getGroupPath } from "#components/api-docs/docs-layout.tsx";
import { GuidePage } from "#components/api-docs/guide-page.tsx";
import { readGuide } from "#lib/gateway/guide-source.ts";
import { findGuide, getGuidePath } from "#lib/guides/guide-list.ts";
import { parseGuide } from "#lib/guides/parse-guide.ts";
import { PublicLayout } from "../../public-layout.tsx";
import { loadReference } from "../load-reference.ts";

type GuideRouteProps = { params: Promise<{ slug: string }> };

export async function generateMetadata({ params }: GuideRouteProps): Promise<Metadata> {
  const guide = findGuide((await params).slug);
  return guide ? { title: guide.label, description: guide.summary } : {};
}

export default async function GuideRoute({ params }: GuideRouteProps) {
  const { slug } = await params;
  const guide = findGuide(slug);
  const { reference, isComplete } = await loadReference();
  if (!guide) {
    // The groups of the reference were here before the guides.
    if (reference.groups.some(({ name }) => name === slug) || slug === "schemas") permanentRedirect(getGroupPath(slug));
    notFound();
  }
  const parsed = parseGuide(await readGuide(guide));
  const sections = parsed.sections.filter(({ depth }) => depth === 2).map(({ id, title }) => [id, title] as const);
  return (
    <PublicLayout way={{ href: "/", label: "Open Postwright" }}>
      <DocsLayout groups={reference.groups} current={getGuidePath(guide)} sections={sections} isComplete={isComplete}>
        <GuidePage guide={guide} parsed={parsed} />
      </DocsLayout>
    </PublicLayout>
  );
}
