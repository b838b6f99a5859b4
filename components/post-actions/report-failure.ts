import { showToast } from "#components/ui/feedback/toast.tsx";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { getSignInPath, toReadFailure } from "#lib/queries/read-resource.ts";

/** Converts a rejection to a failure result, for example if the server can't be reached. */
export async function catchFailure<T>(request: Promise<Result<T>>): Promise<Result<T>> {
  return await request.catch((error: unknown) => ({ error: toReadFailure(error) }));
}

/** Reports that nothing was done, and why. */
export function reportFailure(failure: Failure): void {
  if (failure.code === "unauthorized") location.assign(getSignInPath(location.pathname + location.search));
  const { what, next } = describeFailure(failure);
  showToast({ tone: "failed", message: `${what} ${next}` });
}
