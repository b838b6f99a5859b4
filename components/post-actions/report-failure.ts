import { showToast } from "#components/ui/feedback/toast.tsx";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { getSignInPath, toReadFailure } from "#lib/queries/read-resource.ts";

/** Loads the sentences for failures. Called before an action ends, too: without a network they can't be loaded. */
export const loadFailureMessages = () => import("#lib/contract/messages/describe-failure.ts");

/** Converts a rejection to a failure result, for example if the server can't be reached. */
export async function catchFailure<T>(request: Promise<Result<T>>): Promise<Result<T>> {
  return await request.catch((error: unknown) => ({ error: toReadFailure(error) }));
}

/** Says in a toast that nothing was done, and why. */
export function reportFailure(failure: Failure): void {
  if (failure.code === "unauthorized") location.assign(getSignInPath(location.pathname + location.search));
  const say = (message: string) => showToast({ tone: "failed", message });
  void loadFailureMessages().then(
    ({ describeFailure }) => {
      const { what, next } = describeFailure(failure);
      say(`${what} ${next}`);
    },
    () => say(`${failure.message} Try again in a moment.`),
  );
}
