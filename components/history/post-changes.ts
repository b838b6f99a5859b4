import type { QueryClient } from "@tanstack/react-query";
import { showToast } from "#components/ui/toast";
import { cancelPost, deletePosts, restorePosts, retryPosts, settlePost } from "#lib/actions/posts";
import type { Failure, Result } from "#lib/contract/errors";
import { sentenceFor } from "#lib/contract/sentences";
import type { Post } from "#lib/contract/types";
import { type PostPage, postQueries } from "#lib/queries/posts";
import { failureOf, signInPath } from "#lib/queries/read";
import { channelWord, countPosts } from "./post-words.ts";

type EachResult = { id: string; error: Failure | null };

/** What can be done to posts from the history: each tells in a toast what came of it. */
export function makePostChanges(queries: QueryClient, canRestore: boolean) {
  const refresh = () => queries.invalidateQueries({ queryKey: postQueries.all() });
  // Not the page of a deleted post itself: it would only learn that it is gone.
  const refreshLists = () =>
    queries.invalidateQueries({ queryKey: postQueries.all(), predicate: ({ queryKey }) => queryKey[1] !== "one" });

  function dropFromLists(ids: ReadonlySet<string>) {
    queries.setQueriesData<PostPage>({ queryKey: [...postQueries.all(), "list"] }, (page) => {
      if (!page) return page;
      const posts = page.posts.filter((post) => !ids.has(post.id));
      const total = page.pagination.total - (page.posts.length - posts.length);
      return { posts, pagination: { ...page.pagination, total } };
    });
  }

  async function restore(ids: string[]) {
    const results = await eachOf(restorePosts({ ids }), ids);
    await refresh();
    tellFailures(results, "could not be brought back");
    const back = results.filter((result) => !result.error).length;
    if (back > 0) showToast({ message: `Brought back ${countPosts(back)}` });
  }

  return {
    /** @returns how many are gone. */
    async remove(posts: readonly Post[]): Promise<number> {
      const ids = posts.map((post) => post.id);
      const results = await eachOf(deletePosts({ ids }), ids);
      const gone = posts.filter((post) => results.some((result) => result.id === post.id && !result.error));
      dropFromLists(new Set(gone.map((post) => post.id)));
      tellFailures(results, "could not be deleted");
      if (gone.length > 0) {
        const undo = canRestore ? { undo: () => void restore(gone.map((post) => post.id)) } : {};
        showToast({ message: deletedWords(gone), ...undo });
      }
      await refreshLists();
      return gone.length;
    },
    async retry(posts: readonly Post[]): Promise<void> {
      const ids = posts.map((post) => post.id);
      const results = await eachOf(retryPosts({ ids }), ids);
      tellFailures(results, "could not be sent again");
      const sent = results.filter((result) => !result.error).length;
      if (sent > 0) showToast({ message: `Sending ${countPosts(sent)} again` });
      await refresh();
    },
    async settle(post: Post, unconfirmed: "is_there" | "send_again"): Promise<void> {
      await one(settlePost({ id: post.id, unconfirmed }), () =>
        unconfirmed === "is_there" ? "Noted: that part stands there" : "Sending it again",
      );
      await refresh();
    },
    async cancel(post: Post): Promise<void> {
      await one(cancelPost({ id: post.id }), () => "Canceled: it stays here and is not sent");
      await refresh();
    },
  };
}

function deletedWords(gone: readonly Post[]): string {
  const words = gone.length === 1 ? "Deleted" : `Deleted ${countPosts(gone.length)}`;
  const published = gone.filter((post) => post.status === "published");
  if (published.length === 0) return words;
  const places = [...new Set(published.map(channelWord))].join(", ");
  return `${words} from your history; what is out stays on ${places}`;
}

async function one<T>(asked: Promise<Result<T>>, words: (ok: T) => string): Promise<void> {
  const result = await asked.catch((error: unknown) => ({ ok: undefined, error: failureOf(error) }));
  if (result.error) tellFailure(result.error);
  else showToast({ message: words(result.ok as T) });
}

/** The result of each; a failure of the whole request is the failure of each. */
async function eachOf(asked: Promise<Result<EachResult[]>>, ids: readonly string[]): Promise<EachResult[]> {
  const result = await asked.catch((error: unknown) => ({ ok: undefined, error: failureOf(error) }));
  return result.ok ?? ids.map((id) => ({ id, error: result.error as Failure }));
}

function tellFailures(results: readonly EachResult[], what: string): void {
  const failures = results.flatMap((result) => (result.error ? [result.error] : []));
  const [first] = failures;
  if (first) tellFailure(first, failures.length > 1 ? `${countPosts(failures.length)} ${what}: ` : "");
}

function tellFailure(failure: Failure, before = ""): void {
  if (failure.code === "unauthorized") location.assign(signInPath(location.pathname + location.search));
  const { what, next } = sentenceFor(failure);
  showToast({ tone: "failed", message: `${before}${what} ${next}` });
}
