import { queryOptions } from "@tanstack/react-query";
import { readResource } from "./read-resource.ts";

/** The number of waiting claims, and the time of the oldest. */
export type WaitingClaimCount = { waiting: number; oldest: string | null };

/** Invalidated with all claims, but separate from them: every page shows it. */
export const waitingClaimsQuery = queryOptions({
  queryKey: ["claims", "waiting"] as const,
  queryFn: ({ signal }) => readResource<WaitingClaimCount>("claims-waiting", {}, signal),
});
