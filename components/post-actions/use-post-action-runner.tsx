"use client";
import { useMemo } from "react";
import type { BulkAction } from "#lib/contract/types.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import type { PostActionOptions, PostActionResult, PostActionSelection } from "./post-action-runner.ts";
import { askTakeDown } from "./take-down-prompt.ts";

/**
 * Returns every action on posts: one toast for all posts with refusals and reasons, an undo that outlives the page, and
 * the member's seconds of grace before anything is published. Loaded with the first action, because most visits only
 * read.
 */
export function usePostActionRunner() {
  const registry = useLazyLiveQueryClient();
  const { undoSeconds } = usePreferences();
  return useMemo(
    () => ({
      change: async (
        action: BulkAction,
        selection: PostActionSelection,
        options?: PostActionOptions,
      ): Promise<PostActionResult> => {
        const [{ client }, { createPostActionRunner: createRunner }] = await Promise.all([
          registry.wake(),
          import("./post-action-runner.ts"),
        ]);
        return await createRunner(client, undoSeconds).change(action, selection, options);
      },
      /** Shows links to published posts and asks if they should be taken down. */
      askTakeDown,
    }),
    [registry, undoSeconds],
  );
}
