import { isAdmin } from "#lib/contract/scopes.ts";
import type { OwnClaim } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { publishLiveEvent } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type LedgerRecord, presentLedgerLine, selectLedgerSql } from "#lib/service/ledger/ledger-records.ts";
import { writeLedger } from "#lib/service/ledger/write-ledger.ts";
import { getReviewPolicy, isAuthorHidden } from "#lib/service/settings/review-policy.ts";
import { type ClaimRecord, lockClaims } from "./claim-records.ts";
import { applyAppeal, applyPointsChange, type ClaimTransitionInput } from "./claim-transitions.ts";

type PostClaimRow = {
  /** Whose points they are. */
  member_id: string;
  /** Whose post it is, while there is one: another's where it was given to them. */
  holder_id: string | null;
  credit_name: string | null;
  status: string;
  points: number;
  claim: Pick<ClaimRecord, "version" | "state" | "points" | "awarded" | "reason" | "appeal"> | null;
};

const createPostNotFoundRefusal = () => new Refusal("not_found", "The post was not found.");

/**
 * A post's claim with each step it took, for its author and, unless the review hides who wrote it, for administrators.
 * It outlives the post.
 * @throws Refusal `not_found`.
 */
export async function getOwnClaim(
  client: Pick<Tx["client"], "query">,
  actor: Actor,
  postId: string,
): Promise<OwnClaim> {
  const found = await findPostClaim(client, actor, postId);
  const { claim, points } = found;
  const isAuthor = found.member_id === actor.memberId;
  const { rows: lines } = await client.query<LedgerRecord>({
    name: "own-claim-ledger",
    text: `${selectLedgerSql} where l.post_id = $1 and l.org_id = $2 order by l.id`,
    values: [postId, actor.orgId],
  });
  const rules = await getReviewPolicy(client, actor);
  const shown = isAuthor ? { settings: { ...rules.settings, blind_review: false } } : rules;
  const isOpen = ["draft", "scheduled", "failed", "canceled"].includes(found.status);
  return {
    status: claim?.state ?? waitingStatus(found.status, points),
    version: claim?.version ?? null,
    points: claim?.points ?? points,
    awarded: claim?.awarded ?? null,
    reason: claim?.reason ?? null,
    appeal: claim?.appeal ?? null,
    // Before it is out it is the post's own number, and whoever holds the post changes it.
    may_change: claim ? isAuthor && claim.state === "pending" : found.holder_id === actor.memberId && isOpen,
    may_appeal: isAuthor && claim?.state === "rejected" && claim.appeal === null,
    credit_to: found.holder_id === actor.memberId && !isAuthor ? found.credit_name : null,
    ledger: lines.map((line) => presentLedgerLine(line, shown)),
  };
}

function waitingStatus(status: string, points: number): string {
  if (status === "published" || points === 0) return "none";
  return status === "failed" || status === "canceled" ? "lapsed" : "waiting";
}

async function findPostClaim(client: Pick<Tx["client"], "query">, actor: Actor, postId: string): Promise<PostClaimRow> {
  if (!isUuid(postId)) throw createPostNotFoundRefusal();
  const { rows } = await client.query<PostClaimRow>({
    name: "own-claim",
    text: `select coalesce(c.member_id, p.credit_to, p.member_id) as member_id, p.member_id as holder_id,
             (select name from members where id = coalesce(c.member_id, p.credit_to)) as credit_name, coalesce(p.status, 'published') as status,
             coalesce(p.points, c.points) as points,
             case when c.post_id is not null then json_build_object('version', c.version, 'state', c.state,
               'points', c.points, 'awarded', c.awarded, 'reason', c.reason, 'appeal', c.appeal) end as claim
           from (select * from posts where id = $1 and (deleted_at is null or status = 'published')) p
             full join (select * from claims where post_id = $1) c on c.post_id = p.id
           where coalesce(c.org_id, p.org_id) = $2`,
    values: [postId, actor.orgId],
  });
  const [found] = rows;
  if (!found || !(await canSeeClaim(client, actor, found))) throw createPostNotFoundRefusal();
  return found;
}

async function canSeeClaim(client: Pick<Tx["client"], "query">, actor: Actor, found: PostClaimRow): Promise<boolean> {
  if (found.member_id === actor.memberId || found.holder_id === actor.memberId) return true;
  return (
    isAdmin(actor.role) && !(found.claim && isAuthorHidden(found.claim.state, await getReviewPolicy(client, actor)))
  );
}

