import type pg from "pg";
import { computeMinHashBands, computeSimilarity, getShingles, similarityThreshold } from "./text-similarity.ts";

/** An earlier claim with nearly the same text. */
export type SimilarClaim = {
  id: string;
  text: string;
  publishedAt: Date;
  state: string;
  awarded: number | null;
  similarity: number;
};

/** Of texts that were posted ever again only so many are compared, the latest first. */
const candidatesMax = 50;
const similarMax = 5;

type SimilarClaimsQuery = {
  orgId: string;
  submissionId: string;
  postId: string;
  text: string;
  /** Only claims that were published before, and the one it was marked with; null for all there are. */
  before: { publishedAt: Date; like: string | null } | null;
};

type Row = { id: string; words: string; published_at: Date; state: string; awarded: number | null };

/**
 * Other claims of the same organization with nearly the same text, the most alike first. The posts of one submission are
 * no copies of each other.
 */
export async function findSimilarClaims(
  client: Pick<pg.ClientBase, "query">,
  of: SimilarClaimsQuery,
): Promise<SimilarClaim[]> {
  const shingles = getShingles(of.text);
  const bands = computeMinHashBands(shingles);
  if (bands.length === 0) return [];
  const { rows } = await client.query<Row>({
    name: "claims-similar",
    // Each band gives its latest: a band that everyone shares costs no more than any other.
    text: `with found as materialized (
             select distinct latest.published_at, latest.post_id from unnest($1::bigint[]) as wanted (band), lateral (
               select b.published_at, b.post_id from claim_bands b
               where b.org_id = $2 and b.band = wanted.band and b.submission_id <> $3 and b.post_id <> $4
                 and (b.published_at, b.post_id) < (coalesce($5::timestamptz, 'infinity'), $4::uuid)
               order by b.published_at desc, b.post_id desc limit ${candidatesMax}) as latest
             order by 1 desc, 2 desc limit ${candidatesMax})
           select c.id, c.words, c.published_at, c.state, c.awarded
           from (select post_id from found union select $6::uuid) as each, lateral (
             -- One of each: so that PostgreSQL doesn't think of reading them all.
             select post_id as id, words, published_at, state, awarded from claims
             where post_id = each.post_id and org_id = $2 and submission_id <> $3 and post_id <> $4 limit 1) as c
           order by c.published_at desc, c.id desc`,
    values: [
      ...[bands.map(String), of.orgId, of.submissionId, of.postId],
      ...[of.before?.publishedAt ?? null, of.before?.like ?? null],
    ],
  });
  return rows
    .map((row) => ({
      id: row.id,
      text: row.words,
      publishedAt: row.published_at,
      state: row.state,
      awarded: row.awarded,
      similarity: computeSimilarity(shingles, getShingles(row.words)),
    }))
    .filter((row) => row.similarity >= similarityThreshold)
    .sort((one, other) => other.similarity - one.similarity || one.publishedAt.getTime() - other.publishedAt.getTime())
    .slice(0, similarMax);
}
