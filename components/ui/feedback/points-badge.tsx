import { formatNumber } from "#components/ui/format-number.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";

/** Points in gold. `points` is a whole number; `waiting` points (claimed, not yet approved) are plain. */
export function PointsBadge({ points, waiting, className }: { points: number; waiting?: boolean; className?: string }) {
  const number = formatNumber(points);
  if (waiting) {
    return (
      <span className={joinClassNames("font-mono text-13 text-ink-3 tabular-nums", className)}>
        {number}
        <span className="sr-only"> points claimed</span>
      </span>
    );
  }
  return (
    <span
      className={joinClassNames(
        "inline-flex min-h-[22px] shrink-0 items-center gap-1.5 rounded-full bg-gold-wash px-2.5 font-mono text-12 font-semibold text-gold-text tabular-nums",
        className,
      )}
    >
      <span className="size-2.5 rounded-full border border-gold-text bg-gold" />
      {number}
      <span className="sr-only"> points</span>
    </span>
  );
}
