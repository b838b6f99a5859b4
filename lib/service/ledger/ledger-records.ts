import type { LedgerLine } from "#lib/contract/types.ts";
import type { ReviewPolicy } from "#lib/service/settings/review-policy.ts";

export type LedgerRecord = {
  id: string;
  at: Date;
  kind: LedgerLine["kind"];
  points: number;
  amount: number | null;
  member_id: string;
  by_member_id: string | null;
  post_id: string | null;
  post_text: string | null;
  channel: string | null;
  channel_name: string | null;
  reason: string | null;
  decision_id: string | null;
  detail: { capped_by?: LedgerLine["capped_by"]; self_reviewed?: boolean };
  member_name: string;
  by_name: string | null;
  claim_state: string | null;
};

export const selectLedgerSql = `select l.id::text, l.at, l.kind, l.points, l.amount, l.member_id, l.by_member_id, l.post_id,
    l.reason, l.decision_id, l.detail, m.name as member_name, b.name as by_name, c.state as claim_state,
    left(c.words, 280) as post_text, h.platform as channel, h.name as channel_name
  from ledger l join members m on m.id = l.member_id left join members b on b.id = l.by_member_id
    left join claims c on c.post_id = l.post_id left join channels h on h.id = c.channel_id`;

/**
 * Converts a line for a reviewer: in blind review without its author, and without both names where the reviewer acted.
 */
export function presentLedgerLine(row: LedgerRecord, rules: Pick<ReviewPolicy, "settings">): LedgerLine {
  const hides = rules.settings.blind_review && row.claim_state === "pending";
  const isAuthors = row.by_member_id === row.member_id;
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    points: row.points,
    amount: row.amount,
    member: hides ? null : { id: row.member_id, name: row.member_name },
    by: hides && isAuthors ? null : toPersonReference(row.by_member_id, row.by_name),
    post_id: row.post_id,
    post_text: row.post_text,
    channel: row.channel,
    channel_name: row.channel_name,
    reason: row.reason,
    decision_id: row.decision_id,
    self_reviewed: row.detail.self_reviewed ?? false,
    capped_by: row.detail.capped_by ?? null,
  };
}

export function toPersonReference(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null ? null : { id, name: name ?? "" };
}
