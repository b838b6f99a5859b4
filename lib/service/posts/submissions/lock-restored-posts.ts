import type { Actor } from "#lib/service/core/actor.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/**
 * Returns the refusals of deleted posts that can't be restored because their channel has another post of the submission
 * by now, or gets one by the same restore. Until the transaction ends no post joins these submissions:
 * `lockSubmission` takes the same locks. Call it before the posts are locked.
 */
export async function lockRestoredPosts(
  tx: Tx,
  actor: Pick<Actor, "orgId">,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, Refusal>> {
  const ids = postIds.filter(isUuid).map((id) => id.toLowerCase());
  if (ids.length === 0) return new Map();
  const { rows: submissions } = await tx.client.query<{ id: string }>({
    name: "restored-submissions",
    text: `select distinct submission_id as id from posts
           where id = any($1::uuid[]) and org_id = $2 and deleted_at is not null order by id`,
    values: [ids, actor.orgId],
  });
  // One after the other in the order of the ids, so that two restores never deadlock.
  for (const { id } of submissions)
    await tx.client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`submission ${id}`]);
  const { rows } = await tx.client.query<{ id: string; name: string }>({
    name: "restored-second-posts",
    text: `select p.id, c.name from posts p join channels c on c.id = p.channel_id
           where p.id = any($1::uuid[]) and p.deleted_at is not null and exists (
             select 1 from posts other
             where other.submission_id = p.submission_id and other.channel_id = p.channel_id and other.id <> p.id
               and (other.deleted_at is null
                 or (other.id = any($1::uuid[]) and (other.deleted_at, other.id) > (p.deleted_at, p.id))))`,
    values: [ids],
  });
  return new Map(rows.map(({ id, name }) => [id, secondPostRefusal(name)]));
}

function secondPostRefusal(name: string): Refusal {
  const message = `${name} already has a post of this text. Delete that post first, then restore this one.`;
  return new Refusal("conflict", message);
}