/**
 * Changes what a post claims, until somebody has decided. Before the post is out it is the post's own number.
 * @throws Refusal `not_found`; `conflict` when the claim is decided, or its version is not the current one.
 */
export async function updateClaimedPoints(
  tx: Tx,
  actor: Actor,
  postId: string,
  input: { points: number; version?: number | undefined },
  context: Pick<Context, "clock">,
): Promise<void> {
  const row = await lockOwnClaim(tx, actor, postId, context);
  if (!row) return await updatePlannedPoints(tx, actor, postId, input.points, context);
  requireVersion(row, input.version);
  const changed = applyPointsChange(toTransitionInput(row), input.points);
  if (changed instanceof Refusal) throw changed;
  if (changed.points === row.points) return;
  await tx.client.query({
    name: "claim-change",
    text: `with own as (update posts set points = $2, updated_at = $3, version = version + 1 where id = $1)
           update claims set points = $2, version = version + 1 where post_id = $1`,
    values: [row.id, changed.points, context.clock.now()],
  });
  await writeClaimStep(tx, row, { kind: "change", amount: changed.points, reason: null }, context);
}

async function updatePlannedPoints(
  tx: Tx,
  actor: Actor,
  postId: string,
  points: number,
  context: Pick<Context, "clock">,
) {
  const { rows } = isUuid(postId)
    ? await tx.client.query<{ status: string }>({
        name: "claim-waiting",
        text: "select status from posts where id = $1 and member_id = $2 and deleted_at is null for update",
        values: [postId, actor.memberId],
      })
    : { rows: [] };
  const [post] = rows;
  if (!post) throw createPostNotFoundRefusal();
  if (post.status === "published") {
    throw new Refusal("conflict", "This post claimed no points when it was published, so there is no claim to change.");
  }
  if (post.status === "publishing") {
    throw new Refusal("conflict", "The post is being published. Change its points afterwards.");
  }
  await tx.client.query({
    name: "claim-change-waiting",
    text: "update posts set points = $2, updated_at = $3, version = version + 1 where id = $1 and points <> $2",
    values: [postId, points, context.clock.now()],
  });
}

/** The author's sentence against a rejection, once: the claim is pending again. @throws Refusal as `appeal`. */
export async function appealClaim(
  tx: Tx,
  actor: Actor,
  postId: string,
  text: string,
  context: Pick<Context, "clock">,
): Promise<void> {
  const row = await lockOwnClaim(tx, actor, postId, context);
  if (!row) {
    await findPostClaim(tx.client, { ...actor, role: "member" }, postId);
    throw new Refusal("conflict", "This post has no rejected claim, so there is nothing to appeal.");
  }
  const next = applyAppeal(toTransitionInput(row));
  if (next instanceof Refusal) throw next;
  await tx.client.query({
    name: "claim-appeal",
    text: `update claims set state = 'pending', appeal = $2, appealed_at = $3, decided_at = null, decided_by = null,
             decision_id = null, reason = null, version = version + 1
           where post_id = $1`,
    values: [row.id, text, context.clock.now()],
  });
  await writeClaimStep(tx, row, { kind: "appeal", amount: row.points, reason: text }, context);
}

const toTransitionInput = (row: ClaimRecord): ClaimTransitionInput => ({
  state: row.state,
  points: row.points,
  appealed: row.appealed_at !== null,
});

function requireVersion(row: ClaimRecord, version: number | undefined): void {
  if (version === undefined || version === row.version || row.state !== "pending") return;
  throw new Refusal("conflict", `The claim has changed: it is at version ${row.version}, not ${version}.`, "version");
}

async function lockOwnClaim(tx: Tx, actor: Actor, postId: string, { clock }: Pick<Context, "clock">) {
  if (!isUuid(postId)) return null;
  const [row] = await lockClaims(tx, actor.orgId, [postId], clock.now());
  return row && row.member_id === actor.memberId ? row : null;
}

async function writeClaimStep(
  tx: Tx,
  row: ClaimRecord,
  step: { kind: "change" | "appeal"; amount: number; reason: string | null },
  { clock }: Pick<Context, "clock">,
): Promise<void> {
  await writeLedger(tx, [
    {
      orgId: row.org_id,
      memberId: row.member_id,
      postId: row.id,
      channelId: row.channel_id,
      points: 0,
      ...step,
      byMemberId: row.member_id,
      decisionId: null,
      at: clock.now(),
    },
  ]);
  await publishLiveEvent(tx, "review", { orgId: row.org_id, memberId: row.member_id });
}
