import type { QueryClient } from "@tanstack/react-query";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { takeDownPosts } from "#lib/actions/bulk-posts.ts";
import { invalidatePosts } from "#lib/queries/posts/invalidate-posts.ts";
import { formatPlatformNames, formatPostCount } from "./action-messages.ts";
import { catchFailure, reportFailure } from "./report-failure.ts";
import type { StillPublishedPost } from "./take-down-prompt.ts";

/** Takes posts down from their platforms and reports the exact result. */
export function createTakeDownRunner(queries: QueryClient) {
  return async (posts: readonly StillPublishedPost[]): Promise<void> => {
    const result = await catchFailure(takeDownPosts({ ids: posts.map(({ id }) => id) }));
    await invalidatePosts(queries);
    if (result.error) return reportFailure(result.error);
    const deletedCount = result.ok.filter(({ error }) => error === null).length;
    const [failed] = result.ok.flatMap(({ error }) => error ?? []);
    const places = formatPlatformNames(posts);
    if (!failed) {
      showToast({
        message: `Taken down from ${places}${posts.length === 1 ? "" : `: ${formatPostCount(posts.length)}`}`,
      });
    } else if (posts.length === 1) {
      showToast({ tone: "failed", message: failed.message });
    } else {
      const message = `${deletedCount} of ${posts.length} taken down; the others: ${failed.message}`;
      showToast({ tone: deletedCount === 0 ? "failed" : "plain", message });
    }
  };
}
