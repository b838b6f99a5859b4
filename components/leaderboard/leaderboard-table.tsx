import { Badge } from "#components/ui/feedback/badge.tsx";
import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { ProgressBar } from "#components/ui/feedback/progress-bar.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { InitialsAvatar } from "#components/ui/layout/initials-avatar.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from "#components/ui/layout/table.tsx";
import type { LeaderboardEntry } from "#lib/contract/types.ts";
import { RankChange } from "./rank-change.tsx";

const width = 64;
const height = 20;
const gap = 2;

/** Draws weekly points as bars, the newest at the right, with a text for screen readers. */
function Sparkline({ weeks }: { weeks: readonly number[] }) {
  const maxPoints = Math.max(...weeks, 0);
  if (maxPoints === 0) return <span className="sr-only">No points in the last {weeks.length} weeks</span>;
  const step = width / weeks.length;
  const pointsList = weeks.map((points) => formatNumber(points)).join(", ");
  return (
    <svg
      role="img"
      aria-label={`Points of the last ${weeks.length} weeks: ${pointsList}`}
      viewBox={`0 0 ${width} ${height}`}
      className="block h-5 w-16"
    >
      {weeks.map((points, at) => {
        const tall = Math.max(1, (Math.max(points, 0) / maxPoints) * height);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: only its position identifies a week
            key={at}
            x={at * step}
            y={height - tall}
            width={step - gap}
            height={tall}
            rx="1"
            className={points > 0 ? "fill-gold" : "fill-line-strong"}
          />
        );
      })}
    </svg>
  );
}

export type RankedEntry = LeaderboardEntry & { rank: number };

type LeaderboardTableProps = {
  label: string;
  entries: readonly RankedEntry[];
  /** Text that distinguishes equal names, by membership id. */
  hints: ReadonlyMap<string, string>;
  you: string;
  /** Number of leading members that the podium shows when it fits. */
  onPodium?: number;
  className?: string | undefined;
};

/** Lists members by rank. Columns without data from the service are left out. */
export function LeaderboardTable({ label, entries, hints, you, onPodium = 0, className }: LeaderboardTableProps) {
  const maxPoints = Math.max(...entries.map((entry) => entry.points), 0);
  const ranks = new Map<number, number>();
  for (const { rank } of entries) ranks.set(rank, (ranks.get(rank) ?? 0) + 1);
  const hasTrend = entries.some((entry) => entry.trend !== undefined);
  const hasMovement = entries.some((entry) => entry.movement !== undefined);
  return (
    <Table label={label} className={className ?? ""}>
      <TableHead>
        <TableHeadCell className="w-16">Rank</TableHeadCell>
        <TableHeadCell>Member</TableHeadCell>
        {hasTrend ? <TableHeadCell className="whitespace-nowrap">Eight weeks</TableHeadCell> : null}
        {/* Exactly as wide as its visible cells: otherwise later cells would be under the wrong heading. */}
        <TableHeadCell className="max-lg:hidden">
          <span className="sr-only">Progress</span>
        </TableHeadCell>
        <TableHeadCell>Level</TableHeadCell>
        {hasMovement ? (
          <TableHeadCell>
            <span className="sr-only">Since last week</span>
          </TableHeadCell>
        ) : null}
        <TableHeadCell align="end">Points</TableHeadCell>
      </TableHead>
      <TableBody>
        {entries.map((entry, at) => {
          const isYou = entry.membership_id === you;
          return (
            <TableRow key={entry.membership_id} washed={isYou} className={at < onPodium ? "sm:hidden" : ""}>
              <TableCell place="second" className="text-center max-sm:order-0! max-sm:w-9">
                <span className="block leading-4 tabular-nums">{formatNumber(entry.rank)}</span>
                {(ranks.get(entry.rank) ?? 0) > 1 ? <span className="block text-11 text-ink-3">tie</span> : null}
              </TableCell>
              <TableCell place="main">
                <span className="flex min-w-0 flex-wrap items-center gap-x-3">
                  <InitialsAvatar name={entry.name} />
                  <span className="min-w-0 flex-1 basis-24 leading-4.5">
                    <span className="flex min-w-0 flex-wrap items-center gap-x-3 sm:flex-nowrap">
                      <span className="truncate font-medium">{entry.name}</span>
                      {isYou ? <Badge tone="solid">You</Badge> : null}
                    </span>
                    {hints.has(entry.membership_id) ? (
                      <span className="block truncate text-13 text-ink-3">{hints.get(entry.membership_id)}</span>
                    ) : null}
                  </span>
                </span>
              </TableCell>
              {hasTrend ? <TableCell place="wide">{<Sparkline weeks={entry.trend ?? []} />}</TableCell> : null}
              <TableCell place="wide" className="w-[150px] max-lg:hidden">
                <Progress entry={entry} maxPoints={maxPoints} />
              </TableCell>
              <TableCell className="whitespace-nowrap text-13 text-ink-2 max-sm:pl-[88px]!">
                Level {entry.level}
              </TableCell>
              {hasMovement ? (
                <TableCell>{entry.movement === undefined ? null : <RankChange movement={entry.movement} />}</TableCell>
              ) : null}
              <TableCell place="end" align="end">
                <PointsBadge points={entry.points} />
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

/** Shows progress towards the next level; without level data, the share of the highest points. */
function Progress({ entry, maxPoints }: { entry: LeaderboardEntry; maxPoints: number }) {
  const points = entry.all_time_points ?? entry.points;
  const { level, level_at: from, next_level_at: to } = entry;
  if (from !== undefined) {
    if (to === undefined) return <ProgressBar tone="gold" value={1} max={1} label={`Level ${level}, the highest`} />;
    const label = `${formatNumber(to - points)} points to level ${level + 1}`;
    return <ProgressBar tone="gold" value={points - from} max={to - from} label={label} />;
  }
  if (maxPoints <= 0) return null;
  const label = `${formatNumber(entry.points)} of ${formatNumber(maxPoints)} points`;
  return <ProgressBar tone="gold" value={entry.points} max={maxPoints} label={label} />;
}
