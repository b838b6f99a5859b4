"use client";
import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { bufferKeystrokesForNextPage, discardBufferedKeystrokes } from "#components/ui/keyboard/buffered-keystrokes.ts";
import { isPageShortcutEvent, matchesShortcut, type Shortcut } from "#components/ui/keyboard/shortcut-registry.tsx";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";
import { mayLeavePage } from "#components/ui/leave-guard.ts";
import { composePath, newPostPath } from "./navigation/nav-items.tsx";
import { openOverlay } from "./overlay-store.tsx";

/** Ms in which the letter has to follow `g`. */
const followMs = 1500;

type GlobalShortcutsProps = {
  /** Paths by the letter after `g`, and their labels in the shortcuts dialog. */
  letters: Record<string, { href: string; label: string }>;
};

/** Focuses the page's search field, the first input of type search. */
function focusSearch(): false | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>("#main input[type=search]");
  const field = [...fields].find((one) => one.checkVisibility());
  if (!field) return false;
  field.focus();
  field.select();
  return undefined;
}

/** Binds the shortcuts of every page. */
export function GlobalShortcuts({ letters }: GlobalShortcutsProps) {
  const router = useRouter();
  useComposerKeystrokes();
  const ways: Shortcut[] = Object.entries(letters).map(([letter, { label }]) => ({
    keys: `g ${letter}`,
    label,
  }));

  function openComposer(): void {
    if (!mayLeavePage(newPostPath)) return;
    bufferKeystrokesForNextPage();
    router.push(newPostPath);
  }

  useShortcuts(
    "Everywhere",
    [
      { keys: "mod+k", label: "Search or run a command" },
      { keys: "c", label: "Compose", run: openComposer },
      { keys: "/", label: "Search on this page", run: focusSearch },
      { keys: "?", label: "Keyboard shortcuts", run: () => openOverlay("keys") },
      { keys: "mod+z", label: "Undo the last change" },
    ],
    { everywhere: true },
  );
  useShortcuts("Go to", ways, { everywhere: true });

  useEffect(() => {
    let goneAt = -followMs;
    const onKey = (event: KeyboardEvent) => {
      const isMac = document.documentElement.dataset["os"] === "mac";
      // Works while the focus is in a text too, where this shortcut has no other meaning. Not over another dialog,
      // which the palette would close.
      if (matchesShortcut("mod+k", event, isMac) && !document.querySelector("[data-dialog]")) {
        event.preventDefault();
        return openOverlay("palette");
      }
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || !isPageShortcutEvent(event)) return;
      const follows = event.timeStamp - goneAt < followMs;
      goneAt = event.key === "g" && !follows ? event.timeStamp : -followMs;
      const way = follows ? letters[event.key] : undefined;
      if (!way) return;
      event.preventDefault();
      router.push(way.href);
    };
    // In the capture phase, before the page's own shortcuts: after g, k opens the calendar and not the previous line.
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [router, letters]);

  return null;
}

/** Buffers the letters typed after a press on a link to the composer, and discards them when another page opens. */
function useComposerKeystrokes(): void {
  const pathname = usePathname();
  useEffect(() => {
    if (pathname !== composePath) discardBufferedKeystrokes();
  }, [pathname]);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a");
      const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      const isComposer = link?.pathname === composePath && link.origin === location.origin;
      // An open composer takes the focus itself.
      if (isComposer && !isElsewhere && location.pathname !== composePath) bufferKeystrokesForNextPage();
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
}
