import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReviewFixture, type ReviewFixture } from "#lib/service/claims/testing/review-fixture.ts";
import { findSimilarClaims } from "./find-similar-claims.ts";
import { computeMinHashBands, getShingles } from "./text-similarity.ts";

let stage: ReviewFixture;
beforeAll(async () => {
  stage = await openReviewFixture();
});
afterAll(() => stage.close());

type Node = { "Actual Rows"?: number; "Actual Loops"?: number; "Rows Removed by Filter"?: number; Plans?: Node[] };

/** Rows that were read, whether they passed or not: those of the steps that stand on no other. */
const touched = (node: Node): number =>
  node.Plans?.reduce((sum, each) => sum + touched(each), 0) ??
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 1);

/** Runs what `findSimilar` asks and @returns how many rows that read. */
async function costOf(of: Parameters<typeof findSimilarClaims>[1]): Promise<number> {
  let rows = 0;
  const explains = async (asked: pg.QueryConfig) => {
    const { rows: answer } = await stage.pool.query(`explain (analyze, format json) ${asked.text}`, asked.values);
    rows += touched(answer[0]["QUERY PLAN"][0].Plan);
    return await stage.pool.query(asked);
  };
  await findSimilarClaims({ query: explains } as never, of);
  return rows;
}

const bands = (words: string) => computeMinHashBands(getShingles(words)).map(String);

test("the search for similar claims costs the same for text that everybody posts", async () => {
  const { orgId } = stage.service.org;
  const words = "Good morning";
  const other = { orgId, submissionId: randomUUID(), postId: randomUUID(), text: words };
  const costs: number[] = [];
  for (const count of [500, 2_000]) {
    const ids = await stage.claims(count, { text: `'${words}'` });
    await stage.pool.query("update claims set likeness = $1 where post_id = any($2)", [bands(words), ids]);
    await stage.pool.query("analyze claims, claim_bands");
    const half = (await stage.pool.query("select published_at from claims where post_id = $1", [ids[count / 2]]))
      .rows[0];
    costs.push(await costOf({ ...other, before: null }));
    costs.push(await costOf({ ...other, before: { publishedAt: half.published_at, like: null } }));
  }
  // 16 bands of 50 rows each, and then 50 claims.
  expect(Math.max(...costs)).toBeLessThan(1_500);
  const found = await findSimilarClaims(stage.pool, { ...other, before: null });
  expect(found.map(({ similarity }) => similarity)).toEqual([1, 1, 1, 1, 1]);
});

test("a deleted or changed claim is no longer found by its former text", async () => {
  const words = "What the harbour cranes of Tallinn do at night";
  const [one = "", two = ""] = await stage.claims(2, { text: `'${words}'` });
  const find = async () =>
    (
      await findSimilarClaims(stage.pool, {
        orgId: stage.service.org.orgId,
        submissionId: randomUUID(),
        postId: randomUUID(),
        text: words,
        before: null,
      })
    ).map(({ id }) => id);
  await stage.pool.query("update claims set likeness = $1 where post_id = any($2)", [bands(words), [one, two]]);
  expect(await find()).toEqual([one, two]);
  await stage.pool.query("update claims set likeness = $1 where post_id = $2", [bands("Other words"), one]);
  expect(await find()).toEqual([two]);
  await stage.pool.query("delete from claims where post_id = $1", [two]);
  expect(await find()).toEqual([]);
  const left = await stage.pool.query("select count(*)::int as n from claim_bands where post_id = $1", [two]);
  expect(left.rows[0].n).toBe(0);
});
