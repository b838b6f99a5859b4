import type { Clock } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import {
  type NewNotification,
  type NotificationDetail,
  notifyMembers,
  publishInboxChanges,
} from "#lib/service/notifications/notify-members.ts";
import type { OutboxConsumer, OutboxEvent } from "#lib/service/outbox/outbox-event.ts";

/** The most approvals in one notification that are listed one by one, so that a reversal can remove one. */
const knownMax = 500;

/** An approval that its author has not read yet. */
type Approval = { post: string; claimed: number; awarded: number };
type UnreadDecisions = { approvals: Approval[]; reason: string | null };

const approvedKey = "claim_decided:approved";
const rejectedKey = (postId: string) => `claim_decided:rejected:${postId}`;
const reversedKey = (postId: string) => `claim_decided:reversed:${postId}`;

/**
 * Creates the rule that notifies members about awards, and authors about decisions: approvals together until they are read, each rejection with
 * its reason. A decision reversed before it was read is removed; one that was read causes a notification of the
 * reversal.
 */
export function createClaimDecidedRule(deps: { clock: Clock; canMail: boolean }): OutboxConsumer {
  return async (tx, rows) => {
    const decided = rows.filter((row) => row.kind === "claim.decided" && row.postId !== null);
    const awards = rows.filter((row) => row.kind === "points.awarded");
    if (decided.length === 0 && awards.length === 0) return;
    const texts = await getClaimTexts(tx, decided);
    const byMember = Map.groupBy(decided, (row) => row.memberId);
    const notifications = awards.map(toAwardNotification);
    // All relays use the same order.
    for (const memberId of [...byMember.keys()].sort()) {
      notifications.push(...(await toNotifications(tx, byMember.get(memberId) ?? [], texts)));
    }
    await notifyMembers(tx, notifications, deps.clock, deps.canMail);
  };
}

/** Notifies of points without a claim, each award on its own: each has its own reason. */
function toAwardNotification({ orgId, memberId, at, detail }: OutboxEvent): NewNotification {
  return {
    orgId,
    memberId,
    kind: "claim_decided",
    causeKey: `claim_decided:awarded:${detail["line"]}`,
    postId: null,
    channelId: null,
    at,
    detail: { cause: "awarded", said: toText(detail["reason"]), awarded: toNumber(detail["points"]) },
  };
}

async function toNotifications(
  tx: Tx,
  rows: readonly OutboxEvent[],
  texts: ReadonlyMap<string, string>,
): Promise<NewNotification[]> {
  const [first] = rows;
  if (!first) return [];
  const unread = await lockUnreadDecisions(tx, first.memberId);
  const approvals = [...unread.approvals.approvals];
  let reason = unread.approvals.reason;
  let isChanged = false;
  const others = new Map<string, NewNotification>();
  const withdrawn: string[] = [];
  const createNotification = (row: OutboxEvent, causeKey: string, detail: NotificationDetail): NewNotification => ({
    orgId: row.orgId,
    memberId: row.memberId,
    kind: "claim_decided",
    causeKey,
    postId: null,
    channelId: null,
    at: row.at,
    detail,
  });
  for (const row of rows) {
    const post = row.postId ?? "";
    const reviewerReason = toText(row.detail["reason"]);
    const [claimed, awarded] = [toNumber(row.detail["claimed"]), toNumber(row.detail["points"])];
    const about = { said: reviewerReason, post, text: texts.get(post) ?? "", claimed, awarded };
    const index = approvals.findIndex((approval) => approval.post === post);
    if (row.detail["decision"] === "approved") {
      if (index < 0) approvals.push({ post, claimed, awarded });
      reason = reviewerReason;
      isChanged = true;
      others.delete(reversedKey(post));
    } else if (row.detail["decision"] === "rejected") {
      others.set(rejectedKey(post), createNotification(row, rejectedKey(post), { cause: "rejected", ...about }));
      others.delete(reversedKey(post));
    } else if (index >= 0) {
      approvals.splice(index, 1);
      isChanged = true;
    } else if (others.delete(rejectedKey(post)) || unread.rejected.has(rejectedKey(post))) {
      withdrawn.push(rejectedKey(post));
    } else {
      others.set(reversedKey(post), createNotification(row, reversedKey(post), { cause: "reversed", ...about }));
    }
  }
  const last = rows.at(-1) ?? first;
  const notifications = [...others.values()];
  if (isChanged && approvals.length > 0)
    notifications.push(createNotification(last, approvedKey, toApprovalsDetail(approvals, reason, texts)));
  if (isChanged && approvals.length === 0) withdrawn.push(approvedKey);
  if (withdrawn.length > 0) await withdrawNotifications(tx, last, withdrawn);
  return notifications;
}

function toApprovalsDetail(
  approvals: readonly Approval[],
  reason: string | null,
  texts: ReadonlyMap<string, string>,
): NotificationDetail {
  const sum = (of: (approval: Approval) => number) => approvals.reduce((all, approval) => all + of(approval), 0);
  const [only] = approvals.length === 1 ? approvals : [];
  return {
    cause: "approved",
    said: only ? reason : null,
    post: only?.post ?? null,
    text: only ? (texts.get(only.post) ?? "") : "",
    claimed: sum((approval) => approval.claimed),
    awarded: sum((approval) => approval.awarded),
    waiting: approvals.length,
    known: JSON.stringify(approvals.slice(-knownMax)),
  };
}

/** Returns the member's unread decisions, locked until the transaction ends. */
async function lockUnreadDecisions(
  tx: Tx,
  memberId: string,
): Promise<{ approvals: UnreadDecisions; rejected: ReadonlySet<string> }> {
  const { rows } = await tx.client.query<{ cause_key: string; detail: NotificationDetail }>({
    name: "notices-decided-unread",
    text: `select cause_key, detail from notices
           where member_id = $1 and post_id is null and cause_key like 'claim\\_decided:%'
             and read_at is null and done_at is null for update`,
    values: [memberId],
  });
  const known = rows.find((row) => row.cause_key === approvedKey)?.detail;
  const approvals = typeof known?.["known"] === "string" ? (JSON.parse(known["known"]) as Approval[]) : [];
  return {
    approvals: { approvals, reason: toText(known?.["said"]) },
    rejected: new Set(rows.map((row) => row.cause_key).filter((key) => key !== approvedKey)),
  };
}

async function withdrawNotifications(tx: Tx, of: OutboxEvent, keys: readonly string[]): Promise<void> {
  await tx.client.query({
    name: "notices-withdraw",
    text: `update notices set done_at = now()
           where member_id = $1 and cause_key = any($2) and post_id is null and done_at is null`,
    values: [of.memberId, keys],
  });
  await publishInboxChanges(tx, [of]);
}

/** Returns the beginnings of the claims' texts; the posts may be gone. */
async function getClaimTexts(tx: Tx, rows: readonly OutboxEvent[]): Promise<ReadonlyMap<string, string>> {
  const { rows: found } = await tx.client.query<{ id: string; text: string }>({
    name: "notice-claims",
    text: "select post_id as id, left(words, 200) as text from claims where post_id = any($1)",
    values: [rows.map((row) => row.postId)],
  });
  return new Map(found.map((row) => [row.id, row.text]));
}

const toText = (value: unknown): string | null => (typeof value === "string" ? value : null);
const toNumber = (value: unknown): number => (typeof value === "number" ? value : 0);
