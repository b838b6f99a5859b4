import { limits } from "#lib/contract/limits";
import type { BulkAction, PostFilter } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import type { Tx } from "#lib/service/db/tx";
import { Refusal } from "#lib/service/refusal";
import { isUuid } from "./is-uuid.ts";

/**
 * Ids of the member's own posts that a filter picks, newest first.
 * @throws Refusal `invalid_request` when more match than one change may hold; `forbidden` for another member's.
 */
export async function needFiltered(tx: Tx, actor: Actor, filter: PostFilter, action: BulkAction): Promise<string[]> {
  if (filter.member !== undefined && filter.member !== actor.memberId) {
    throw new Refusal("forbidden", "Only their author can change posts.", "filter.member");
  }
  const isDeleted = action === "restore" || filter.deleted === "true";
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from posts where member_id = $1 and (deleted_at is not null) = $2
       and ($3::text[] is null or status = any($3)) and ($4::uuid[] is null or channel_id = any($4))
     order by created_at desc, id desc limit $5`,
    [
      ...[actor.memberId, isDeleted, filter.status ?? null, filter.channel?.filter(isUuid) ?? null],
      limits.postsPerChange + 1,
    ],
  );
  if (rows.length > limits.postsPerChange) {
    const message = `More than ${limits.postsPerChange.toLocaleString("en-GB")} posts match; one change takes at most that many. Narrow the filter.`;
    throw new Refusal("invalid_request", message, "filter");
  }
  return rows.map(({ id }) => id);
}
