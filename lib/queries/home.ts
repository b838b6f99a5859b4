import { queryOptions } from "@tanstack/react-query";
import type { MemberRank, Post } from "#lib/contract/types.ts";
import type { DraftPage } from "./drafts/draft-queries.ts";
import { isPostInProgress } from "./posts/posts.ts";
import { readResource } from "./read-resource.ts";
import { everyone } from "./scope.ts";

/** The posts on the home page; see `HomeSnapshot` of the gateway. */
export type HomePosts = {
  next: Post[];
  scheduledTotal: number | null;
  moving: Post[];
  drafts: DraftPage;
  published: {
    credited: NonNullable<MemberRank["credited"]>;
    pendingClaims: { claims: number; points: number };
    hasScheduled: boolean;
  };
  lastPublished: Post | null;
  hasPublished: boolean;
  failed: { posts: Post[]; total: number | null };
};

/** Ms between two reads while a post is in progress. */
const movingMs = 1_500;

/** Returns true while the home page is about to change by itself. */
export function isHomeInProgress(home: HomePosts): boolean {
  return home.moving.length > 0 || home.next.some((post) => isPostInProgress(post, Date.now()));
}

/** The key begins with "posts", so that any change of a post invalidates the query. */
const createHomeQuery = (search: Record<string, string>) =>
  queryOptions({
    queryKey: ["posts", "home", search] as const,
    queryFn: ({ signal }) => readResource<HomePosts>("home", search, signal),
    refetchInterval: (query) => (query.state.data && isHomeInProgress(query.state.data) ? movingMs : false),
  });

export const homeQueries = { mine: createHomeQuery({}), everyone: createHomeQuery({ member: everyone }) };
