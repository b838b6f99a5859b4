import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { ErrorState } from "#components/ui/feedback/error-state.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";

type FailureStateProps = {
  failure: Failure;
  /** The address that "Try again" leads to. */
  again: string;
  /** 1 when this state is the whole page. */
  level?: 1 | 2;
};

/** Shows a failed read in place of its data: what happened, what is safe, what to do. */
export function FailureState({ failure, again, level }: FailureStateProps) {
  const { what, safe, next } = describeFailure(failure);
  return (
    <ErrorState
      title={what}
      {...(level && { level })}
      reference={failure.requestId}
      actions={
        // A plain link instead of Next's: Next would keep the frame, and the frame may be the part that failed.
        <a href={again} className={buttonClass("outline")}>
          Try again
        </a>
      }
    >
      {safe} {next}
    </ErrorState>
  );
}
