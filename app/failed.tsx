import { ButtonLink } from "#components/ui/button-link";
import { ErrorState } from "#components/ui/error-state";
import type { Failure } from "#lib/contract/errors";
import { sentenceFor } from "#lib/contract/sentences";

/** What stands in place of something the service did not give: what happened, what is safe, what to do. */
export function Failed({ failure, again }: { failure: Failure; again: string }) {
  const { what, safe, next } = sentenceFor(failure);
  return (
    <ErrorState title={what} reference={failure.requestId} actions={<ButtonLink href={again}>Try again</ButtonLink>}>
      {safe} {next}
    </ErrorState>
  );
}
