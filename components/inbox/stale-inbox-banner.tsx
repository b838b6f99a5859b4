"use client";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { toReadFailure } from "#lib/queries/read-resource.ts";

/** Says that the page shows an earlier snapshot, and why. Never lazy: it must work when nothing loads. */
export function StaleInboxBanner({ error }: { error: Error }) {
  return (
    <Banner tone="failed" role="status" className="mb-3.5">
      {toReadFailure(error).message} Showing the last loaded inbox. It reloads automatically.
    </Banner>
  );
}
