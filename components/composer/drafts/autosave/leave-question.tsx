"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { setLeaveGuard } from "#components/ui/leave-guard.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";

/** Returns the path that a click opens in this tab and that hides the changes; null for any other click. */
function getClickedPath(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.hasAttribute("download")) return null;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  if (!/^(_self)?$/.test(link.target)) return null;
  const path = link.pathname + link.search;
  return hidesChanges(path) ? path + link.hash : null;
}

/** The list of drafts shows the changes, so nothing is lost from view. */
const hidesChanges = (path: string) => path !== location.pathname + location.search && path !== "/drafts";

/**
 * Asks before the author leaves a post whose changes are not applied. Back and Forward can't be held: there a toast
 * leads back to the edit.
 * @param isSaved true if the service stores drafts
 */
export function LeaveQuestion({ isSaved }: { isSaved: boolean }) {
  const router = useRouter();
  const [asked, setAsked] = useState<string | null>(null);
  const hasAnswered = useRef(false);
  const place = isSaved ? "in Drafts" : "in this browser";

  useEffect(() => {
    const { pathname, search } = location;
    const onClick = (event: MouseEvent) => {
      const path = getClickedPath(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setAsked(path);
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Captured, so that it comes before the links' own handlers.
    addEventListener("click", onClick, { capture: true });
    addEventListener("beforeunload", onUnload);
    const removeGuard = setLeaveGuard((path) => {
      const isHeld = hidesChanges(path);
      if (isHeld) setAsked(path);
      return isHeld;
    });
    return () => {
      removeEventListener("click", onClick, { capture: true });
      removeEventListener("beforeunload", onUnload);
      removeGuard();
      if (location.pathname === pathname || hasAnswered.current) return;
      showToast({
        message: `Your changes are not applied. They are ${place}.`,
        act: { label: "Continue editing", run: () => router.push(pathname + search) },
      });
    };
  }, [router, place]);

  function leave(path: string): void {
    hasAnswered.current = true;
    router.push(path);
  }

  function stay(): void {
    hasAnswered.current = false;
    setAsked(null);
  }

  return (
    <Dialog
      open={asked !== null}
      onClose={stay}
      size="small"
      title="Leave without updating the post?"
      description={`The post stays as it was. Your changes are kept ${place}.`}
      actions={
        <>
          <Button onClick={stay}>Keep editing</Button>
          <Button variant="filled" onClick={() => asked !== null && leave(asked)}>
            Leave
          </Button>
        </>
      }
    />
  );
}
