import { Trophy } from "lucide-react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import type { PartialMemberRank } from "#lib/contract/resources/leaderboard-ranks.ts";
import type { LeaderboardEntry } from "#lib/contract/types.ts";
import { findNameHints, type NamedPerson } from "#lib/queries/name-hints.ts";
import { type RankedEntry, LeaderboardTable } from "./leaderboard-table.tsx";
import { type LeaderboardParams, getLeaderboardPath, leaderboardPageSize, formatPeriod } from "./leaderboard-params.ts";
import { Podium } from "./podium.tsx";
import { OwnRankCard } from "./standing.tsx";

/** Below this many members a podium would only repeat the table. */
const podiumFrom = 4;
const podiumRows = 3;

type LeaderboardProps = {
  view: LeaderboardParams;
  rows: readonly RankedEntry[];
  hasMore: boolean;
  members: number | null;
  standing: PartialMemberRank | null;
  /** The membership that is "You". */
  you: string;
};

/** A page of members by approved points: podium, shared ranks, and your own standing always in view. */
export function Leaderboard({ view, rows, hasMore, members, standing, you }: LeaderboardProps) {
  const most = rows[0]?.points ?? 0;
  const hasPodium = view.page === 1 && !view.q && rows.length >= podiumFrom && most > 0;
  const around = standing?.around ?? [];
  const hints = findNameHints([...rows, ...around].map(toPerson));
  const isFar = !view.q && around.length > 0 && rows.every((entry) => entry.membership_id !== you);
  return (
    <div className="mx-auto max-w-[944px]">
      {rows.length === 0 ? <LeaderboardEmptyState view={view} /> : null}
      {hasPodium ? <Podium top={rows.slice(0, podiumRows)} hints={hints} you={you} /> : null}
      {rows.length > 0 ? (
        <LeaderboardTable
          label="Members by approved points"
          entries={rows}
          hints={hints}
          you={you}
          onPodium={hasPodium ? podiumRows : 0}
          className={hasPodium ? "max-sm:mt-4" : undefined}
        />
      ) : null}
      <LeaderboardPager view={view} shown={rows.length} hasMore={hasMore} members={members} />
      {isFar ? (
        <>
          <h2 className="mt-5 mb-2 text-15 font-semibold">Around you</h2>
          <LeaderboardTable label="Members around you" entries={around.map(toRankedEntry)} hints={hints} you={you} />
        </>
      ) : null}
      {standing?.level_rule ? <p className="mt-3 text-13 text-ink-3">{standing.level_rule}</p> : null}
      {standing ? <OwnRankCard standing={standing} when={formatPeriod(view)} /> : null}
    </div>
  );
}

/** `joined_at` is there only where another member has the same name. */
const toPerson = ({ membership_id: id, name, joined_at }: LeaderboardEntry): NamedPerson => ({
  ...{ id, name, joined_at },
  isShared: joined_at !== undefined,
});

function toRankedEntry(entry: NonNullable<PartialMemberRank["around"]>[number]): RankedEntry {
  return { ...entry, rank: entry.rank ?? 0 };
}

function LeaderboardEmptyState({ view }: { view: LeaderboardParams }) {
  if (view.q) {
    return (
      <EmptyState
        icon={<Trophy />}
        title={`Nobody here is called “${view.q}”`}
        actions={
          <ButtonLink href={getLeaderboardPath({ ...view, q: "", page: 1 })} variant="outline">
            Show everybody
          </ButtonLink>
        }
      >
        Part of a name is enough.
      </EmptyState>
    );
  }
  const isWhole = view.period === "all" && view.channel === null;
  return (
    <EmptyState
      icon={<Trophy />}
      title={view.page > 1 ? "Nobody stands this far down" : `Nobody has points ${formatPeriod(view)}`}
      actions={
        isWhole && view.page === 1 ? null : (
          <ButtonLink href="/leaderboard" variant="outline">
            Show all time
          </ButtonLink>
        )
      }
    >
      Members stand here by the points that an administrator has approved.
    </EmptyState>
  );
}

function LeaderboardPager({
  view,
  shown,
  hasMore,
  members,
}: {
  view: LeaderboardParams;
  shown: number;
  hasMore: boolean;
  members: number | null;
}) {
  if (view.page === 1 && !hasMore) return null;
  const first = (view.page - 1) * leaderboardPageSize + 1;
  const number = (count: number) => count.toLocaleString("en-GB");
  return (
    <nav aria-label="Pages" className="mt-3 flex flex-wrap items-center gap-2 text-13 text-ink-3">
      {shown > 0 ? (
        <p className="mr-auto tabular-nums">
          {number(first)} to {number(first + shown - 1)}
          {members === null || view.q ? "" : ` of ${number(members)}`}
        </p>
      ) : null}
      {view.page > 1 ? (
        <ButtonLink href={getLeaderboardPath({ ...view, page: view.page - 1 })} variant="outline">
          Previous
        </ButtonLink>
      ) : null}
      {hasMore ? (
        <ButtonLink href={getLeaderboardPath({ ...view, page: view.page + 1 })} variant="outline">
          Next
        </ButtonLink>
      ) : null}
    </nav>
  );
}
