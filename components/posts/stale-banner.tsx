import { Notice } from "#components/ui/feedback/banner.tsx";
import { failureOf } from "#lib/queries/read-resource.ts";

/** Says that what is shown may be old, and why. Never loaded late: it is needed when nothing loads. */
export function StaleNotice({ error, className }: { error: Error; className?: string }) {
  return (
    <Notice tone="publishing" role="status" className={className}>
      What is shown may be out of date. {failureOf(error).message} It is read again as soon as that works.
    </Notice>
  );
}
