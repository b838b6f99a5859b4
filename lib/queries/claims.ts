import { queryOptions } from "@tanstack/react-query";
import type { Claim, ClaimEvidence, LedgerCheck, OwnClaim } from "#lib/contract/types.ts";
import { readResource } from "./read-resource.ts";

export type ClaimPage = { claims: Claim[]; total: number };

/** Ms for which prefetched evidence is shown without another read. */
const freshMs = 60_000;

/** Queries for claims. `search` is the part of the review's address after the question mark. */
export const claimQueries = {
  all: () => ["claims"] as const,
  list: (search: string) =>
    queryOptions({
      queryKey: [...claimQueries.all(), "list", search] as const,
      queryFn: ({ signal }) => readResource<ClaimPage>(search === "" ? "claims" : `claims?${search}`, {}, signal),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...claimQueries.all(), "one", id] as const,
      queryFn: ({ signal }) => readResource<ClaimEvidence>(`claims/${encodeURIComponent(id)}`, {}, signal),
      staleTime: freshMs,
    }),
  check: () =>
    queryOptions({
      queryKey: [...claimQueries.all(), "check"] as const,
      queryFn: ({ signal }) => readResource<LedgerCheck | null>("ledger-check", {}, signal),
    }),
  /** The claim of a post as its author sees it. */
  ofPost: (id: string) =>
    queryOptions({
      queryKey: [...claimQueries.all(), "post", id] as const,
      queryFn: ({ signal }) => readResource<OwnClaim>(`posts/${encodeURIComponent(id)}/claim`, {}, signal),
    }),
};
