import type { QueryClient } from "@tanstack/react-query";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/failure-messages.ts";
import { getSignInPath, toReadFailure } from "#lib/queries/read-resource.ts";

/** First elements of the keys of queries that contain posts. */
const kinds: ReadonlySet<unknown> = new Set(["posts", "calendar", "inbox"]);

/**
 * Invalidates all queries that contain posts, except the pages of posts in `gone`, which would only report the
 * deletion.
 */
export function invalidatePosts(queries: QueryClient, gone?: ReadonlySet<string>): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => kinds.has(queryKey[0]) && !(queryKey[1] === "one" && gone?.has(String(queryKey[2]))),
  });
}

/** Converts a rejection to a failure result, for example if the server can't be reached. */
export async function catchFailure<T>(asked: Promise<Result<T>>): Promise<Result<T>> {
  return await asked.catch((error: unknown) => ({ error: toReadFailure(error) }));
}

/** Reports that nothing was done, and why. */
export function reportFailure(failure: Failure): void {
  if (failure.code === "unauthorized") location.assign(getSignInPath(location.pathname + location.search));
  const { what, next } = describeFailure(failure);
  showToast({ tone: "failed", message: `${what} ${next}` });
}
