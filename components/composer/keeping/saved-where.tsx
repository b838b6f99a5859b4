"use client";
import { Suspense } from "react";
import { later } from "#components/ui/later";
import type { SaveNoteProps } from "./save-note.tsx";

const SaveNote = later(() => import("./save-note.tsx").then((file) => file.SaveNote));

/** Where the words are safe, once there are some or are about to be: nothing is said of an empty page. */
export function SavedWhere({ isBegun, ...note }: SaveNoteProps & { isBegun: boolean }) {
  if (!isBegun && note.kept.here === "nothing") return null;
  return (
    <Suspense>
      <SaveNote {...note} />
    </Suspense>
  );
}
