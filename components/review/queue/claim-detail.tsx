"use client";
import { useCallback } from "react";
import { reportFailure } from "#components/post-actions/report-failure.ts";
import { formatCap, formatDecision, getWouldAward, type ReviewTimeOptions } from "#components/review/claim-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { ActionBarMarker } from "#components/ui/layout/action-bar-marker.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { reverseDecision } from "#lib/actions/claims.ts";
import type { Claim, ClaimEvidence } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { ClaimChannels } from "./claim-channels.tsx";
import { DecisionPanel } from "./decision-panel.tsx";
import { type ClaimChannelAccount, EvidenceCard } from "./evidence-card.tsx";
import { findClaim, getRowClaims, projectStatus, type ReviewState } from "./review-state.ts";
import type { ReviewStore } from "./review-store.ts";

type ClaimDetailProps = {
  store: ReviewStore;
  state: ReviewState;
  evidenceState: { id: string | null; evidence: ClaimEvidence | null; error: Error | null };
  accounts: Readonly<Record<string, ClaimChannelAccount>>;
  reasons: readonly string[];
  may: { decide: boolean; undo: boolean };
  times: ReviewTimeOptions;
  now: Date;
  onCompare: (id: string) => void;
};

/** Shows the open claim: its evidence, the rules' result, and the decision. */
export function ClaimDetail(props: ClaimDetailProps) {
  const { store, state, evidenceState, accounts, reasons, may, times, now, onCompare } = props;
  const claim = findClaim(state, state.cursor);
  const reverse = useReverseDecision(store);
  if (!claim) return <EmptyState title="No matching claims" />;
  const status = projectStatus(state, claim);
  const channels = getRowClaims(state, claim);
  const { evidence, error } = evidenceState;
  const claimed = channels.reduce((sum, one) => sum + one.points, 0);
  const wouldAward = evidence && status.state === "pending" ? getWouldAward(evidence, claimed) : null;
  const cap = evidence && wouldAward !== null ? formatCap(evidence, { claimed, awarded: wouldAward }) : null;
  const decision = status.isConfirmed ? formatDecision(claim, times, now) : null;
  return (
    <div className="mx-auto flex min-h-full max-w-[944px] flex-col gap-3.5 px-9 pt-6 pb-8 max-xl:px-6 max-md:px-4 max-md:pt-4">
      {evidence ? (
        <EvidenceCard
          evidence={evidence}
          account={accounts[claim.channel_id]}
          times={times}
          now={now}
          onCompare={onCompare}
        />
      ) : error ? (
        <Banner tone="failed" role="alert" title="The evidence couldn't be loaded.">
          {toReadFailure(error).message} Nothing was changed. It reloads automatically.
        </Banner>
      ) : (
        <div role="status" aria-label="Loading evidence" className="grid gap-3 rounded-sheet border bg-paper p-5">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-32" />
        </div>
      )}
      {channels.length > 1 ? (
        <ClaimChannels
          channels={channels}
          accounts={accounts}
          isOpen={status.state === "pending"}
          onSplit={(id) => store.dispatch({ type: "split", id })}
        />
      ) : null}
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <span className="text-13 text-ink-3">Claim</span>
          <span className="font-mono text-26 font-medium text-gold-text tabular-nums">{claimed}</span>
          <span className="min-w-0 flex-1 basis-60 text-13 whitespace-pre-line text-ink-2 wrap-anywhere">
            {evidence?.rules || "Your organization has no rules for points yet."}
          </span>
          {cap ? <span className="w-full text-13 text-gold-text">{cap}</span> : null}
          {decision ? (
            <span className="w-full text-13 text-ink-2 wrap-anywhere">
              {decision}
              {claim.reason ? ` “${claim.reason}”` : ""}
            </span>
          ) : null}
        </div>
      </Card>
      <section
        aria-label="Decision"
        className="sticky bottom-0 z-10 -mx-2 bg-desk px-2 py-2 max-md:fixed max-md:inset-x-0 max-md:bottom-[var(--bottom-bar)] max-md:mx-0 max-md:border-t max-md:bg-paper max-md:px-4 max-md:py-3"
      >
        <ActionBarMarker kind="fixed" />
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 flex-1">
            <DecisionPanel
              claim={claim}
              channels={channels}
              wouldAward={wouldAward}
              status={status}
              mode={state.mode}
              reasons={reasons}
              may={may}
              onMode={(mode) => store.dispatch({ type: "mode", mode })}
              onDecide={(input) => store.dispatch({ type: "decide", decision: input })}
              onReverse={() => reverse(claim)}
            />
          </div>
          {state.mode === "look" ? (
            <p
              aria-hidden="true"
              className="flex h-11 items-center gap-1 text-13 text-ink-3 max-xl:hidden pointer-coarse:hidden"
            >
              <Kbd keys="j" />
              <Kbd keys="k" /> next, previous · <Kbd keys="u" /> undo
            </p>
          ) : null}
        </div>
        <div className="mt-2 flex justify-between gap-2 md:hidden">
          <Button variant="quiet" onClick={() => store.dispatch({ type: "move", by: -1 })}>
            Previous
          </Button>
          <Button variant="quiet" onClick={() => store.dispatch({ type: "move", by: 1 })}>
            Next
          </Button>
        </div>
      </section>
      <div aria-hidden="true" className="h-36 md:hidden" />
    </div>
  );
}

/**
 * Returns a function that reverses a text's decision: a decision made here through the queue, any other one at once.
 * For a bulk decision it reverses only this text; the undo key reverses all of them.
 */
function useReverseDecision(store: ReviewStore): (claim: Claim) => void {
  const registry = useLazyLiveQueryClient();
  return useCallback(
    (claim) => {
      const { completed, queue } = store.get();
      const claims = getRowClaims(store.get(), claim)
        .filter((one) => one.decision_id === claim.decision_id)
        .map((one) => one.id);
      const own =
        completed.find(({ ids }) => ids.length === claims.length && ids.every((id) => claims.includes(id))) ??
        queue.find((request) => request.type === "decide" && request.decisions.some(({ id }) => id === claim.id));
      if (own) return store.dispatch({ type: "undo", number: own.number });
      const id = claim.decision_id;
      if (id === null) return;
      void reverseDecision({ id, claims })
        .catch((error: unknown) => ({ ok: undefined, error: toReadFailure(error) }))
        .then(({ ok, error }) => {
          if (error) return reportFailure(error);
          for (const back of ok.decided) store.dispatch({ type: "learned", claim: back });
          const [refused] = ok.refused;
          showToast(
            refused
              ? { tone: "failed", message: refused.error.message }
              : {
                  message:
                    ok.decided.length === 1
                      ? "Reversed: back in review"
                      : `Reversed: ${ok.decided.length} claims back in review`,
                },
          );
          return registry.touch("claims").catch(() => undefined);
        });
    },
    [store, registry],
  );
}
