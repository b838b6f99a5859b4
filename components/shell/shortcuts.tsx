"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isEditing } from "#components/ui/is-editing";

/** Ms in which the letter has to follow `g`. */
const followMs = 1500;

/** Keys that work on every page: `compose` is opened by c, and each of `letters` by its letter after g. */
export function Shortcuts({ compose, letters }: { compose: string; letters: Record<string, string> }) {
  const router = useRouter();

  useEffect(() => {
    let goneAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if (isEditing(event.target) || document.querySelector("[data-dialog]")) return;
      const follows = event.timeStamp - goneAt < followMs;
      goneAt = event.key === "g" && !follows ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const path = follows ? letters[event.key] : event.key === "c" ? compose : undefined;
      if (!path) return;
      event.preventDefault();
      router.push(path);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [router, compose, letters]);

  return null;
}
