import type pg from "pg";
import { alike, bandsOf, likenessOf, shinglesOf } from "./likeness.ts";

/** An earlier claim with nearly the same text. */
export type Similar = { id: string; text: string; publishedAt: Date; state: string; likeness: number };

/** Of texts that were posted ever again only so many are compared, the latest first. */
const candidatesMax = 50;
const similarMax = 5;

/**
 * Earlier claims of the same organization with nearly the same text, the most alike first. The posts of one submission
 * are no copies of each other.
 */
export async function findSimilar(
  from: Pick<pg.ClientBase, "query">,
  of: { orgId: string; submissionId: string; postId: string; publishedAt: Date; words: string },
): Promise<{ similar: Similar[]; bands: bigint[] }> {
  const shingles = shinglesOf(of.words);
  const bands = bandsOf(shingles);
  if (bands.length === 0) return { similar: [], bands };
  const { rows } = await from.query<{ id: string; words: string; published_at: Date; state: string }>({
    name: "claims-similar",
    text: `select post_id as id, words, published_at, state from claims
           where likeness && $1::bigint[] and org_id = $2 and submission_id <> $3 and post_id <> $4
             and (published_at, post_id) < ($5, $4)
           order by published_at desc, post_id desc limit ${candidatesMax}`,
    values: [bands.map(String), of.orgId, of.submissionId, of.postId, of.publishedAt],
  });
  const similar = rows
    .map((row) => ({
      ...{ id: row.id, text: row.words, publishedAt: row.published_at, state: row.state },
      likeness: likenessOf(shingles, shinglesOf(row.words)),
    }))
    .filter((row) => row.likeness >= alike)
    .sort((one, other) => other.likeness - one.likeness || one.publishedAt.getTime() - other.publishedAt.getTime());
  return { similar: similar.slice(0, similarMax), bands };
}
