"use client";
import { useEffect, useState } from "react";
import type { ClaimEvidence } from "#lib/contract/types.ts";
import { claimQueries } from "#lib/queries/claims.ts";
import type { LiveQueryClient } from "#lib/realtime/live-query-client.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";

/**
 * Ms after which the next claims' evidence is fetched: the first claim's evidence comes with the page, which has
 * rendered by then.
 */
const aheadMs = 2_500;

type EvidenceState = { id: string | null; evidence: ClaimEvidence | null; error: Error | null };

/**
 * Returns the open claim's evidence, kept up to date, and fetches that of `ahead`, so that the next claim appears with
 * the key press that opens it.
 * @param first the server's evidence of the first claim
 */
export function useClaimEvidence(
  id: string | null,
  ahead: readonly string[],
  first: ClaimEvidence | null,
): EvidenceState {
  const registry = useLazyLiveQueryClient();
  const [live, setLive] = useState<LiveQueryClient | null>(null);
  const [result, setResult] = useState<EvidenceState>({ id: first?.claim.id ?? null, evidence: first, error: null });
  const next = ahead.join(" ");

  const isFirst = id === (first?.claim.id ?? null);
  useEffect(() => {
    let isCanceled = false;
    const wake = () =>
      void registry.wake().then(
        (woken) => !isCanceled && setLive(woken),
        (error: unknown) => !isCanceled && setResult((before) => ({ ...before, error: error as Error })),
      );
    const timer = setTimeout(wake, isFirst ? aheadMs : 0);
    return () => {
      isCanceled = true;
      clearTimeout(timer);
    };
  }, [registry, isFirst]);

  useEffect(() => {
    if (!live || id === null) return;
    return live.follow(claimQueries.one(id), (evidence, error) => setResult({ id, evidence: evidence ?? null, error }));
  }, [live, id]);

  useEffect(() => {
    if (!live || next === "") return;
    for (const one of next.split(" ")) void live.client.prefetchQuery(claimQueries.one(one));
  }, [live, next]);

  if (result.id === id) return result;
  // Reads the cache in the same render as the key press, not after an effect.
  const cached = id === null ? undefined : live?.client.getQueryData(claimQueries.one(id).queryKey);
  return { id, evidence: cached ?? (isFirst ? first : null), error: null };
}
