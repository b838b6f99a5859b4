"use client";
import { useEffect, useRef } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { ShareTargetOptions } from "./share-target.ts";

/** Takes up what was shared with the installed app. It is a draft of its own; the one before stays among the drafts. */
export function useShareTarget(at: ShareTargetOptions): void {
  const given = useRef(at);
  given.current = at;
  // Read as the page is drawn: by the time of effects the address is that of the draft.
  const asked = useRef(typeof location === "undefined" ? null : new URLSearchParams(location.search).get("shared"));
  useEffect(() => {
    const id = asked.current;
    asked.current = null;
    if (id === null) return;
    // A reload does not take it up twice.
    history.replaceState(null, "", "/compose");
    const lost = () =>
      showToast({
        tone: "failed",
        message: "What you shared could not be read. Share it again.",
      });
    void import("./share-target.ts")
      .then(({ openSharedContent: takeUp }) => takeUp(id, given.current, lost))
      .catch(lost);
  }, []);
}
