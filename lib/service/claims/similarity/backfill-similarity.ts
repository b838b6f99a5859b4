import type pg from "pg";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { findSimilarClaims } from "./find-similar-claims.ts";
import { computeMinHashBands, getShingles } from "./text-similarity.ts";

/** Few enough that nothing waits for long, in the database or here. */
const batch = 100;

type Row = { id: string; org_id: string; submission_id: string; words: string; published_at: Date; state: string };

/**
 * Looks at claims that nobody has looked at for likeness, such as those from before there was one, the oldest first, and
 * marks the waiting ones among them that are like an earlier claim. @returns how many it looked at.
 */
export async function backfillSimilarity(pool: pg.Pool, signal: AbortSignal): Promise<number> {
  let filled = 0;
  while (!signal.aborted) {
    const rows = await listUncheckedClaims(pool);
    for (const row of rows) if (row.state === "pending") await markSimilarClaim(pool, row);
    filled += rows.length;
    if (rows.length < batch) break;
  }
  return filled;
}

function listUncheckedClaims(pool: pg.Pool): Promise<Row[]> {
  return inTransaction(pool, async ({ client }) => {
    // What is being decided is left for the next time: this never waits, so nobody waits for it in a circle.
    const { rows } = await client.query<Row>(
      `select post_id as id, org_id, submission_id, words, published_at, state from claims where likeness is null
       order by published_at, post_id limit ${batch} for update skip locked`,
    );
    const found = rows.map(({ id, words }) => ({ id, likeness: computeMinHashBands(getShingles(words)).map(String) }));
    await client.query(
      `update claims set likeness = n.likeness from jsonb_to_recordset($1::jsonb) as n (id uuid, likeness bigint[])
       where claims.post_id = n.id`,
      [JSON.stringify(found)],
    );
    return rows;
  });
}

async function markSimilarClaim(pool: pg.Pool, row: Row): Promise<void> {
  const [like] = await findSimilarClaims(pool, {
    orgId: row.org_id,
    submissionId: row.submission_id,
    postId: row.id,
    text: row.words,
    before: { publishedAt: row.published_at, like: null },
  });
  if (!like) return;
  await pool.query(
    "update claims set evidence = jsonb_set(evidence, '{like}', to_jsonb($2::text)) where post_id = $1 and state = 'pending'",
    [row.id, like.id],
  );
}
