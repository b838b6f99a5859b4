import { X } from "lucide-react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { InitialsAvatar } from "#components/ui/layout/initials-avatar.tsx";
import { getLeaderboardPath, type LeaderboardParams } from "./leaderboard-params.ts";
import type { RankedEntry } from "./leaderboard-table.tsx";
import { RankChange } from "./rank-change.tsx";

const titles = { all: "All time", month: "This month", week: "This week", range: "This range" };
const podiumRows = 3;
const order = ["order-2", "order-1", "order-3"];

type LeaderboardWallProps = {
  organization: string;
  channel: string | null;
  view: LeaderboardParams;
  rows: readonly RankedEntry[];
  /** Number of members on the leaderboard; null if unavailable. */
  members: number | null;
};

/** The leaderboard for a wall screen: legible from a distance and with display names only. */
export function LeaderboardWall({ organization, channel, view, rows, members }: LeaderboardWallProps) {
  // Without points everyone has the first rank.
  const isRanked = (rows[0]?.points ?? 0) > 0;
  const topRows = isRanked ? podiumRows : 0;
  const [top, rest] = [rows.slice(0, topRows), rows.slice(topRows)];
  const leaderboardPath = getLeaderboardPath({ ...view, page: 1 });
  return (
    <main className="wall flex min-h-dvh flex-col bg-desk">
      <header className="wall-line flex flex-wrap items-baseline">
        <h1 className="wall-title leading-tight font-semibold wrap-anywhere">{organization}</h1>
        <p className="wall-lead text-ink-3">
          {titles[view.period]}
          {channel ? ` · ${channel}` : ""} · approved points
        </p>
        <ButtonLink
          href={leaderboardPath}
          variant="quiet"
          icon={<X className="size-4" />}
          className="ml-auto self-center"
        >
          Close
        </ButtonLink>
      </header>
      {rows.length === 0 ? (
        <p className="wall-empty m-auto text-ink-3">Approved points will appear here.</p>
      ) : (
        <>
          {isRanked ? (
            <ol aria-label="Top three" className="wall-line flex items-end justify-center">
              {top.map((entry, at) => (
                <li key={entry.membership_id} className={`grid min-w-0 flex-1 justify-items-center ${order[at]}`}>
                  <InitialsAvatar name={entry.name} size="large" />
                  <span className="wall-name mt-1 leading-tight font-semibold wrap-anywhere text-center">
                    {entry.name}
                  </span>
                  <Points points={entry.points} className="wall-points leading-none" />
                  <div
                    data-rank={entry.rank}
                    className="wall-step podium-step mt-2 grid w-full place-content-center rounded-t-card border border-b-0 text-center"
                  >
                    <span className="wall-rank font-mono leading-none">
                      <span className="sr-only">Rank </span>
                      {entry.rank}
                    </span>
                  </div>
                </li>
              ))}
            </ol>
          ) : (
            <p className="wall-lead text-ink-3">Approved points will appear here.</p>
          )}
          {rest.length > 0 ? (
            <ol aria-label={isRanked ? "Next ranks" : "Members"} className="rounded-card border bg-paper">
              {rest.map((entry) => (
                <li
                  key={entry.membership_id}
                  className="wall-row wall-line flex items-center border-b leading-tight last:border-b-0"
                >
                  {isRanked ? (
                    <span className="wall-number shrink-0 text-right text-ink-3 tabular-nums">
                      <span className="sr-only">Rank </span>
                      {formatNumber(entry.rank)}
                    </span>
                  ) : null}
                  <InitialsAvatar name={entry.name} size="large" />
                  <span className="min-w-0 flex-1 truncate font-medium">{entry.name}</span>
                  {entry.movement === undefined ? null : <RankChange movement={entry.movement} />}
                  <span className="wall-level whitespace-nowrap text-ink-3 max-sm:hidden">Level {entry.level}</span>
                  <Points points={entry.points} className="wall-sum text-right" />
                </li>
              ))}
            </ol>
          ) : null}
          {members !== null && members > rows.length ? (
            <p className="wall-lead text-center text-ink-3">
              {rows.length} of {formatNumber(members)} members ·{" "}
              <PrefetchLink href={leaderboardPath} className="underline underline-offset-4 pointer-coarse:py-2.5">
                See everyone
              </PrefetchLink>
            </p>
          ) : null}
        </>
      )}
    </main>
  );
}

function Points({ points, className }: { points: number; className: string }) {
  return (
    <span className={`font-mono font-semibold whitespace-nowrap text-gold-text tabular-nums ${className}`}>
      {formatNumber(points)}
      <span className="sr-only"> points</span>
    </span>
  );
}
