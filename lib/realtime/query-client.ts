import { QueryClient } from "@tanstack/react-query";
import { ReadError } from "#lib/queries/read-resource.ts";

/** Ms for which data counts as fresh, so that data from the server is not read again at once. */
const freshMs = 5_000;

/** Failures that a retry may resolve. */
const passing = new Set(["unreachable", "timed_out", "unavailable"]);

/** Creates an empty query client with this app's rules for freshness and retries. */
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
