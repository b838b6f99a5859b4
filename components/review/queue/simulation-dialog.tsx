"use client";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { simulateDecisions } from "#lib/actions/claims.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import type { SimulatedLeaderboard } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { canDecideClaim, getApprovableClaims, type ReviewState } from "./review-state.ts";
import type { ReviewStore } from "./review-store.ts";

type SimulationDialogProps = {
  store: ReviewStore;
  state: ReviewState;
  may: { decide: boolean };
  onClose: () => void;
};

/** Simulates the leaderboard with the selected claims, or all listed ones, approved. Nothing is written. */
export function SimulationDialog({ store, state, may, onClose }: SimulationDialogProps) {
  const selectedClaims = getApprovableClaims(state);
  const claims = (
    selectedClaims.length > 0 ? selectedClaims : state.claims.filter((claim) => canDecideClaim(state, claim))
  ).slice(0, limits.claimsPerDecision);
  const claimIds = claims.map(({ id }) => id).join(" ");
  const [board, setBoard] = useState<SimulatedLeaderboard | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    if (claimIds === "") return;
    let isCanceled = false;
    void simulateDecisions({ claims: claimIds.split(" ").map((id) => ({ id })) })
      .catch((error: unknown) => ({ ok: undefined, error: toReadFailure(error) }))
      .then(({ ok, error }) => {
        if (isCanceled) return;
        if (ok) setBoard(ok);
        else setFailure(error);
      });
    return () => {
      isCanceled = true;
    };
  }, [claimIds]);

  function approve() {
    if (selectedClaims.length === 0) for (const { id } of claims) store.dispatch({ type: "choose", id });
    store.dispatch({ type: "approve_chosen" });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={claims.length === 1 ? "Preview: approve this claim" : `Preview: approve ${claims.length} claims`}
      description={
        selectedClaims.length > 0
          ? "Selected claims. Preview only. Nothing is saved."
          : "All listed claims. Preview only. Nothing is saved."
      }
      actions={
        may.decide && claims.length > 0 ? (
          <Button variant="filled" disabled={!board} onClick={approve}>
            Approve {claims.length}
          </Button>
        ) : null
      }
    >
      {claimIds === "" ? (
        <p className="text-14 text-ink-2">You can't approve any of these claims.</p>
      ) : failure ? (
        <p role="alert" className="text-14 text-failed">
          {failure.message} Nothing was changed. Close this and try again.
        </p>
      ) : board ? (
        <SimulationResult board={board} />
      ) : (
        <div role="status" aria-label="Calculating" className="grid gap-2">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
    </Dialog>
  );
}

function SimulationResult({ board }: { board: SimulatedLeaderboard }) {
  return (
    <>
      <ol aria-label="Leaderboard preview" className="divide-y">
        {board.rows.map(({ member, rank, rank_before: before, points, gained }) => (
          <li key={member.id} className="flex min-h-11 items-center gap-3 text-14">
            <span className="w-8 text-right font-mono tabular-nums">{rank}</span>
            <span className="min-w-0 flex-1 truncate font-medium">{member.name}</span>
            <span className="text-13 text-ink-3">{formatRankMove(before, rank)}</span>
            <span className="font-mono text-13 text-gold-text tabular-nums">+{gained}</span>
            <PointsBadge points={points} />
          </li>
        ))}
      </ol>
      {board.capped > 0 ? (
        <p className="mt-2 text-13 text-gold-text">Caps remove {formatNumber(board.capped)} points.</p>
      ) : null}
    </>
  );
}

function formatRankMove(before: number, rank: number): string {
  if (before === rank) return "stays";
  return rank < before ? `up from ${before}` : `down from ${before}`;
}
