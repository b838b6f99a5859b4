import type { Claim, ClaimState } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { toPersonReference } from "#lib/service/ledger/ledger-records.ts";
import { findReviewObstacle, isAuthorHidden, type ReviewPolicy } from "#lib/service/settings/review-policy.ts";

/** A claim as it is read for people, with the names of those around it. */
export type ClaimRecord = {
  id: string;
  org_id: string;
  member_id: string;
  channel_id: string;
  platform: string;
  submission_id: string;
  points: number;
  state: ClaimState;
  awarded: number | null;
  decided_at: Date | null;
  decided_by: string | null;
  decision_id: string | null;
  reason: string | null;
  appeal: string | null;
  appealed_at: Date | null;
  version: number;
  published_at: Date;
  text: string;
  like: string | null;
  viewed_by: string | null;
  is_viewed: boolean;
  member_name: string;
  decider_name: string | null;
  viewer_name: string | null;
};

/** Words of a text that a row of a list shows. */
const textCharacters = 280;

const joinNamesSql = `join members author on author.id = c.member_id
  left join members decider on decider.id = c.decided_by left join members viewer on viewer.id = c.viewed_by`;

/** Columns of `ClaimRow`; `now` is a parameter. */
export const claimColumnsSql = (now: string) => `c.post_id as id, c.org_id, c.member_id, c.channel_id, c.platform,
  c.submission_id, c.points, c.state, c.awarded, c.decided_at, c.decided_by, c.decision_id, c.reason, c.appeal,
  c.appealed_at, c.version, c.published_at, left(c.words, ${textCharacters}) as text, c.evidence ->> 'like' as like,
  c.viewed_by, coalesce(c.viewed_until > ${now}, false) as is_viewed,
  author.name as member_name, decider.name as decider_name, viewer.name as viewer_name`;

export const selectClaimsSql = (now: string) => `select ${claimColumnsSql(now)} from claims c ${joinNamesSql}`;

/** Locks claims of the organization until the transaction ends, in the order of their ids: never in a circle. */
export async function lockClaims(tx: Tx, orgId: string, ids: readonly string[], now: Date): Promise<ClaimRecord[]> {
  const { rows } = await tx.client.query<ClaimRecord>({
    name: "claims-lock",
    text: `${selectClaimsSql("$3")} where c.post_id = any($1) and c.org_id = $2 order by c.post_id for update of c`,
    values: [ids, orgId, now],
  });
  return rows;
}

/** Claims of the organization by id. */
export async function getClaimsById(
  client: Pick<Tx["client"], "query">,
  orgId: string,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, ClaimRecord>> {
  const { rows } = await client.query<ClaimRecord>({
    name: "claims-read",
    text: `${selectClaimsSql("$3")} where c.post_id = any($1) and c.org_id = $2`,
    values: [ids, orgId, now],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** A claim as a reviewer is shown it. */
export function presentClaim(row: ClaimRecord, actor: Actor, rules: ReviewPolicy): Claim {
  const why =
    row.state === "pending" ? findReviewObstacle(row.member_id, actor, rules) : `The claim is already ${row.state}.`;
  const isViewed = row.is_viewed && row.viewed_by !== actor.memberId;
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    points: row.points,
    awarded: row.awarded,
    channel: row.platform,
    channel_id: row.channel_id,
    submission_id: row.submission_id,
    published_at: row.published_at.toISOString(),
    member: isAuthorHidden(row.state, rules) ? null : { id: row.member_id, name: row.member_name },
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: toPersonReference(row.decided_by, row.decider_name),
    decision_id: row.decision_id,
    reason: row.reason,
    appeal: row.appeal,
    appealed_at: row.appealed_at?.toISOString() ?? null,
    text: row.text,
    like: row.like,
    viewer: isViewed ? toPersonReference(row.viewed_by, row.viewer_name) : null,
    may_decide: why === null,
    may_not_why: why,
  };
}
