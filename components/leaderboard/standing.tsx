import { Coins } from "lucide-react";
import { Avatar } from "#components/ui/layout/avatar.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { ProgressBar } from "#components/ui/feedback/progress-bar.tsx";
import type { PartialMemberRank } from "#lib/contract/resources/leaderboard-ranks.ts";
import { formatNextLevel, formatRank, formatRankOutlook } from "./rank-labels.ts";

/** Your own standing and what would change it; stays in view however long the list is. */
export function OwnRankCard({ standing, when }: { standing: PartialMemberRank; when: string }) {
  const toNext = formatNextLevel(standing);
  const { level, level_at: from, next_level_at: to, all_time_points: points } = standing;
  return (
    <section
      aria-label="Your standing"
      className="sticky bottom-[calc(var(--bottom-bar)+16px)] z-10 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent-line bg-paper px-[18px] py-3.5 shadow-float max-sm:py-2.5"
    >
      <Avatar name={standing.name} />
      <div className="mr-auto min-w-0 flex-1">
        <p className="font-semibold">{formatRank(standing, when)}</p>
        <p className="text-pretty text-13 text-ink-3">{formatRankOutlook(standing)}</p>
      </div>
      <div className="grid min-w-[108px] gap-1.5 text-13 text-ink-3 max-sm:order-last max-sm:basis-full">
        <span>
          Level {level}
          {toNext ? ` · ${toNext}` : ""}
        </span>
        {from === undefined || typeof to !== "number" ? null : (
          <ProgressBar
            tone="gold"
            value={points - from}
            max={to - from}
            label={`Level ${level}, on the way to level ${level + 1}`}
          />
        )}
      </div>
      <PointsBadge points={standing.points} />
      <ButtonLink
        href="/posts?status=published"
        variant="outline"
        icon={<Coins className="size-4" />}
        className="max-lg:hidden"
      >
        Where my points come from
      </ButtonLink>
    </section>
  );
}
