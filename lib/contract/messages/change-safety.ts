import type { Failure } from "#lib/contract/errors.ts";

/** Says what became of a change that failed: only after a refusal, or without a request, is it certain that nothing was changed. */
export function describeChangeSafety({ status, neverSent }: Pick<Failure, "status" | "neverSent">): string {
  const isRefused = status !== null && status >= 400 && status < 500;
  return neverSent || isRefused ? "Nothing was changed." : "It may not have been saved.";
}
