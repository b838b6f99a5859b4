"use client";
import { Suspense } from "react";
import { later } from "#components/ui/layout/lazy-component.tsx";
import type { SaveNoteProps } from "#components/composer/drafts/autosave/save-status.tsx";

const SaveNote = later(() => import("#components/composer/drafts/autosave/save-status.tsx").then((file) => file.SaveNote));

/** Where the words are safe, once there are some or are about to be: nothing is said of an empty page. */
export function SavedWhere({ isBegun, ...note }: SaveNoteProps & { isBegun: boolean }) {
  if (!isBegun && note.kept.here === "nothing") return null;
  return (
    <Suspense>
      <SaveNote {...note} />
    </Suspense>
  );
}
