import { showToast } from "#components/ui/feedback/toast.tsx";
import type { Failure } from "#lib/contract/errors.ts";

/** Called once the page is shown as well: offline it could not be loaded any more, and a failure would be silent. */
export const loadFailureTexts = () => import("#lib/contract/messages/describe-failure.ts");

/** Says in a toast what failed and what to do. */
export async function reportFailure(failure: Failure): Promise<void> {
  const { describeFailure } = await loadFailureTexts();
  const { what, next } = describeFailure(failure);
  showToast({ tone: "failed", message: `${what} ${next}` });
}
