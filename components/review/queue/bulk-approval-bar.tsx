import { ChartNoAxesColumn } from "lucide-react";
import { formatPoints } from "#components/review/claim-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import type { Claim } from "#lib/contract/types.ts";

type ClaimSelectionBarProps = {
  chosen: number;
  approvable: readonly Claim[];
  may: { decide: boolean; whatIf: boolean };
  onApprove: () => void;
  onWhatIf: () => void;
  onClear: () => void;
};

/** Shows the actions on the selected claims. */
export function BulkApprovalBar({ chosen, approvable, may, ...on }: ClaimSelectionBarProps) {
  const points = approvable.reduce((sum, claim) => sum + claim.points, 0);
  return (
    <section
      aria-label="Selected claims"
      className="sticky bottom-[calc(var(--bottom-bar)+12px)] mt-auto grid gap-2 rounded-card border border-line-strong bg-paper p-3 shadow-float md:bottom-0"
    >
      <p role="status" className="text-13 text-ink-2">
        {chosen} selected · {formatPoints(points)}
        {approvable.length < chosen ? ` · ${chosen - approvable.length} you can’t approve` : ""}
      </p>
      <div className="flex flex-wrap gap-2">
        {may.decide ? (
          <Button keys="shift+a" aria-keyshortcuts="Shift+A" disabled={approvable.length === 0} onClick={on.onApprove}>
            Approve {approvable.length}
          </Button>
        ) : null}
        {may.whatIf ? (
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            disabled={approvable.length === 0}
            icon={<ChartNoAxesColumn className="size-4" />}
            onClick={on.onWhatIf}
          >
            What if
          </Button>
        ) : null}
        <Button variant="quiet" keys="esc" onClick={on.onClear}>
          Clear
        </Button>
      </div>
    </section>
  );
}
