import { Banner } from "#components/ui/feedback/banner.tsx";
import { toReadFailure } from "#lib/queries/read-resource.ts";

/** Says that the page's data may be out of date, and why. Never lazy: it must work when nothing loads. */
export function StaleBanner({ error, className }: { error: Error; className?: string }) {
  return (
    <Banner tone="publishing" role="status" className={className}>
      This may be out of date. {toReadFailure(error).message} Retrying automatically.
    </Banner>
  );
}
