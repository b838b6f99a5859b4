import { queryOptions } from "@tanstack/react-query";
import type { Post } from "#lib/contract/types.ts";
import { isPostInProgress } from "./posts.ts";
import { readResource } from "./read-resource.ts";

/** What the home page tells of the member's posts; see the gateway's. */
export type HomePosts = {
  next: Post[];
  moving: Post[];
  drafts: Post[];
  published: Post[];
  failed: Post[];
  counts: Record<string, number | null>;
};

/** Ms between two looks while something is on its way. */
const movingMs = 1_500;

/** True while the page will change by itself any moment. */
export function isHomeInProgress(home: HomePosts): boolean {
  return home.moving.length > 0 || home.next.some((post) => isPostInProgress(post, Date.now()));
}

/** Under "posts", so that any change of one reads it again. */
export const homeQuery = queryOptions({
  queryKey: ["posts", "home"] as const,
  queryFn: ({ signal }) => readResource<HomePosts>("home", {}, signal),
  refetchInterval: (query) => (query.state.data && isHomeInProgress(query.state.data) ? movingMs : false),
});
