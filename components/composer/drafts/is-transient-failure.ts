import type { Failure } from "#lib/contract/errors.ts";

const transientErrorCodes = new Set([
  "unreachable",
  "lost",
  "timed_out",
  "unreadable",
  "unavailable",
  "internal_error",
  "rate_limited",
]);

/** True for a temporary failure: the service may accept the same content later. */
export const isTransientFailure = ({ code }: Failure): boolean => transientErrorCodes.has(code);
