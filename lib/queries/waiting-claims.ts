import { queryOptions } from "@tanstack/react-query";
import { readResource } from "./read-resource.ts";

/** How many claims wait for a decision, and since when the oldest does. */
export type WaitingClaimCount = { waiting: number; oldest: string | null };

/** Read again with everything of the claims. Apart from those: every page shows it. */
export const waitingClaimsQuery = queryOptions({
  queryKey: ["claims", "waiting"] as const,
  queryFn: ({ signal }) => readResource<WaitingClaimCount>("claims-waiting", {}, signal),
});
