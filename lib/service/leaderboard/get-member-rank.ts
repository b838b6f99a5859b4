import type { Standing, StandingQuery } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { readOrganizationSettings } from "#lib/service/settings/organization-settings.ts";
import { readAround } from "./leaderboard-neighbors.ts";
import { presentPlace } from "./present-leaderboard-entry.ts";
import { allChannels, type KeptBoard, needBoard } from "./leaderboard-selection.ts";
import type { Row } from "./leaderboard-page.ts";
import { readMovements } from "./leaderboard-trends.ts";
import { keptBoard } from "./range-leaderboard.ts";
import type { Reader } from "./leaderboard-ranks.ts";
import { makeLevels } from "./levels.ts";

const ownSql = `
  select m.name, coalesce(t.points, 0) as "allTime", b.points
  from members m left join member_totals t on t.member_id = m.id
  left join board_points b on b.member_id = m.id and b.period = $2 and b.start = $3 and b.channel_id = $4 and b.active
  where m.id = $1`;
const pendingSql = `
  select count(*)::int as claims, coalesce(sum(points), 0)::int as points from claims
  where member_id = $1 and state = 'pending'`;

type Own = { name: string; allTime: number; points: number | null };
type Pending = { claims: number; points: number };

/** Where the actor stands on a board, what separates them from the next rank, and what of theirs waits for review. */
export async function getStanding(
  { pool, clock }: Pick<Context, "pool" | "clock">,
  actor: Actor,
  query: StandingQuery,
): Promise<Standing> {
  const now = clock.now();
  const board = await keptBoard(pool, needBoard(actor.orgId, query, now));
  const [self, settings, pending] = await Promise.all([
    readOwn(pool, board, actor.memberId),
    readOrganizationSettings(pool, actor.orgId),
    pool.query<Pending>({ name: "own-pending", text: pendingSql, values: [actor.memberId] }),
  ]);
  const around = await readAround(pool, board, rowOf(board, actor.memberId, self));
  const levels = makeLevels(settings.level_starts);
  const level = levels.levelOf(self.allTime);
  const isAllTime = board.period === "all" && board.channelId === allChannels;
  const movements = isAllTime && around.own ? await readMovements(pool, actor.orgId, [around.own], now) : null;
  return {
    membership_id: actor.memberId,
    name: self.name,
    rank: around.own?.rank ?? null,
    tied: around.isTied,
    points: around.own?.points ?? 0,
    members: around.total,
    level,
    level_at: levels.startOf(level) ?? 0,
    next_level_at: levels.startOf(level + 1),
    all_time_points: self.allTime,
    level_rule: levels.rule,
    next: around.next,
    ahead: around.below,
    pending: pending.rows[0] ?? { claims: 0, points: 0 },
    ...(movements && { movement: movements.get(actor.memberId) ?? null }),
    around: around.places.map((place) => presentPlace(place, levels)),
  };
}

async function readOwn(db: Reader, board: KeptBoard, memberId: string): Promise<Own> {
  const values = [memberId, board.period, board.start, board.channelId];
  const { rows } = await db.query<Own>({ name: "board-own", text: ownSql, values });
  return rows[0] ?? { name: "", allTime: 0, points: null };
}

/** The member's row on the board; null for who does not stand on it. */
function rowOf(board: KeptBoard, memberId: string, { name, allTime, points }: Own): Row | null {
  return points === null || points < board.least ? null : { memberId, name, points, allTime };
}
