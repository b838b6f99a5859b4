import type { Tx } from "#lib/service/db/transaction.ts";
import { writeLedger } from "#lib/service/ledger/write-ledger.ts";
import { findSimilarClaims } from "./similarity/find-similar-claims.ts";
import { computeMinHashBands, getShingles } from "./similarity/text-similarity.ts";

/** What of a post is kept for its review, whatever becomes of the post. `like`: a claim with nearly the same text that was there before. */
export type StoredEvidence = {
  parts: { text: string; url: string | null }[];
  /** `alt` is missing in claims from before images could be described. */
  images: { file_name: string; width: number; height: number; alt?: string }[];
  like?: string | null;
  /** Parts that its author wrote, where they went out joined into one. */
  joined_from?: number | null;
};

type PublishedPostRow = {
  org_id: string;
  member_id: string;
  channel_id: string;
  platform: string;
  submission_id: string;
  points: number;
  published_at: Date;
  evidence: StoredEvidence;
  words: string;
};

/**
 * Opens the claim of a post in the transaction that publishes it, with the evidence as it went out. Once a post, whoever
 * calls; a post that claims nothing has none.
 */
export async function createClaim(tx: Tx, postId: string): Promise<void> {
  const { rows } = await tx.client.query<PublishedPostRow>({
    name: "claim-evidence",
    text: `select p.org_id, coalesce(p.credit_to, p.member_id) as member_id, p.channel_id, p.platform, p.submission_id, p.points, p.published_at,
             jsonb_build_object(
               'joined_from', case when p.delivery = 'joined' and jsonb_array_length(p.parts) > 1
                 then jsonb_array_length(p.parts) end,
               'parts', coalesce((select jsonb_agg(jsonb_build_object('text', text, 'url', url) order by number)
                 from planned_parts where post_id = p.id), '[]'::jsonb),
               'images', coalesce((select jsonb_agg(jsonb_build_object('file_name', m.file_name, 'width', m.width,
                   'height', m.height, 'alt', m.alt) order by i.position)
                 from post_media i join media m on m.id = i.media_id where i.post_id = p.id), '[]'::jsonb)) as evidence,
             coalesce((select string_agg(part ->> 'text', ' ' order by place)
               from jsonb_array_elements(p.parts) with ordinality as parts (part, place)), '') as words
           from posts p where p.id = $1 and p.status = 'published' and p.points > 0`,
    values: [postId],
  });
  const post = rows[0];
  if (!post) return;
  const bands = computeMinHashBands(getShingles(post.words));
  await lockSimilarityBands(tx, bands);
  const similar = await findSimilarClaims(tx.client, {
    orgId: post.org_id,
    submissionId: post.submission_id,
    postId,
    text: post.words,
    before: null,
  });
  const { rowCount } = await tx.client.query({
    name: "claim-open",
    text: `insert into claims (post_id, org_id, member_id, channel_id, platform, submission_id, points, published_at,
             evidence, words, likeness)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (post_id) do nothing`,
    values: [
      ...[postId, post.org_id, post.member_id, post.channel_id, post.platform, post.submission_id, post.points],
      ...[post.published_at, JSON.stringify({ ...post.evidence, like: similar[0]?.id ?? null }), post.words],
      bands.map(String),
    ],
  });
  if (rowCount === 0) return;
  await writeLedger(tx, [
    {
      orgId: post.org_id,
      memberId: post.member_id,
      postId,
      channelId: post.channel_id,
      kind: "claim",
      points: 0,
      amount: post.points,
      byMemberId: post.member_id,
      reason: null,
      decisionId: null,
      at: post.published_at,
    },
  ]);
}

/**
 * Two copies that are published at the same instant would not see each other: until the transaction ends, whoever opens a
 * claim with a band in common waits here. Others don't.
 */
async function lockSimilarityBands(tx: Tx, bands: readonly bigint[]): Promise<void> {
  if (bands.length === 0) return;
  await tx.client.query({
    name: "claim-alike-lock",
    text: "select pg_advisory_xact_lock(band) from (select distinct band from unnest($1::bigint[]) as band order by band) as each",
    values: [bands.map(String)],
  });
}
