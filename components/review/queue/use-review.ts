"use client";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { formatDecisionToast, getClaimAuthorName } from "#components/review/claim-labels.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { dismissToast, showToast } from "#components/ui/feedback/toast.tsx";
import { decideClaims, reverseDecision } from "#lib/actions/claims.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import type { ClaimDecisionsResult } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { type ClaimPage, claimQueries } from "#lib/queries/claims.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import type { LiveQueryRegistry } from "#lib/realtime/live-query-registry.ts";
import { useLiveQuery, useLiveQueryRegistry } from "#lib/realtime/use-live-query.ts";
import type { QueuedRequest, ReviewFeedback } from "./review-state.ts";
import { createReviewStore, type ReviewStore } from "./review-store.ts";

/** Returns the state of one list's review with its queued decisions. `search` is the list's query string. */
export function useReview(search: string, first: ClaimPage, nowMs: number) {
  const desk = useLiveQueryRegistry();
  const reading = useMemo(() => claimQueries.list(search), [search]);
  const { data, error } = useLiveQuery(reading, first, nowMs);
  const [store] = useState(() => createStoreWithFeedback(first, desk));
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);

  useEffect(() => store.dispatch({ type: "listed", claims: data.claims, total: data.total }), [store, data]);
  useEffect(() => {
    // Back online, the queue need not wait for its next try.
    const again = () => store.get().held && store.dispatch({ type: "again" });
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [store]);
  useUnloadWarning(state.queue.length > 0);
  return { store, state, error };
}

/** Warns before the tab closes while decisions are in the queue. */
function useUnloadWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const keep = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", keep);
    return () => removeEventListener("beforeunload", keep);
  }, [isNeeded]);
}

function createStoreWithFeedback(first: ClaimPage, desk: LiveQueryRegistry): ReviewStore {
  // Shows one toast for the newest decision: thirty toasts a minute would hide the page.
  let toast: { id: number; number: number } | null = null;
  const hide = () => {
    if (toast) dismissToast(toast.id);
    toast = null;
  };

  function tell(told: ReviewFeedback): void {
    if (told.type === "decided") {
      hide();
      const undo = () => {
        toast = null;
        store.dispatch({ type: "undo", number: told.number });
      };
      toast = { id: showToast({ message: formatDecisionToast(told.claims, told.wanted), undo }), number: told.number };
    } else if (told.type === "undone") {
      if (toast?.number === told.number) hide();
      const [claim] = told.claims;
      announce(told.claims.length === 1 && claim ? `Reversed: ${getClaimAuthorName(claim)}` : "Reversed");
    } else if (told.type === "refused") {
      showToast({ tone: "failed", message: told.message });
    } else void reportFailure(told.failure);
  }

  const store = createReviewStore(first.claims, first.total, {
    send: sendRequest,
    tell,
    onAnswered: () => void invalidateClaims(desk),
    newKey: newId,
    later: (run, ms) => setTimeout(run, ms),
  });
  return store;
}

function sendRequest(wish: QueuedRequest, repeatKey: string): Promise<Result<ClaimDecisionsResult>> {
  const asked =
    wish.type === "decide"
      ? decideClaims({ decisions: wish.decisions, repeatKey })
      : reverseDecision({ id: wish.decision ?? "" });
  return asked.catch((error: unknown) => ({ error: toReadFailure(error) }));
}

/** Invalidates the list, the count and the evidence; a burst of decisions causes one read. */
async function invalidateClaims(desk: LiveQueryRegistry): Promise<void> {
  await desk.touch("claims").catch(() => undefined);
}

export async function reportFailure(failure: Failure): Promise<void> {
  const { describeFailure: sentenceFor } = await import("#lib/contract/messages/describe-failure.ts");
  const { what, next } = sentenceFor(failure);
  showToast({ tone: "failed", message: `${what} ${next}` });
}
