import type { LeaderboardEntry } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import { and, asc, desc, eq, isNull } from "#lib/service/db/drizzle";
import { members, memberTotals } from "#lib/service/db/schema";
import type { Db } from "#lib/service/db/tx";
import { levelOf, startOfLevel } from "./level.ts";

/** Members of the actor's organization by all-time approved points; equal ones by name. Removed members are left out. */
export async function listLeaderboard(db: Db, actor: Actor): Promise<LeaderboardEntry[]> {
  const rows = await db
    .select({ membership_id: members.id, name: members.name, points: memberTotals.points })
    .from(memberTotals)
    .innerJoin(members, eq(members.id, memberTotals.memberId))
    .where(and(eq(members.orgId, actor.orgId), isNull(members.removedAt)))
    .orderBy(desc(memberTotals.points), asc(members.name), asc(members.id));
  return rows.map(({ membership_id, name, points }) => {
    const level = levelOf(points);
    return {
      membership_id,
      name,
      level,
      points,
      level_at: startOfLevel(level),
      next_level_at: startOfLevel(level + 1),
    };
  });
}
