"use client";
import { type RefObject, useEffect, useRef } from "react";
import { announce } from "#components/ui/announce";
import { showToast } from "#components/ui/toast";
import { limits } from "#lib/contract/limits";
import { emptyDraft, isBlank } from "../machine/draft.ts";
import type { Composer, ComposerEvent } from "../machine/events.ts";
import { newId } from "../machine/new-id.ts";
import type { useKeeping } from "./use-keeping.ts";

type SharedAt = {
  kept: Pick<ReturnType<typeof useKeeping>, "another" | "flush">;
  latest: RefObject<Composer>;
  dispatch: (event: ComposerEvent) => void;
  /** Adds images as if they were dropped here: what is too large or no image is told. */
  add: (files: readonly File[]) => Promise<void>;
};

/** Takes up what was shared with the installed app. It is a draft of its own; the one before stays among the drafts. */
export function useShared(at: SharedAt): void {
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
    void take(id).catch(() => showToast({ tone: "failed", message: lost }));

    async function take(of: string) {
      const { takeShared } = await import("./shared-with.ts");
      const shared = await takeShared(of);
      if (!shared) return showToast({ tone: "failed", message: lost });
      const { kept, latest, dispatch, add } = given.current;
      const { draft } = latest.current;
      if (!isBlank(draft)) kept.another();
      const empty = emptyDraft(newId(), limits.pointsDefault);
      const parts = empty.parts.map((part) => ({ ...part, text: shared.text }));
      dispatch({ type: "restored", draft: { ...empty, parts, channelIds: draft.channelIds } });
      kept.flush(false);
      await add(shared.files);
      announce("What you shared is here");
    }
  }, []);
}

const lost = "What you shared could not be read, so nothing of it is here. Share it once more.";
