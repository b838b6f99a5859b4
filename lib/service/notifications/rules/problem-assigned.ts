import type { Clock } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type NewNotification, notifyMembers } from "#lib/service/notifications/notify-members.ts";
import type { OutboxConsumer, OutboxEvent } from "#lib/service/outbox/outbox-event.ts";

type ProblemRow = {
  cause: string | null;
  channel_id: string | null;
  post_id: string;
  text: string | null;
  count: string;
  by: string | null;
};

/** Creates the rule that notifies a member that failed posts were assigned to them. A problem that is solved by then is skipped. */
export function createProblemAssignedRule(deps: { clock: Clock; canMail: boolean }): OutboxConsumer {
  return async (tx, rows) => {
    const notifications: NewNotification[] = [];
    for (const row of rows) {
      if (row.kind !== "problem.assigned") continue;
      const problem = await getProblem(tx, row);
      if (problem) notifications.push(toNotification(row, problem));
    }
    // All relays use the same order.
    notifications.sort((one, other) => one.memberId.localeCompare(other.memberId));
    if (notifications.length > 0) await notifyMembers(tx, notifications, deps.clock, deps.canMail);
  };
}

/** Reads the posts that the member can open: an author who is no administrator learns of their own only. */
async function getProblem(tx: Tx, { orgId, memberId, detail }: OutboxEvent): Promise<ProblemRow | undefined> {
  const { rows } = await tx.client.query<ProblemRow>({
    name: "notice-problem-assigned",
    text: `select n.detail ->> 'cause' as cause, n.channel_id, p.id as post_id, left(p.parts -> 0 ->> 'text', 200) as text,
             count(*) over () as count, (select name from members where id = $4) as by
           from inbox_assignments a join members m on m.id = a.member_id and m.removed_at is null
             join notices n on n.org_id = a.org_id and n.cause_key = a.cause_key and n.kind = 'post_failed' and n.done_at is null
             join posts p on p.id = n.post_id and p.status = 'failed' and p.deleted_at is null
           where a.org_id = $1 and a.cause_key = $2 and a.member_id = $3 and (m.role <> 'member' or p.member_id = m.id)
           order by n.created_at desc, p.id limit 1`,
    values: [orgId, detail["key"], memberId, detail["by"]],
  });
  return rows[0];
}

const toNotification = (row: OutboxEvent, problem: ProblemRow): NewNotification => ({
  orgId: row.orgId,
  memberId: row.memberId,
  kind: "problem_assigned",
  causeKey: `problem_assigned:${row.detail["key"]}`,
  postId: null,
  channelId: problem.channel_id,
  at: row.at,
  detail: {
    key: row.detail["key"] ?? null,
    cause: problem.cause,
    by: problem.by ?? "",
    post: problem.post_id,
    text: problem.text ?? "",
    waiting: Number(problem.count),
  },
});
