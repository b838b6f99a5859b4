"use client";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { reportFailure } from "#components/post-actions/report-failure.ts";
import { formatDecision, getClaimAuthorName, type ReviewTimeOptions } from "#components/review/claim-labels.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { dismissToast, showToast } from "#components/ui/feedback/toast.tsx";
import { useKeyedState } from "#components/ui/use-keyed-state.ts";
import { decideClaims, reverseDecision } from "#lib/actions/claims.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { ClaimDecisionsResult } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { type ClaimPage, claimQueries } from "#lib/queries/claims.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import type { LazyLiveQueryClient } from "#lib/realtime/lazy-live-query-client.ts";
import { useLazyLiveQueryClient, useLiveQuery } from "#lib/realtime/use-live-query.ts";
import { formatDecisionToast } from "./decision-toast.ts";
import type { QueuedRequest, ReviewFeedback } from "./review-state.ts";
import { createReviewStore, type ReviewStore } from "./review-store.ts";

/** Returns the state of one list's review with its queued decisions. `search` is the list's query string. */
export function useReview(search: string, first: ClaimPage, nowMs: number) {
  const registry = useLazyLiveQueryClient();
  const times = usePreferences();
  const query = useMemo(() => claimQueries.list(search), [search]);
  const { data, error } = useLiveQuery(query, first, nowMs);
  // Another filter starts another list with an empty selection.
  const [store] = useKeyedState(search, () => createStoreWithFeedback(first, registry, times));
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);

  useEffect(() => store.dispatch({ type: "listed", claims: data.claims, total: data.total }), [store, data]);
  useEffect(() => {
    // Back online, the queue need not wait for its next try.
    const retry = () => store.get().blockingFailure && store.dispatch({ type: "again" });
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [store]);
  useUnloadWarning(state.queue.length > 0);
  return { store, state, error };
}

/** Formats another reviewer's decision with the reader's times; the service's sentence has UTC. */
function formatRefusal(
  { claim, code, message }: ReviewFeedback & { type: "refused" },
  times: ReviewTimeOptions,
): string {
  const decision = claim && code === "conflict" ? formatDecision(claim, times, new Date()) : null;
  return decision ? `${decision} Nothing was changed. Reverse that decision to decide again.` : message;
}

/** Warns before the tab closes while decisions are in the queue. */
function useUnloadWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", preventUnload);
    return () => removeEventListener("beforeunload", preventUnload);
  }, [isNeeded]);
}

function createStoreWithFeedback(
  first: ClaimPage,
  registry: LazyLiveQueryClient,
  times: ReviewTimeOptions,
): ReviewStore {
  // Shows one toast for the newest decision: thirty toasts a minute would hide the page.
  let toast: { id: number; number: number } | null = null;
  const hide = () => {
    if (toast) dismissToast(toast.id);
    toast = null;
  };
  const hideOf = (number: number) => {
    if (toast?.number === number) hide();
  };

  function notify(feedback: ReviewFeedback): void {
    if (feedback.type === "decided") {
      hide();
      const undo = () => {
        toast = null;
        store.dispatch({ type: "undo", number: feedback.number });
        // Each decision has its own undo, and the store sends them one after another.
        return null;
      };
      toast = {
        id: showToast({ message: formatDecisionToast(feedback.claims, feedback.decision), undo }),
        number: feedback.number,
      };
    } else if (feedback.type === "undone") {
      hideOf(feedback.number);
      const [claim] = feedback.claims;
      announce(feedback.claims.length === 1 && claim ? `Reversed: ${getClaimAuthorName(claim)}` : "Reversed");
    } else if (feedback.type === "refused") {
      hideOf(feedback.number);
      showToast({ tone: "failed", message: formatRefusal(feedback, times) });
    } else {
      hideOf(feedback.request.number);
      reportFailure(feedback.failure);
    }
  }

  const store = createReviewStore(first.claims, first.total, {
    send: sendRequest,
    notify,
    onAnswered: () => void invalidateClaims(registry),
    createKey: newId,
    schedule: (run, ms) => setTimeout(run, ms),
  });
  return store;
}

function sendRequest(request: QueuedRequest, repeatKey: string): Promise<Result<ClaimDecisionsResult>> {
  const response =
    request.type === "decide"
      ? decideClaims({ decisions: request.decisions, repeatKey })
      : reverseDecision({ id: request.decision ?? "" });
  return response.catch((error: unknown) => ({ error: toReadFailure(error) }));
}

/** Invalidates the list, the count and the evidence; a burst of decisions causes one read. */
async function invalidateClaims(registry: LazyLiveQueryClient): Promise<void> {
  await registry.touch("claims").catch(() => undefined);
}
