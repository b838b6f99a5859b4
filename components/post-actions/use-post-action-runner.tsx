"use client";
import { useMemo } from "react";
import type { BulkAction } from "#lib/contract/types.ts";
import { useRealtimeClient } from "#lib/realtime/use-live-query.ts";
import type { PostActionOptions, PostActionResult, PostActionTarget } from "./post-action-runner.ts";
import { type StillPublishedPost, takeDownPrompt } from "./take-down-prompt.ts";

/**
 * Every change of posts: one toast for the lot with what was refused and why, an undo for 10 s that outlives the page, 5 s
 * of grace for what goes out. Loaded with the first change: most visits only look.
 */
export function usePostActionRunner() {
  const desk = useRealtimeClient();
  return useMemo(
    () => ({
      change: async (
        action: BulkAction,
        what: PostActionTarget,
        more?: PostActionOptions,
      ): Promise<PostActionResult> => {
        const [{ client }, { createPostActionRunner: makeChanges }] = await Promise.all([
          desk.wake(),
          import("./post-action-runner.ts"),
        ]);
        return await makeChanges(client).change(action, what, more);
      },
      /** Shows where published posts stand and asks whether they are to be taken down from there. */
      askTakeDown: (posts: readonly StillPublishedPost[]) => takeDownPrompt.show(posts),
    }),
    [desk],
  );
}
