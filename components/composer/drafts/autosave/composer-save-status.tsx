"use client";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { SaveStatusProps } from "./save-status.tsx";
import { useDraftSnapshot } from "./use-draft-session.ts";

const SaveStatus = lazyComponent(() => import("./save-status.tsx").then((file) => file.SaveStatus));

/**
 * Shows where the draft is saved, from the first interaction or the first stored draft on. An empty page shows nothing,
 * so the status itself is a lazy chunk.
 */
export function ComposerSaveStatus({ isBegun, ...note }: SaveStatusProps & { isBegun: boolean }) {
  const isStored = useDraftSnapshot(note.session, ({ localSave }) => localSave !== "none");
  if (!isBegun && !isStored) return null;
  return (
    <Suspense>
      <SaveStatus {...note} />
    </Suspense>
  );
}
