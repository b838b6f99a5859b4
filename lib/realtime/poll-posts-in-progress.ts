import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Post } from "#lib/contract/types.ts";
import type { HomePosts } from "#lib/queries/home.ts";
import { getPollMs } from "#lib/queries/posts/poll-interval.ts";
import { readPost } from "#lib/queries/posts/post.ts";
import { isPostInProgress, type PostPage } from "#lib/queries/posts/posts.ts";
import { ReadError } from "#lib/queries/read-resource.ts";

/** Posts in progress that are polled at once. The page's own refresh covers the others. */
const postsMax = 3;

/** Returns the posts in a query's data; null for a query that polls by itself. */
function getPosts([kind, of]: QueryKey, data: unknown): readonly Post[] | null {
  if (kind === "posts" && of === "list") return (data as PostPage).posts;
  if (kind === "posts" && of === "home") return [...(data as HomePosts).moving, ...(data as HomePosts).next];
  return null;
}

/** Returns true if this query's posts are polled one by one instead of all data. */
export const hasPolledPosts = (key: QueryKey): boolean =>
  key[0] === "posts" && (key[1] === "list" || key[1] === "home");

type PostPoller = { check: () => void; stop: () => void };

/**
 * Polls the posts in progress of a query, for a service without an event stream, and refetches the query once a post
 * changed. The waits grow, and last as long as the service asks for.
 * @returns `check` starts polling once something is in progress
 */
export function pollPostsInProgress(client: QueryClient, key: QueryKey): PostPoller {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isStopped = false;
  const listMoving = () => {
    const data = client.getQueryData(key);
    const posts = data === undefined ? null : getPosts(key, data);
    return (posts ?? []).filter((post) => isPostInProgress(post, Date.now())).slice(0, postsMax);
  };

  async function poll(): Promise<void> {
    timer = null;
    if (document.visibilityState === "hidden") return start(0);
    let askedMs = 0;
    for (const post of listMoving()) {
      const now = await readPost(post.id, new AbortController().signal).catch((error: unknown) => {
        if (error instanceof ReadError) askedMs = (error.failure.retryAfterSeconds ?? 0) * 1_000;
        return null;
      });
      if (isStopped) return;
      const isChanged = now !== null && (now.status !== post.status || now.updated_at !== post.updated_at);
      if (!isChanged) continue;
      await client.invalidateQueries({ queryKey: key });
      break;
    }
    start(askedMs);
  }

  function start(atLeastMs: number): void {
    const moving = listMoving();
    if (isStopped || timer || moving.length === 0) return;
    const waits = moving.map(({ id, status }) => getPollMs(`${key.join()} ${id} ${status}`));
    timer = setTimeout(() => void poll(), Math.max(Math.min(...waits), atLeastMs));
  }

  return {
    check: () => start(0),
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
