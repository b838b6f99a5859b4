"use client";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import type { LocalDraftsPageProps } from "./local-drafts-page.tsx";
import type { UnsavedDraftsProps } from "./unsaved-drafts.tsx";

const LocalDraftsPage = lazyComponent(() => import("./local-drafts-page.tsx").then((file) => file.LocalDraftsPage));
const UnsavedDrafts = lazyComponent(() => import("./unsaved-drafts.tsx").then((file) => file.UnsavedDrafts));

/** A lazy chunk: services that store drafts have another page. */
export function LazyLocalDraftsPage(props: LocalDraftsPageProps) {
  return (
    <Suspense fallback={<Page title="Drafts">{null}</Page>}>
      <LocalDraftsPage {...props} />
    </Suspense>
  );
}

/** A lazy chunk: the service has nearly every draft, and its list needs no code of the composer. */
export function LazyUnsavedDrafts(props: UnsavedDraftsProps) {
  return (
    <Suspense>
      <UnsavedDrafts {...props} />
    </Suspense>
  );
}
