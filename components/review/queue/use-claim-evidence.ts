"use client";
import { useEffect, useState } from "react";
import type { ClaimEvidence } from "#lib/contract/types.ts";
import { claimQueries } from "#lib/queries/claims.ts";
import type { LiveQueryCache } from "#lib/realtime/query-cache.ts";
import { useRealtimeClient } from "#lib/realtime/use-live-query.ts";

/** Ms after which what follows is had ahead: the first one came with the page, which stands by then. */
const aheadMs = 2_500;

type EvidenceState = { id: string | null; evidence: ClaimEvidence | null; error: Error | null };

/**
 * The evidence of the claim in view, kept current; that of `ahead` is had before it is asked for, so that the next claim
 * stands with the key that leads to it.
 * @param first what the server read of the first one
 */
export function useClaimEvidence(
  id: string | null,
  ahead: readonly string[],
  first: ClaimEvidence | null,
): EvidenceState {
  const desk = useRealtimeClient();
  const [live, setLive] = useState<LiveQueryCache | null>(null);
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
  // In the very render of the key: not after an effect.
  const known = id === null ? undefined : live?.client.getQueryData(claimQueries.one(id).queryKey);
  return { id, evidence: known ?? null, error: null };
}
