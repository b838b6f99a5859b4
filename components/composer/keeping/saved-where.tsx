"use client";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { SaveStatusProps } from "#components/composer/drafts/autosave/save-status.tsx";

const SaveStatus = lazyComponent(() => import("#components/composer/drafts/autosave/save-status.tsx").then((file) => file.SaveStatus));

/** Where the words are safe, once there are some or are about to be: nothing is said of an empty page. */
export function ComposerSaveStatus({ isBegun, ...note }: SaveStatusProps & { isBegun: boolean }) {
  if (!isBegun && note.kept.here === "nothing") return null;
  return (
    <Suspense>
      <SaveStatus {...note} />
    </Suspense>
  );
}
