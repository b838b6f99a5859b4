import type { Metadata } from "next";
import { DocsHome } from "#components/api-docs/docs-home.tsx";
import { DocsLayout } from "#components/api-docs/docs-layout.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { loadReference } from "./load-reference.ts";

export const metadata: Metadata = {
  title: "Documentation",
  description: "Guides for people, programs and operators, and the API reference.",
};

export default async function DocsRoute() {
  const { reference, isComplete } = await loadReference();
  return (
    // The page is the same for everyone and is rendered once (lib/server/docs-pages.ts), so it knows no session.
    <PublicLayout way={{ href: "/", label: "Open Postwright" }}>
      <DocsLayout groups={reference.groups} current="/docs" sections={[]} isComplete={isComplete}>
        <DocsHome groups={reference.groups} />
      </DocsLayout>
    </PublicLayout>
  );
}
