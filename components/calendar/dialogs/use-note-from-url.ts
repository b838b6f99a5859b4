"use client";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/** Opens the note dialog for a link to `/calendar?note=today`, once, and removes the parameter from the address. */
export function useNoteFromUrl(openNote: () => void): void {
  const router = useRouter();
  const search = useSearchParams();
  const isRequested = search.get("note") === "today";
  const latestOpenNote = useRef(openNote);
  latestOpenNote.current = openNote;
  useEffect(() => {
    if (!isRequested) return;
    latestOpenNote.current();
    router.replace("/calendar", { scroll: false });
  }, [isRequested, router]);
}
