import { Coins, Trophy } from "lucide-react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Pager } from "#components/ui/controls/pager.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { ProgressBar } from "#components/ui/feedback/progress-bar.tsx";
import { InitialsAvatar } from "#components/ui/layout/initials-avatar.tsx";
import type { PartialMemberRank } from "#lib/contract/resources/leaderboard-ranks.ts";
import type { LeaderboardEntry } from "#lib/contract/types.ts";
import { findEqualNameHints, type NamedPerson } from "#lib/queries/member-search/equal-name-hints.ts";
import { formatPeriod, getLeaderboardPath, type LeaderboardParams, leaderboardPageSize } from "./leaderboard-params.ts";
import { LeaderboardTable, type RankedEntry } from "./leaderboard-table.tsx";
import { RankChange } from "./rank-change.tsx";
import { formatNextLevel, formatRank, formatRankOutlook } from "./rank-labels.ts";

// Second, first, third, like a podium; heights follow the rank, so that tied members are equally high.
const order = ["sm:order-2", "sm:order-1", "sm:order-3"];
const heights: Record<number, string> = { 1: "h-[124px]", 2: "h-[98px]", 3: "h-[80px]" };

type PodiumProps = { top: readonly RankedEntry[]; hints: ReadonlyMap<string, string>; memberId: string };

/** Shows the first three members. Phones show them as the first rows of the table instead. */
function Podium({ top, hints, memberId }: PodiumProps) {
  return (
    <ol aria-label="Top three" className="flex items-end justify-center gap-3.5 px-[9%] pt-2 max-sm:hidden">
      {top.map((entry, at) => (
        <li key={entry.membership_id} className={`grid min-w-0 flex-1 justify-items-center ${order[at]}`}>
          <InitialsAvatar name={entry.name} size="podium" tone={entry.rank === 1 ? "gold" : "accent"} />
          <p className="mt-2 flex max-w-full items-center gap-1.5 text-15 font-semibold">
            <span className="truncate">{entry.name}</span>
            {entry.membership_id === memberId ? <Badge tone="solid">You</Badge> : null}
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

/** Below this number of members a podium would only repeat the table. */
const podiumFrom = 4;
const podiumRows = 3;

type LeaderboardProps = {
  view: LeaderboardParams;
  rows: readonly RankedEntry[];
  hasMore: boolean;
  members: number | null;
  ownRank: PartialMemberRank | null;
  /** Membership id of the signed-in member. */
  memberId: string;
  /** True if the service lists what a member's points are for. */
  hasStatement: boolean;
};

/** One page of members by approved points: podium, shared ranks, and the member's own rank always in view. */
export function Leaderboard({ view, rows, hasMore, members, ownRank, memberId, hasStatement }: LeaderboardProps) {
  const maxPoints = rows[0]?.points ?? 0;
  const hasPodium = view.page === 1 && !view.q && rows.length >= podiumFrom && maxPoints > 0;
  const neighbors = ownRank?.around ?? [];
  const hints = findEqualNameHints([...rows, ...neighbors].map(toPerson));
  const isOwnRankHidden = !view.q && neighbors.length > 0 && rows.every((entry) => entry.membership_id !== memberId);
  return (
    <div className="mx-auto max-w-[944px]">
      {rows.length === 0 ? <LeaderboardEmptyState view={view} /> : null}
      {hasPodium ? <Podium top={rows.slice(0, podiumRows)} hints={hints} memberId={memberId} /> : null}
      {rows.length > 0 ? (
        <LeaderboardTable
          label="Members by approved points"
          entries={rows}
          hints={hints}
          you={memberId}
          onPodium={hasPodium ? podiumRows : 0}
          className={hasPodium ? "max-sm:mt-4" : undefined}
        />
      ) : null}
      <Pager
        getPath={(page) => getLeaderboardPath({ ...view, page })}
        page={view.page}
        pageSize={leaderboardPageSize}
        visibleCount={rows.length}
        total={view.q ? null : members}
        hasMore={hasMore}
        labels={["Previous", "Next"]}
      />
      {isOwnRankHidden ? (
        <>
          <h2 className="mt-5 mb-2 text-15 font-semibold">Around you</h2>
          <LeaderboardTable
            label="Members around you"
            entries={neighbors.map(toRankedEntry)}
            hints={hints}
            you={memberId}
          />
        </>
      ) : null}
      {ownRank?.level_rule ? <p className="mt-3 text-13 text-ink-3">{ownRank.level_rule}</p> : null}
      {ownRank ? <OwnRankCard ownRank={ownRank} when={formatPeriod(view)} hasStatement={hasStatement} /> : null}
    </div>
  );
}

/** `joined_at` is only set when another member has the same name. */
const toPerson = ({ membership_id: id, name, joined_at }: LeaderboardEntry): NamedPerson => ({
  id,
  name,
  joined_at,
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
        title={`No members match “${view.q}”`}
        actions={
          <ButtonLink href={getLeaderboardPath({ ...view, q: "", page: 1 })} variant="outline">
            Show everyone
          </ButtonLink>
        }
      >
        Try part of a name.
      </EmptyState>
    );
  }
  const isOverall = view.period === "all" && view.channel === null;
  return (
    <EmptyState
      icon={<Trophy />}
      title={view.page > 1 ? "No members on this page" : `No points ${formatPeriod(view)}`}
      actions={
        isOverall && view.page === 1 ? null : (
          <ButtonLink href="/leaderboard" variant="outline">
            Show all time
          </ButtonLink>
        )
      }
    >
      Members are ranked by approved points.
    </EmptyState>
  );
}

/** Shows the member's own rank and the way to a better one; stays in view in a list of any length. */
function OwnRankCard({
  ownRank,
  when,
  hasStatement,
}: {
  ownRank: PartialMemberRank;
  when: string;
  hasStatement: boolean;
}) {
  const toNext = formatNextLevel(ownRank);
  const { level, level_at: from, next_level_at: to, all_time_points: points } = ownRank;
  return (
    <section
      aria-label="Your rank"
      className="sticky bottom-[calc(var(--bottom-bar)+16px)] z-10 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent-line bg-paper px-[18px] py-3.5 shadow-float max-sm:py-2.5"
    >
      <InitialsAvatar name={ownRank.name} />
      <div className="mr-auto min-w-0 flex-1">
        <p className="font-semibold">{formatRank(ownRank, when)}</p>
        <p className="text-pretty text-13 text-ink-3 max-sm:hidden">{formatRankOutlook(ownRank)}</p>
        {/* On a phone the card leaves the list in view. */}
        {hasStatement ? (
          <span className="sm:hidden">
            <PrefetchLink
              href="/points"
              className="text-13 text-ink-2 underline underline-offset-2 pointer-coarse:inline-block pointer-coarse:py-2.5"
            >
              Where my points come from
            </PrefetchLink>
          </span>
        ) : null}
      </div>
      <div className="grid min-w-[108px] gap-1.5 text-13 text-ink-3 max-sm:hidden">
        <span>
          Level {level}
          {toNext ? ` · ${toNext}` : ""}
        </span>
        {from === undefined || typeof to !== "number" ? null : (
          <ProgressBar
            tone="gold"
            value={points - from}
            max={to - from}
            label={`Level ${level}, progress to level ${level + 1}`}
          />
        )}
      </div>
      <PointsBadge points={ownRank.points} />
      {hasStatement ? (
        <ButtonLink href="/points" variant="outline" icon={<Coins className="size-4" />} className="max-sm:hidden">
          Where my points come from
        </ButtonLink>
      ) : null}
    </section>
  );
}
