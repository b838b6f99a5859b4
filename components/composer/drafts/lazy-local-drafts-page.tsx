"use client";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import type { LocalDraftsPageProps } from "./local-drafts-page.tsx";

const LocalDraftsPage = lazyComponent(() => import("./local-drafts-page.tsx").then((file) => file.LocalDraftsPage));

/** A lazy chunk: services that store drafts have another page. */
export function LazyLocalDraftsPage(props: LocalDraftsPageProps) {
  return (
    <Suspense fallback={<Page title="Drafts">{null}</Page>}>
      <LocalDraftsPage {...props} />
    </Suspense>
  );
}
