import { limits } from "#lib/contract/limits.ts";
import type { BulkAction, PostFilter } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { createSqlValues, parsePostFilter, toWhereSql } from "./read/post-filter.ts";

/**
 * Ids of the member's own posts that a filter picks, newest first.
 * @throws Refusal `invalid_request` when more match than one change may hold; `forbidden` for another member's.
 */
export async function requireFilteredPostIds(
  tx: Tx,
  actor: Actor,
  filter: PostFilter,
  action: BulkAction,
  clock: Clock,
): Promise<string[]> {
  if (filter.member !== undefined && filter.member !== actor.memberId) {
    throw new Refusal("forbidden", "Only their author can change posts.", "filter.member");
  }
  const values = createSqlValues();
  const wanted: PostFilter = action === "restore" ? { ...filter, deleted: "true" } : filter;
  const where = toWhereSql(parsePostFilter(actor, wanted, clock.now()), values);
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from posts where ${where} order by created_at desc, id desc limit ${limits.postsPerChange + 1}`,
    values.list,
  );
  if (rows.length > limits.postsPerChange) {
    const message = `More than ${limits.postsPerChange.toLocaleString("en-GB")} posts match; one change takes at most that many. Narrow the filter.`;
    throw new Refusal("invalid_request", message, "filter");
  }
  return rows.map(({ id }) => id);
}
