import { Trophy } from "lucide-react";
import { Avatar } from "#components/ui/avatar";
import { Badge } from "#components/ui/badge";
import { EmptyState } from "#components/ui/empty-state";
import { PointsChip } from "#components/ui/points-chip";
import { ProgressBar } from "#components/ui/progress-bar";
import { HeadCell, Table, TableBody, TableCell, TableHead, TableRow } from "#components/ui/table";
import type { LeaderboardEntry } from "#lib/contract/types";
import { Podium } from "./podium.tsx";
import { type Ranked, rankEntries } from "./ranks.ts";
import { Standing } from "./standing.tsx";

/** Below this many members a podium would only repeat the table. */
const podiumFrom = 4;

type LeaderboardProps = {
  entries: readonly LeaderboardEntry[];
  /** The membership that is "You". */
  you: string;
  /** How levels grow, where the service's rule is known. */
  levelRule: string | null;
};

/** Members by approved points: podium, shared ranks, and your own standing always in view. */
export function Leaderboard({ entries, you, levelRule }: LeaderboardProps) {
  const ranked = rankEntries(entries);
  const own = ranked.find((entry) => entry.membership_id === you);
  const most = ranked[0]?.points ?? 0;
  if (ranked.length === 0) {
    return (
      <EmptyState icon={<Trophy />} title="Nobody is ranked yet">
        Members stand here by the points that an administrator has approved.
      </EmptyState>
    );
  }
  const hasPodium = ranked.length >= podiumFrom && most > 0;
  return (
    <div className="mx-auto max-w-[944px]">
      {hasPodium ? <Podium top={ranked.slice(0, 3)} you={you} /> : null}
      <Table label="Members by approved points" className={hasPodium ? "max-sm:mt-4" : undefined}>
        <TableHead>
          <HeadCell className="w-16">Rank</HeadCell>
          <HeadCell>Member</HeadCell>
          <HeadCell>
            <span className="sr-only">Share of the most points</span>
          </HeadCell>
          <HeadCell>Level</HeadCell>
          <HeadCell align="end">Points</HeadCell>
        </TableHead>
        <TableBody>
          {ranked.map((entry) => (
            <Row key={entry.membership_id} entry={entry} isYou={entry.membership_id === you} most={most} />
          ))}
        </TableBody>
      </Table>
      {levelRule ? <p className="mt-3 text-13 text-ink-3">{levelRule}</p> : null}
      {own ? <Standing own={own} ranked={ranked} /> : null}
    </div>
  );
}

function Row({ entry, isYou, most }: { entry: Ranked; isYou: boolean; most: number }) {
  return (
    <TableRow washed={isYou}>
      <TableCell place="second" className="text-center max-sm:order-0! max-sm:w-9">
        <span className="block leading-4 tabular-nums">{entry.rank}</span>
        {entry.isTied ? <span className="block text-11 text-ink-3">tie</span> : null}
      </TableCell>
      <TableCell place="main">
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={entry.name} />
          <span className="min-w-0 truncate font-medium">{entry.name}</span>
          {isYou ? <Badge tone="solid">You</Badge> : null}
        </span>
      </TableCell>
      <TableCell place="wide" className="w-[160px]">
        {most > 0 ? (
          <ProgressBar
            tone="gold"
            value={entry.points}
            max={most}
            label={`${entry.points.toLocaleString("en-GB")} of ${most.toLocaleString("en-GB")} points`}
          />
        ) : null}
      </TableCell>
      <TableCell className="whitespace-nowrap text-13 text-ink-2 max-sm:pl-[88px]!">Level {entry.level}</TableCell>
      <TableCell place="end" align="end">
        <PointsChip points={entry.points} />
      </TableCell>
    </TableRow>
  );
}
