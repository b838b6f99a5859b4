import type { QueryClient } from "@tanstack/react-query";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { takeDownPosts } from "#lib/actions/bulk-posts.ts";
import { countPosts, placesOf } from "./action-messages.ts";
import type { StandingPost } from "./take-down-prompt.ts";
import { refreshPosts, settled, tellFailure } from "./feedback.ts";

/** Takes posts down from their platforms and tells what came of it, exactly. */
export function makeTakeDown(queries: QueryClient) {
  return async (posts: readonly StandingPost[]): Promise<void> => {
    const result = await settled(takeDownPosts({ ids: posts.map(({ id }) => id) }));
    await refreshPosts(queries);
    if (result.error) return tellFailure(result.error);
    const gone = result.ok.filter(({ error }) => error === null).length;
    const [failed] = result.ok.flatMap(({ error }) => error ?? []);
    const places = placesOf(posts);
    if (!failed) {
      showToast({ message: `Taken down from ${places}${posts.length === 1 ? "" : `: ${countPosts(posts.length)}`}` });
    } else if (posts.length === 1) {
      showToast({ tone: "failed", message: failed.message });
    } else {
      const message = `${gone} of ${posts.length} taken down; of the others: ${failed.message}`;
      showToast({ tone: gone === 0 ? "failed" : "plain", message });
    }
  };
}
