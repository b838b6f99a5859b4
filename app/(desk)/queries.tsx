"use client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ReadFailure } from "#lib/queries/read";

/** Ms for which an answer counts as fresh, so that what the server has just read is not read again. */
const freshMs = 5_000;

/** Failures that another try may mend. */
const passing = new Set(["unreachable", "timed_out", "unavailable"]);

/** Keeps what was read from the service, for all pages of the desk. `keep`: the session is due to be renewed. */
export function Queries({ keep, children }: { keep: boolean; children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: freshMs,
            retry: (count, error) => count < 2 && (!(error instanceof ReadFailure) || passing.has(error.failure.code)),
          },
        },
      }),
  );
  useEffect(() => {
    // A page can't set a cookie while it renders; any read can.
    if (keep) void fetch("/read/me", { cache: "no-store" }).catch(() => undefined);
  }, [keep]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
