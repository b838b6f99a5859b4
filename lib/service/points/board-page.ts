import { allChannels, type KeptBoard } from "./board-kept.ts";
import { type Reader, readRanks } from "./board-ranks.ts";

/** A member on a board. */
export type Place = { memberId: string; name: string; points: number; allTime: number; rank: number };
export type Row = Omit<Place, "rank">;

type Cut = { q?: string | undefined; limit?: number | undefined; offset?: number | undefined };

/** Part of each query: all-time points of the page's members, by which levels count. */
export const withAllTime = `left join board_points whole on whole.member_id = page.member_id and whole.period = 'all'
    and whole.start = '-infinity' and whole.channel_id = '${allChannels}'`;

const pageSql = (found: string) => `
  select page.member_id as "memberId", page.name, page.points, coalesce(whole.points, 0) as "allTime" from (
    select member_id, name, points from board_points
    where org_id = $1 and period = $2 and start = $3 and channel_id = $4 and active and points >= $5 ${found}
    order by points desc, name, member_id limit $6 offset $7) as page ${withAllTime}
  order by page.points desc, page.name, page.member_id`;

// One table is enough where the board is the one that levels count by.
const wholeSql = (found: string) => `
  select member_id as "memberId", name, points, points as "allTime" from board_points
  where org_id = $1 and period = $2 and start = $3 and channel_id = $4 and active and points >= $5 ${found}
  order by points desc, name, member_id limit $6 offset $7`;

const likeSql = "and name ilike $8";

/** A page of a kept board with the ranks of its members; without a limit, all of it. */
export async function readPage(db: Reader, board: KeptBoard, { q, limit, offset = 0 }: Cut): Promise<Place[]> {
  const isWhole = board.period === "all" && board.channelId === allChannels;
  const found = q ? likeSql : "";
  const { rows } = await db.query<Row>({
    name: `board-page-${isWhole ? "whole" : "part"}${q ? "-found" : ""}`,
    text: isWhole ? wholeSql(found) : pageSql(found),
    values: [
      board.orgId,
      board.period,
      board.start,
      board.channelId,
      board.least,
      limit ?? null,
      offset,
      ...(q ? [pattern(q)] : []),
    ],
  });
  const [first] = rows;
  if (!first) return [];
  if (q) {
    const { of } = await readRanks(
      db,
      board,
      rows.map((row) => row.points),
    );
    return rows.map((row) => ({ ...row, rank: of.get(row.points) ?? 1 }));
  }
  const start = offset === 0 ? 1 : ((await readRanks(db, board, [first.points])).of.get(first.points) ?? 1);
  return rankRows(rows, offset, start);
}

/** Ranks of rows that follow each other on a board: equal points share one. */
export function rankRows(rows: readonly Row[], offset: number, firstRank: number): Place[] {
  const places: Place[] = [];
  for (const [at, row] of rows.entries()) {
    const before = places.at(-1);
    const rank = !before ? firstRank : before.points === row.points ? before.rank : offset + at + 1;
    places.push({ ...row, rank });
  }
  return places;
}

/** Any name that holds these words, taken as they are. */
function pattern(words: string): string {
  return `%${words.replace(/[\\%_]/g, "\\$&")}%`;
}
