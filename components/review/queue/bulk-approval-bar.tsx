import { ChartNoAxesColumn } from "lucide-react";
import { formatPoints } from "#components/review/claim-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import type { Claim } from "#lib/contract/types.ts";

type BulkApprovalBarProps = {
  selectedCount: number;
  approvable: readonly Claim[];
  may: { decide: boolean; simulate: boolean };
  onApprove: () => void;
  onSimulate: () => void;
  onClear: () => void;
};

/** Shows the actions on the selected claims. */
export function BulkApprovalBar({ selectedCount, approvable, may, ...on }: BulkApprovalBarProps) {
  const points = approvable.reduce((sum, claim) => sum + claim.points, 0);
  return (
    <section
      aria-label="Selected claims"
      className="sticky bottom-[calc(var(--bottom-bar)+12px)] mt-auto grid gap-2 rounded-card border border-line-strong bg-paper p-3 shadow-float md:bottom-0"
    >
      <p role="status" className="text-13 text-ink-2">
        {selectedCount} selected · {formatPoints(points)}
        {approvable.length < selectedCount ? ` · ${selectedCount - approvable.length} you can't approve` : ""}
      </p>
      <div className="flex flex-wrap gap-2">
        {may.decide ? (
          <Button keys="shift+a" aria-keyshortcuts="Shift+A" disabled={approvable.length === 0} onClick={on.onApprove}>
            Approve {approvable.length}
          </Button>
        ) : null}
        {may.simulate ? (
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            disabled={approvable.length === 0}
            icon={<ChartNoAxesColumn className="size-4" />}
            onClick={on.onSimulate}
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
