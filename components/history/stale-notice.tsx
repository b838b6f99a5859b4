import { Notice } from "#components/ui/notice";
import { sentenceFor } from "#lib/contract/sentences";
import { failureOf } from "#lib/queries/read";

/** Says that what is shown may be old, and why. */
export function StaleNotice({ error, className }: { error: Error; className?: string }) {
  const { what, next } = sentenceFor(failureOf(error));
  return (
    <Notice tone="publishing" role="status" className={className}>
      What is shown may be out of date. {what} {next}
    </Notice>
  );
}
