import type { ClaimEvidence } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { createLevels } from "#lib/service/leaderboard/levels.ts";
import { type LedgerRecord, presentLedgerLine, selectLedgerSql } from "#lib/service/ledger/ledger-records.ts";
import { applyCapsInOrder } from "#lib/service/ledger/point-caps.ts";
import { getPointsTowardCaps } from "#lib/service/ledger/points-toward-caps.ts";
import { getMediaUrl } from "#lib/service/media/present-media.ts";
import { createClaimNotFoundRefusal, getReviewPolicy, isAuthorHidden } from "#lib/service/settings/review-policy.ts";
import { getClaimsById, presentClaim } from "./claim-records.ts";
import type { StoredEvidence } from "./create-claim.ts";
import { findSimilarClaims } from "./similarity/find-similar-claims.ts";

type StoredClaim = {
  evidence: StoredEvidence;
  words: string;
  post_exists: boolean;
  joined_from: number | null;
  approved: number;
  rejected: number;
  pending: number;
  total: number;
};

/** Claims of an author are counted up to this many. */
const historyMax = 1_000;
const textCharacters = 280;

/** A claim with all that a reviewer judges by. @throws Refusal `not_found`, for another organization's as for none. */
export async function getClaim(
  context: Pick<Context, "pool" | "clock" | "settings">,
  actor: Actor,
  id: string,
): Promise<ClaimEvidence> {
  const { pool } = context;
  const now = context.clock.now();
  const row = isUuid(id) ? (await getClaimsById(pool, actor.orgId, [id], now)).get(id.toLowerCase()) : undefined;
  if (!row) throw createClaimNotFoundRefusal();
  const rules = await getReviewPolicy(pool, actor);
  const stored = await getStoredClaim(context, row.id);
  const { settings } = rules;
  const earner = { memberId: row.member_id, submissionId: row.submission_id, requested: row.points };
  const earned = await getPointsTowardCaps(pool, [earner], settings, now);
  const [capped] = applyCapsInOrder([earner], settings, earned);
  const ofText = (await listPendingPoints(pool, earner)).map((requested) => ({ ...earner, requested }));
  const similar = await findSimilarClaims(pool, {
    orgId: row.org_id,
    submissionId: row.submission_id,
    postId: row.id,
    text: stored.words,
    before: { publishedAt: row.published_at, like: row.like },
  });
  const { rows: lines } = await pool.query<LedgerRecord>({
    name: "claim-ledger",
    text: `${selectLedgerSql} where l.post_id = $1 and l.org_id = $2 order by l.id`,
    values: [row.id, actor.orgId],
  });
  const { approved, rejected, pending, total } = stored;
  const hides = isAuthorHidden(row.state, rules);
  return {
    claim: presentClaim(row, actor, rules),
    // The address of a post leads to its account, and often to its author.
    parts: stored.evidence.parts.map(({ text, url }) => ({ text, url: hides ? null : url })),
    joined_from: stored.joined_from,
    images: stored.evidence.images.map(({ file_name, width, height, alt }) => ({
      url: getMediaUrl(file_name, context.settings.origin),
      width,
      height,
      alt: alt ?? "",
    })),
    post_exists: stored.post_exists,
    author: hides
      ? null
      : { approved, rejected, pending, points: total, level: createLevels(settings.level_starts).levelOf(total) },
    similar: similar.map((one) => ({
      id: one.id,
      text: one.text.slice(0, textCharacters),
      published_at: one.publishedAt.toISOString(),
      state: one.state,
      awarded: one.awarded,
      likeness: Math.round(one.similarity * 100) / 100,
    })),
    rules: settings.review_rules,
    would_award: capped?.awarded ?? row.points,
    text_would_award: applyCapsInOrder(ofText, settings, earned).reduce((sum, { awarded }) => sum + awarded, 0),
    capped_by: capped?.cappedBy ?? null,
    ledger: lines.map((line) => presentLedgerLine(line, rules)),
  };
}

/** Returns the points of a text's pending claims. */
async function listPendingPoints(
  pool: Context["pool"],
  { submissionId, memberId }: { submissionId: string; memberId: string },
): Promise<number[]> {
  const { rows } = await pool.query<{ points: number }>({
    name: "claims-of-text",
    text: "select points from claims where submission_id = $1 and member_id = $2 and state = 'pending'",
    values: [submissionId, memberId],
  });
  return rows.map(({ points }) => points);
}

async function getStoredClaim({ pool }: Pick<Context, "pool">, id: string): Promise<StoredClaim> {
  const count = (state: string) =>
    `(select count(*)::int from (select 1 from claims o where o.member_id = c.member_id and o.state = '${state}'
        limit ${historyMax}) as found)`;
  const { rows } = await pool.query<StoredClaim>({
    name: "claim-stored",
    text: `select c.evidence, c.words,
             exists (select 1 from posts where id = c.post_id and deleted_at is null) as post_exists,
             -- Claims that are older than this note of theirs ask their post, as long as it is there.
             case when c.evidence ? 'joined_from' then (c.evidence ->> 'joined_from')::int
               else (select jsonb_array_length(parts) from posts
                 where id = c.post_id and delivery = 'joined' and jsonb_array_length(parts) > 1) end as joined_from,
             ${count("approved")} as approved, ${count("rejected")} as rejected, ${count("pending")} as pending,
             coalesce((select points from member_totals where member_id = c.member_id), 0) as total
           from claims c where c.post_id = $1`,
    values: [id],
  });
  const [stored] = rows;
  if (!stored) throw createClaimNotFoundRefusal();
  return stored;
}
