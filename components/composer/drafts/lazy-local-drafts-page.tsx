"use client";
import { Suspense, useEffect, useState } from "react";
import { listLocalNames } from "#components/composer/browser-storage.ts";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { getDraftKey } from "./draft-storage-format.ts";
import type { LocalDraftsProps } from "./local-draft-list.tsx";
import type { LocalDraftsPageProps } from "./local-drafts-page.tsx";

const load = () => import("./local-drafts-page.tsx");
const LocalDraftsPage = lazyComponent(() => load().then((file) => file.LocalDraftsPage));
const UnsavedDrafts = lazyComponent(() => load().then((file) => file.UnsavedDrafts));

/** A lazy chunk: services that store drafts have another page. */
export function LazyLocalDraftsPage(props: LocalDraftsPageProps) {
  return (
    <Suspense fallback={<Page title="Drafts">{null}</Page>}>
      <LocalDraftsPage {...props} />
    </Suspense>
  );
}

/** A lazy chunk, for a browser that stores a draft: the service has nearly every one. */
export function LazyUnsavedDrafts(props: LocalDraftsProps) {
  const { memberId } = props;
  const [hasDrafts, setHasDrafts] = useState(false);
  useEffect(() => {
    const start = getDraftKey(memberId, "");
    const look = () => setHasDrafts((had) => had || listLocalNames().some((name) => name.startsWith(start)));
    look();
    // Another tab stored a draft.
    addEventListener("storage", look);
    return () => removeEventListener("storage", look);
  }, [memberId]);
  if (!hasDrafts) return null;
  return (
    <Suspense>
      <UnsavedDrafts {...props} />
    </Suspense>
  );
}
