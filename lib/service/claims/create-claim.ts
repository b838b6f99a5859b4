import type { Tx } from "#lib/service/db/transaction.ts";
import { insertOpeningLinesSql } from "#lib/service/ledger/write-ledger.ts";
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

/**
 * Opens the claim of a post in the transaction that publishes it, with the evidence as it went out. Once a post, whoever
 * calls; a post that claims nothing has none.
 * @param text the author's texts, joined.
 */
export async function createClaim(tx: Tx, postId: string, text: string): Promise<void> {
  const bands = computeMinHashBands(getShingles(text));
  const { rows } = await tx.client.query<{ org_id: string; submission_id: string }>({
    name: "claim-alike-lock",
    // Two copies that are published at the same instant would not see each other: until the transaction ends, whoever opens
    // a claim with a band in common waits here. Others don't.
    text: `select org_id, submission_id, (select count(pg_advisory_xact_lock(band)) from (
               select distinct band from unnest($2::bigint[]) as band order by band) as each)
           from posts where id = $1 and status = 'published' and points > 0`,
    values: [postId, bands.map(String)],
  });
  const post = rows[0];
  if (!post) return;
  const [like] = await findSimilarClaims(tx.client, {
    orgId: post.org_id,
    submissionId: post.submission_id,
    postId,
    text,
    before: null,
  });
  await tx.client.query({
    name: "claim-open",
    text: `with opened as (
             insert into claims (post_id, org_id, member_id, channel_id, platform, submission_id, points, published_at,
               evidence, words, likeness)
             select p.id, p.org_id, coalesce(p.credit_to, p.member_id), p.channel_id, p.platform, p.submission_id, p.points, p.published_at,
               jsonb_build_object('like', $2::text,
                 'joined_from', case when p.delivery = 'joined' and jsonb_array_length(p.parts) > 1
                   then jsonb_array_length(p.parts) end,
                 'parts', coalesce((select jsonb_agg(jsonb_build_object('text', text, 'url', url) order by number)
                   from planned_parts where post_id = p.id), '[]'::jsonb),
                 'images', coalesce((select jsonb_agg(jsonb_build_object('file_name', m.file_name, 'width', m.width,
                     'height', m.height, 'alt', m.alt) order by i.position)
                   from post_media i join media m on m.id = i.media_id where i.post_id = p.id), '[]'::jsonb)), $3, $4
             from posts p where p.id = $1 on conflict (post_id) do nothing returning *)
           ${insertOpeningLinesSql("opened")}`,
    values: [postId, like?.id ?? null, text, bands.map(String)],
  });
}
