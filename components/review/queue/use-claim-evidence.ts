"use client";
import { useEffect, useState } from "react";
import type { ClaimEvidence } from "#lib/contract/types.ts";
import { claimQueries } from "#lib/queries/claims.ts";
import type { LiveQueryClient } from "#lib/realtime/query-cache.ts";
import { useLiveQueryRegistry } from "#lib/realtime/use-live-query.ts";

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
  const desk = useLiveQueryRegistry();
  const [live, setLive] = useState<LiveQueryClient | null>(null);
  const [told, setTold] = useState<EvidenceState>({ id: first?.claim.id ?? null, evidence: first, error: null });
  const next = ahead.join(" ");

  const isFirst = id === (first?.claim.id ?? null);
  useEffect(() => {
    let isGone = false;
    const wake = () =>
      void desk.wake().then(
        (woken) => !isGone && setLive(woken),
        (error: unknown) => !isGone && setTold((before) => ({ ...before, error: error as Error })),
      );
    const timer = setTimeout(wake, isFirst ? aheadMs : 0);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [desk, isFirst]);

  useEffect(() => {
    if (!live || id === null) return;
    return live.follow(claimQueries.one(id), (evidence, error) => setTold({ id, evidence: evidence ?? null, error }));
  }, [live, id]);

  useEffect(() => {
    if (!live || next === "") return;
    for (const one of next.split(" ")) void live.client.prefetchQuery(claimQueries.one(one));
  }, [live, next]);

  if (told.id === id) return told;
  // Reads the cache in the same render as the key press, not after an effect.
  const known = id === null ? undefined : live?.client.getQueryData(claimQueries.one(id).queryKey);
  return { id, evidence: known ?? null, error: null };
}
