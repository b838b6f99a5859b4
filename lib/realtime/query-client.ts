import { QueryClient } from "@tanstack/react-query";
import { ReadError } from "#lib/queries/read-resource.ts";

/** Ms for which an answer counts as fresh, so that what the server has just read is not read again. */
const freshMs = 5_000;

/** Failures that another try may mend. */
const passing = new Set(["unreachable", "timed_out", "unavailable"]);

/** An empty memory for what is read from the service, with this app's rules for freshness and repeats. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: (count, error) => count < 2 && (!(error instanceof ReadError) || passing.has(error.failure.code)),
      },
    },
  });
}
