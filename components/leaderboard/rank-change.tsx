import { ArrowDown, ArrowUp } from "lucide-react";
import { formatNumber } from "#components/ui/format-number.ts";
import { formatRankChange } from "./rank-labels.ts";

/** Shows ranks gained or lost since last week: an arrow with its number, "new", or nothing without a change. */
export function RankChange({ movement }: { movement: number | null }) {
  const Arrow = movement !== null && movement > 0 ? ArrowUp : ArrowDown;
  return (
    <span className="whitespace-nowrap text-13 tabular-nums">
      <span aria-hidden="true">
        {movement === null ? <span className="text-ink-3">new</span> : null}
        {movement ? (
          <span className={`inline-flex items-center gap-0.5 ${movement > 0 ? "text-published" : "text-ink-3"}`}>
            <Arrow className="size-3.5" />
            {formatNumber(Math.abs(movement))}
          </span>
        ) : null}
      </span>
      <span className="sr-only">{formatRankChange(movement)}</span>
    </span>
  );
}
