"use client";
import { useCallback } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { reverseDecision } from "#lib/actions/claims.ts";
import type { Claim } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useRealtimeClient } from "#lib/realtime/use-live-query.ts";
import type { ReviewStore } from "./queue/review-store.ts";
import { reportFailure } from "./queue/use-review.ts";

/**
 * Takes back the decision that a claim has: one made here by the queue, an earlier one or another's at once. Of a decision
 * of many claims it is this claim alone; all of them are taken back by the key.
 */
export function useReverseDecision(store: ReviewStore): (claim: Claim) => void {
  const desk = useRealtimeClient();
  return useCallback(
    (claim) => {
      const { done, queue } = store.read();
      const own =
        done.find(({ ids }) => ids.length === 1 && ids[0] === claim.id) ??
        queue.find((wish) => wish.is === "decide" && wish.decisions.some(({ id }) => id === claim.id));
      if (own) return store.dispatch({ is: "undo", number: own.number });
      const id = claim.decision_id;
      if (id === null) return;
      void reverseDecision({ id, claims: [claim.id] })
        .catch((error: unknown) => ({ ok: undefined, error: toReadFailure(error) }))
        .then(({ ok, error }) => {
          if (error) return reportFailure(error);
          for (const back of ok.decided) store.dispatch({ is: "learned", claim: back });
          const [refused] = ok.refused;
          showToast(
            refused
              ? { tone: "failed", message: refused.error.message }
              : {
                  message:
                    ok.decided.length === 1
                      ? "Taken back: it waits again"
                      : `Taken back: ${ok.decided.length} claims wait again`,
                },
          );
          return desk.touch("claims").catch(() => undefined);
        });
    },
    [store, desk],
  );
}
