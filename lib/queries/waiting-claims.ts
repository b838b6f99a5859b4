import { queryOptions } from "@tanstack/react-query";
import { read } from "./read-resource.ts";

/** How many claims wait for a decision, and since when the oldest does. */
export type Waiting = { waiting: number; oldest: string | null };

/** Read again with everything of the claims. Apart from those: every page shows it. */
export const waitingClaims = queryOptions({
  queryKey: ["claims", "waiting"] as const,
  queryFn: ({ signal }) => read<Waiting>("claims-waiting", {}, signal),
});
