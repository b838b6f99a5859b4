import type { QueryClient } from "@tanstack/react-query";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/failure-messages.ts";
import { getSignInPath, toReadFailure } from "#lib/queries/read-resource.ts";

/** Readings that posts are in: their keys begin so. */
const kinds: ReadonlySet<unknown> = new Set(["posts", "calendar", "inbox"]);

/** Reads again whatever posts are in; not the pages of posts that are `gone`, which would only learn that. */
export function invalidatePosts(queries: QueryClient, gone?: ReadonlySet<string>): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => kinds.has(queryKey[0]) && !(queryKey[1] === "one" && gone?.has(String(queryKey[2]))),
  });
}

/** What an action came to, also when the server could not be reached. */
export async function catchFailure<T>(asked: Promise<Result<T>>): Promise<Result<T>> {
  return await asked.catch((error: unknown) => ({ error: toReadFailure(error) }));
}

/** Tells that nothing was done, and why. */
export function reportFailure(failure: Failure): void {
  if (failure.code === "unauthorized") location.assign(getSignInPath(location.pathname + location.search));
  const { what, next } = describeFailure(failure);
  showToast({ tone: "failed", message: `${what} ${next}` });
}
