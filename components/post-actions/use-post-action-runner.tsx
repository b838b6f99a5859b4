"use client";
import { useMemo } from "react";
import { reportLoadFailure } from "#components/ui/layout/lazy-component.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import type { createPostActionRunner, PostActionResult } from "./post-action-runner.ts";

type PostActionRunner = ReturnType<typeof createPostActionRunner>;

/**
 * Returns every action on posts: one toast for all posts with refusals and reasons, an undo that outlives the page, and
 * the member's seconds of grace before anything is published. Loaded with the first action, because most visits only
 * read; a toast says if that fails.
 */
export function usePostActionRunner() {
  const registry = useLazyLiveQueryClient();
  const { undoSeconds } = usePreferences();
  return useMemo(
    () => ({
      change: (...action: Parameters<PostActionRunner["change"]>): Promise<PostActionResult> =>
        Promise.all([registry.wake(), import("./post-action-runner.ts")]).then(
          ([{ client }, { createPostActionRunner: createRunner }]) =>
            createRunner(client, undoSeconds).change(...action),
          (error: unknown) => {
            reportLoadFailure();
            return { changed: [], refused: [], failure: toReadFailure(error) };
          },
        ),
    }),
    [registry, undoSeconds],
  );
}
