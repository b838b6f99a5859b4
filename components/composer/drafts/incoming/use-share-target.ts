"use client";
import { useEffect, useRef } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { ShareTargetOptions } from "./share-target.ts";

/** Opens content shared with the installed app as a new draft. The previous draft stays among the drafts. */
export function useShareTarget(at: ShareTargetOptions): void {
  const given = useRef(at);
  given.current = at;
  // Read during render, because effects run after the URL has changed to the draft's.
  const asked = useRef(typeof location === "undefined" ? null : new URLSearchParams(location.search).get("shared"));
  useEffect(() => {
    const id = asked.current;
    asked.current = null;
    if (id === null) return;
    // The URL is replaced, so that a reload does not open the content twice.
    history.replaceState(null, "", "/compose");
    const lost = () =>
      showToast({
        tone: "failed",
        message: "Couldn't read what you shared. Share it again.",
      });
    void import("./share-target.ts")
      .then(({ openSharedContent: takeUp }) => takeUp(id, given.current, lost))
      .catch(lost);
  }, []);
}
