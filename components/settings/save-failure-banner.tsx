import { Banner } from "#components/ui/feedback/banner.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { describeChangeSafety } from "#lib/contract/messages/change-safety.ts";

/** Says that a change was not saved, and why. Never lazy: it must work when nothing loads. */
export function SaveFailureBanner({ failure }: { failure: Failure }) {
  return (
    <Banner tone="failed" role="alert">
      {failure.message} {describeChangeSafety(failure)}
      {getNextStep(failure)}
    </Banner>
  );
}

function getNextStep({ status }: Failure): string {
  if (status === 400) return "";
  return status === 409 ? " Check the current values and try again." : " Try again in a moment.";
}
