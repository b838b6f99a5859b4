"use client";
import { Check, SlidersHorizontal, Undo2, X } from "lucide-react";
import { formatClaimState } from "#components/review/claim-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import type { Claim } from "#lib/contract/types.ts";
import { AdjustForm, RejectForm } from "./decision-forms.tsx";
import type { DecisionInput, DecisionPanelMode, ProjectedStatus } from "./review-state.ts";

type DecisionPanelProps = {
  claim: Claim;
  /** The claims that a decision is about: those of all channels of the text. */
  channels: readonly Claim[];
  /** The points that approving awards after caps; null until they are known. */
  wouldAward: number | null;
  status: ProjectedStatus;
  mode: DecisionPanelMode;
  /** Saved reasons, on the keys 1 to 9. */
  reasons: readonly string[];
  may: { decide: boolean; undo: boolean };
  onMode: (mode: DecisionPanelMode) => void;
  onDecide: (decision: DecisionInput) => void;
  /** Reverses this claim's decision. */
  onReverse: () => void;
};

/** Approve, adjust, reject, each with its key. Needed input opens in place. */
export function DecisionPanel({ claim, channels, wouldAward, status, mode, reasons, may, ...on }: DecisionPanelProps) {
  if (status.state !== "pending") {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-14 text-ink-2">{formatClaimState(status)}.</p>
        {may.undo && (claim.decision_id !== null || !status.isConfirmed) ? (
          <Button icon={<Undo2 className="size-4" />} onClick={on.onReverse}>
            Reverse
          </Button>
        ) : null}
      </div>
    );
  }
  // Not lazy: a key opens these forms, and the next keys belong to them at any typing speed.
  if (mode === "adjust") return <AdjustForm key={claim.id} claim={claim} onMode={on.onMode} onDecide={on.onDecide} />;
  if (mode === "reject")
    return <RejectForm key={claim.id} reasons={reasons} onMode={on.onMode} onDecide={on.onDecide} />;
  const isOff = !may.decide || (!claim.may_decide && status.isConfirmed);
  const why = claim.may_not_why ?? (may.decide ? null : "Claims are decided elsewhere.");
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Button
        variant="filled"
        size="large"
        keys="a"
        aria-keyshortcuts="A"
        disabled={isOff}
        icon={<Check className="size-4" />}
        onClick={() => on.onDecide({ action: "approve" })}
        className="max-sm:flex-1"
      >
        Approve {wouldAward ?? channels.reduce((sum, one) => sum + one.points, 0)}
        {channels.length > 1 ? ` on ${channels.length} channels` : ""}
      </Button>
      <Button
        size="large"
        keys="e"
        aria-keyshortcuts="E"
        disabled={isOff}
        icon={<SlidersHorizontal className="size-4" />}
        onClick={() => on.onMode("adjust")}
      >
        Adjust
      </Button>
      <Button
        size="large"
        keys="r"
        aria-keyshortcuts="R"
        disabled={isOff}
        icon={<X className="size-4" />}
        onClick={() => on.onMode("reject")}
      >
        Reject…
      </Button>
      {isOff && why ? <p className="w-full text-13 text-ink-2">{why}</p> : null}
    </div>
  );
}
