import type { SimulatedLeaderboard } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { getSimulatedLeaderboardRows } from "#lib/service/leaderboard/simulated-leaderboard.ts";
import { applyCapsInOrder } from "#lib/service/ledger/point-caps.ts";
import { getPointsTowardCaps } from "#lib/service/ledger/points-toward-caps.ts";
import { findReviewObstacle, getReviewPolicy } from "#lib/service/settings/review-policy.ts";
import { getClaimsById } from "./claim-records.ts";

/**
 * The leaderboard as it would be after approving these claims, caps and all, where it changes: those who gain, and who
 * stands next to their new places. Of the claims that the caller could approve now; the rest is left out. Nothing is
 * written.
 * @throws Refusal `conflict` in blind review: the board would tell who wrote what.
 */
export async function simulateLeaderboardAfterDecisions(
  context: Pick<Context, "pool" | "clock">,
  actor: Actor,
  decisions: readonly { id: string; points?: number | undefined }[],
): Promise<SimulatedLeaderboard> {
  const now = context.clock.now();
  const { pool } = context;
  const rules = await getReviewPolicy(pool, actor);
  if (rules.settings.blind_review) {
    const why = "Blind review is on, and this leaderboard would reveal who wrote each claim.";
    throw new Refusal("conflict", `${why} Decide first, then look at the leaderboard. A decision can be undone.`);
  }
  const pointsById = new Map(decisions.map(({ id, points }) => [id.toLowerCase(), points]));
  const rows = await getClaimsById(pool, actor.orgId, [...pointsById.keys()].filter(isUuid), now);
  const claims = [...pointsById].flatMap(([id, points]) => {
    const row = rows.get(id);
    if (row?.state !== "pending" || findReviewObstacle(row.member_id, actor, rules) !== null) return [];
    return { memberId: row.member_id, submissionId: row.submission_id, requested: points ?? row.points };
  });
  const caps = applyCapsInOrder(claims, rules.settings, await getPointsTowardCaps(pool, claims, rules.settings, now));
  const gained = new Map<string, number>();
  let capped = 0;
  claims.forEach(({ memberId, requested: points }, index) => {
    const awarded = caps[index]?.awarded ?? 0;
    gained.set(memberId, (gained.get(memberId) ?? 0) + awarded);
    capped += points - awarded;
  });
  // One snapshot: ranks are put together from several reads.
  const simulated = await inTransaction(pool, async ({ client }) => {
    await client.query("set transaction isolation level repeatable read, read only");
    return await getSimulatedLeaderboardRows(client, actor.orgId, gained);
  });
  return { rows: simulated, capped };
}
