import type { LedgerLine } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type LedgerRecord, presentLedgerLine, selectLedgerSql } from "#lib/service/ledger/ledger-records.ts";
import { lockMemberTotals, writeLedger } from "#lib/service/ledger/write-ledger.ts";
import { getReviewPolicy } from "#lib/service/settings/review-policy.ts";
import { publishAward } from "./publish-claim-events.ts";

/**
 * Gives a member points without a claim; caps leave it alone.
 * @throws Refusal `forbidden` to oneself; `not_found` for nobody of the organization; `conflict` for one who has left.
 */
export async function awardPointsWithoutClaim(
  tx: Tx,
  actor: Actor,
  award: { member: string; points: number; reason: string },
  context: Pick<Context, "clock">,
): Promise<LedgerLine> {
  const memberId = award.member.toLowerCase();
  if (memberId === actor.memberId) {
    throw new Refusal("forbidden", "You can't award points to yourself. Another administrator can.");
  }
  const { rows: found } = await tx.client.query<{ removed: boolean; name: string }>({
    name: "award-member",
    text: "select removed_at is not null as removed, name from members where id = $1 and org_id = $2",
    values: [isUuid(memberId) ? memberId : null, actor.orgId],
  });
  const [member] = found;
  if (!member) throw new Refusal("not_found", "The member was not found.");
  if (member.removed) {
    throw new Refusal("conflict", `${member.name} has left the organization, so no points can be awarded.`);
  }
  await lockMemberTotals(tx, actor.orgId, [memberId]);
  const [id] = await writeLedger(tx, [
    {
      orgId: actor.orgId,
      memberId,
      postId: null,
      channelId: null,
      kind: "award",
      points: award.points,
      amount: award.points,
      byMemberId: actor.memberId,
      reason: award.reason,
      decisionId: context.clock.newId(),
      at: context.clock.now(),
    },
  ]);
  await publishAward(
    tx,
    actor.orgId,
    { memberId, lineId: id ?? "", points: award.points, reason: award.reason },
    context,
  );
  const { rows } = await tx.client.query<LedgerRecord>({
    name: "ledger-line",
    text: `${selectLedgerSql} where l.id = $1`,
    values: [id],
  });
  const [line] = rows;
  if (!line) throw new Error("the inserted ledger line was not returned");
  return presentLedgerLine(line, await getReviewPolicy(tx.client, actor));
}
