import { Banner } from "#components/ui/feedback/banner.tsx";
import type { Failure } from "#lib/contract/errors.ts";

/** Says that a change was not saved, and why. Never lazy: it must work when nothing loads. */
export function SaveFailureBanner({ failure }: { failure: Failure }) {
  return (
    <Banner tone="failed" role="alert">
      {failure.message} Nothing was changed.{failure.status === 400 ? "" : " Try again in a moment."}
    </Banner>
  );
}
