"use client";
import { useRouter } from "next/navigation";
import { bufferKeystrokesForNextPage, discardBufferedKeystrokes } from "#components/ui/keyboard/buffered-keystrokes.ts";
import { reportLoadFailure } from "#components/ui/layout/lazy-component.tsx";
import type { DraftSummary } from "#lib/contract/types.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import type { DraftActions } from "./draft-actions.ts";

/**
 * Returns the actions on drafts and templates. Each one refreshes every list of drafts; the undo outlives the page. Their
 * code loads with the first one: most visits only open a draft.
 */
export function useDraftActions(kind: "draft" | "template") {
  const router = useRouter();
  const liveQueries = useLazyLiveQueryClient();
  const refresh = () => liveQueries.touch("all").catch(() => undefined);

  /** @returns null if the code couldn't be loaded */
  async function run<T>(action: (actions: DraftActions) => Promise<T>): Promise<T | null> {
    const loaded = await import("./draft-actions.ts").catch(reportLoadFailure);
    return typeof loaded === "object" ? await action(loaded.createDraftActions(kind, refresh)) : null;
  }

  return {
    refresh,
    run,
    /** Opens the composer with a draft that starts from the template. */
    async writeFrom(template: DraftSummary): Promise<void> {
      bufferKeystrokesForNextPage();
      const id = await run((actions) => actions.copy(template, "draft"));
      if (id === null) return discardBufferedKeystrokes();
      router.push(`/compose?draft=${id}`);
    },
  };
}
