import { limits } from "#lib/contract/limits.ts";
import { getRanksOfPoints, type LeaderboardClient } from "./leaderboard-ranks.ts";
import { allChannelsId, type MaterializedLeaderboard } from "./leaderboard-selection.ts";

/** A member on a board. */
export type RankedMember = { memberId: string; name: string; points: number; allTime: number; rank: number };
export type UnrankedMember = Omit<RankedMember, "rank">;

type LeaderboardPageQuery = { q?: string | undefined; limit?: number | undefined; offset?: number | undefined };

/** Part of each query: all-time points of the page's members, by which levels count. */
export const joinAllTimePointsSql = "left join member_totals whole on whole.member_id = page.member_id";

const whereLeaderboardSql =
  "org_id = $1 and period = $2 and start = $3 and channel_id = $4 and active and points >= $5";
const orderSql = "order by points desc, name, member_id";
const columns = "member_id, name, points";

/**
 * How a page is cut from the board. The constant in the first page keeps PostgreSQL's estimate small whatever $6 is, so
 * that it keeps one plan: of a large board planning anew costs as much as reading the page.
 */
const pageSql = {
  first: `select * from (select ${columns} from board_points where ${whereLeaderboardSql} ${orderSql} limit ${limits.pageSizeMax}) as top limit $6`,
  later: `select ${columns} from board_points where ${whereLeaderboardSql} ${orderSql} limit $6 offset $7`,
  found: `select ${columns} from board_points where ${whereLeaderboardSql} and fold_accents(lower(name)) like fold_accents(lower($8)) ${orderSql} limit $6 offset $7`,
};

const periodPageSql = (cut: string) => `
  select page.member_id as "memberId", page.name, page.points, coalesce(whole.points, 0) as "allTime"
  from (${cut}) as page ${joinAllTimePointsSql}
  order by page.points desc, page.name, page.member_id`;

// One table is enough where the board is the one that levels count by.
const allTimePageSql = (cut: string) => `
  select page.member_id as "memberId", page.name, page.points, page.points as "allTime" from (${cut}) as page`;

function statementFor(leaderboard: MaterializedLeaderboard, { q, limit, offset = 0 }: LeaderboardPageQuery) {
  const isWhole = leaderboard.period === "all" && leaderboard.channelId === allChannelsId;
  const isFirst = !q && offset === 0 && limit !== undefined && limit <= limits.pageSizeMax;
  const cut = q ? "found" : isFirst ? "first" : "later";
  return {
    name: `board-page-${isWhole ? "whole" : "part"}-${cut}`,
    text: (isWhole ? allTimePageSql : periodPageSql)(pageSql[cut]),
    values: [
      ...[
        leaderboard.orgId,
        leaderboard.period,
        leaderboard.start,
        leaderboard.channelId,
        leaderboard.least,
        limit ?? null,
      ],
      ...(isFirst ? [] : [offset]),
      ...(q ? [toNamePattern(q)] : []),
    ],
  };
}

/** A page of a kept board with the ranks of its members; without a limit, all of it. */
export async function getLeaderboardPage(
  db: LeaderboardClient,
  leaderboard: MaterializedLeaderboard,
  query: LeaderboardPageQuery,
): Promise<RankedMember[]> {
  const { q, offset = 0 } = query;
  const { rows } = await db.query<UnrankedMember>(statementFor(leaderboard, query));
  const [first] = rows;
  if (!first) return [];
  if (q) {
    const { of } = await getRanksOfPoints(
      db,
      leaderboard,
      rows.map((row) => row.points),
    );
    return rows.map((row) => ({ ...row, rank: of.get(row.points) ?? 1 }));
  }
  const start =
    offset === 0 ? 1 : ((await getRanksOfPoints(db, leaderboard, [first.points])).of.get(first.points) ?? 1);
  return assignRanks(rows, offset, start);
}

/** Ranks of rows that follow each other on a board: equal points share one. */
export function assignRanks(rows: readonly UnrankedMember[], offset: number, firstRank: number): RankedMember[] {
  const ranked: RankedMember[] = [];
  for (const [at, row] of rows.entries()) {
    const before = ranked.at(-1);
    const rank = !before ? firstRank : before.points === row.points ? before.rank : offset + at + 1;
    ranked.push({ ...row, rank });
  }
  return ranked;
}

/** Any name that holds these words, taken as they are. */
function toNamePattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}
