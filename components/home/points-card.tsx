import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { ProgressBar } from "#components/ui/feedback/progress-bar.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { Card } from "#components/ui/layout/card.tsx";
import { formatOrdinal, type PartialMemberRank } from "#lib/contract/resources/leaderboard-ranks.ts";
import type { HomePosts } from "#lib/queries/home.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import { getPostPath } from "./get-post-path.ts";
import { formatRelativeDay, type HomeTimeOptions } from "./home-overview.ts";

type PointsCardProps = {
  ownRank: PartialMemberRank;
  published: HomePosts["published"];
  reader: HomeTimeOptions;
  now: Date;
};

/** Shows the member's points, the distance to the next level, and pending claims. */
export function PointsCard({ ownRank, published, reader, now }: PointsCardProps) {
  const { rank, members, points, level, level_at: from, next_level_at: to } = ownRank;
  // A service without `credited` has these posts among the published ones.
  const credited = ownRank.credited ?? published.credited;
  const pendingPoints = ownRank.pending ?? published.pendingClaims;
  return (
    <Card
      title="Your points"
      aside={
        <PrefetchLink href="/leaderboard" className="hover:text-ink hover:underline pointer-coarse:py-3">
          {rank === null || points === 0 ? "Leaderboard" : `${formatOrdinal(rank)} of ${formatNumber(members)}`}
        </PrefetchLink>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="font-mono text-[2.125rem] leading-none text-gold-text tabular-nums">
          {formatNumber(points)}
        </span>
        <span className="text-13 text-ink-3">
          {to === undefined || to === null
            ? `level ${level}`
            : `${formatNumber(to - points)} more to level ${level + 1}`}
        </span>
      </p>
      {from === undefined || to === undefined || to === null ? null : (
        <ProgressBar
          label={`Level ${level}, progress to level ${level + 1}`}
          value={points - from}
          max={to - from}
          tone="gold"
          className="mt-2 w-full"
        />
      )}
      <ul className="mt-3.5 grid gap-1.5 text-13 text-ink-3">
        {credited.map((post) => (
          <li key={post.id} className="flex justify-between gap-3">
            <PrefetchLink href={getPostPath(post)} className="min-w-0 truncate hover:underline">
              +{post.points} {getPostTitle({ posts: [{ text: post.text || "Image without text" }] })}
            </PrefetchLink>
            <span className="shrink-0">{formatRelativeDay(new Date(post.published_at), reader.zone, now)}</span>
          </li>
        ))}
        {pendingPoints.claims > 0 ? (
          <li className="flex justify-between gap-3">
            <span>{formatNumber(pendingPoints.points)} waiting for review</span>
            <span>{formatCount(pendingPoints.claims, "claim")}</span>
          </li>
        ) : null}
        {credited.length === 0 && pendingPoints.claims === 0 ? (
          <li>You earn points when an administrator approves a published post.</li>
        ) : null}
      </ul>
    </Card>
  );
}
