"use client";
import { useMemo } from "react";
import type { BulkAction } from "#lib/contract/types.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import type { PostActionOptions, PostActionResult, PostActionSelection } from "./post-action-runner.ts";
import { type StillPublishedPost, takeDownPrompt } from "./take-down-prompt.ts";

/**
 * Returns every action on posts: one toast for all posts with refusals and reasons, an undo for 10 s that outlives the
 * page, and 5 s of grace before anything is published. Loaded with the first action, because most visits only read.
 */
export function usePostActionRunner() {
  const registry = useLazyLiveQueryClient();
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
        return await createRunner(client).change(action, selection, options);
      },
      /** Shows links to published posts and asks if they should be taken down. */
      askTakeDown: (posts: readonly StillPublishedPost[]) => takeDownPrompt.set(posts),
    }),
    [registry],
  );
}
