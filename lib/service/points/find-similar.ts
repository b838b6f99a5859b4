import type pg from "pg";
import { alike, bandsOf, likenessOf, shinglesOf } from "./likeness.ts";

/** An earlier claim with nearly the same text. */
export type Similar = {
  id: string;
  text: string;
  publishedAt: Date;
  state: string;
  awarded: number | null;
  likeness: number;
};

/** Of texts that were posted ever again only so many are compared, the latest first. */
const candidatesMax = 50;
const similarMax = 5;

type Wanted = {
  orgId: string;
  submissionId: string;
  postId: string;
  words: string;
  /** Only claims that were published before, and the one it was marked with; null for all there are. */
  before: { publishedAt: Date; like: string | null } | null;
};

type Row = { id: string; words: string; published_at: Date; state: string; awarded: number | null };

/**
 * Other claims of the same organization with nearly the same text, the most alike first. The posts of one submission are
 * no copies of each other.
 */
export async function findSimilar(from: Pick<pg.ClientBase, "query">, of: Wanted): Promise<Similar[]> {
  const shingles = shinglesOf(of.words);
  const bands = bandsOf(shingles);
  if (bands.length === 0) return [];
  const { rows } = await from.query<Row>({
    name: "claims-similar",
    text: `select post_id as id, words, published_at, state, awarded from claims
           where likeness && $1::bigint[] and org_id = $2 and submission_id <> $3 and post_id <> $4
             and ($5::timestamptz is null or (published_at, post_id) < ($5, $4) or post_id = $6::uuid)
           order by published_at desc, post_id desc limit ${candidatesMax}`,
    values: [
      ...[bands.map(String), of.orgId, of.submissionId, of.postId],
      ...[of.before?.publishedAt ?? null, of.before?.like ?? null],
    ],
  });
  return rows
    .map((row) => ({
      ...{ id: row.id, text: row.words, publishedAt: row.published_at, state: row.state, awarded: row.awarded },
      likeness: likenessOf(shingles, shinglesOf(row.words)),
    }))
    .filter((row) => row.likeness >= alike)
    .sort((one, other) => other.likeness - one.likeness || one.publishedAt.getTime() - other.publishedAt.getTime())
    .slice(0, similarMax);
}
