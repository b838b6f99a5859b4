import { Avatar } from "#components/ui/layout/avatar.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import type { RankedEntry } from "./leaderboard-table.tsx";
import { RankChange } from "./rank-change.tsx";

// Second, first, third, as on a podium; the heights follow the rank, so that a tie stands equally high.
const order = ["sm:order-2", "sm:order-1", "sm:order-3"];
const heights: Record<number, string> = { 1: "h-[124px]", 2: "h-[98px]", 3: "h-[80px]" };

type PodiumProps = { top: readonly RankedEntry[]; hints: ReadonlyMap<string, string>; you: string };

/** The first three. On phones they are the first rows of the table in its place. */
export function Podium({ top, hints, you }: PodiumProps) {
  return (
    <ol aria-label="The first three" className="flex items-end justify-center gap-3.5 px-[9%] pt-2 max-sm:hidden">
      {top.map((entry, at) => (
        <li key={entry.membership_id} className={`grid min-w-0 flex-1 justify-items-center ${order[at]}`}>
          <Avatar name={entry.name} size="podium" tone={entry.rank === 1 ? "gold" : "accent"} />
          <p className="mt-2 flex max-w-full items-center gap-1.5 text-15 font-semibold">
            <span className="truncate">{entry.name}</span>
            {entry.membership_id === you ? <Badge tone="solid">You</Badge> : null}
          </p>
          {hints.has(entry.membership_id) ? (
            <p className="max-w-full truncate text-13 text-ink-3">{hints.get(entry.membership_id)}</p>
          ) : null}
          <PointsBadge points={entry.points} className="mt-2" />
          <div
            className={`mt-2.5 w-full rounded-t-card podium-step border border-b-0 pt-4 text-center ${heights[entry.rank]}`}
          >
            <p className="font-mono text-20">
              <span className="sr-only">Rank </span>
              {entry.rank}
            </p>
            <p className="text-13 text-ink-3">
              Level {entry.level}
              {entry.movement === undefined ? null : (
                <span className="ml-2">
                  <RankChange movement={entry.movement} />
                </span>
              )}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
