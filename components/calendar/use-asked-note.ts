"use client";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/** Opens what a link to `/calendar?note=today` asks for, once, and takes the wish out of the address again. */
export function useNoteFromUrl(open: () => void): void {
  const router = useRouter();
  const search = useSearchParams();
  const isAsked = search.get("note") === "today";
  const newest = useRef(open);
  newest.current = open;
  useEffect(() => {
    if (!isAsked) return;
    newest.current();
    router.replace("/calendar", { scroll: false });
  }, [isAsked, router]);
}
