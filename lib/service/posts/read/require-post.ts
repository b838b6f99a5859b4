import type pg from "pg";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { Post } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { requireDraftsAllowed } from "#lib/service/core/drafts-only.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { and, asc, eq, inArray } from "#lib/service/db/drizzle-exports.ts";
import { posts } from "#lib/service/db/schema.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { getBlindReviewerId } from "./get-blind-reviewer-id.ts";
import { getAuthorId, loadPostsSql, queryPostRows, selectPostsSql } from "./post-sql.ts";
import { presentPost } from "./present-post.ts";

export type PostRow = typeof posts.$inferSelect;

/** The read permission: $2 is the caller, $3 the caller's organization for an administrator, else null. */
const seen = "id = $1 and (member_id = $2 or org_id = $3)";
const readOne = {
  there: { name: "read-post", text: loadPostsSql(selectPostsSql(`${seen} and deleted_at is null`)) },
  "deleted too": { name: "read-post-deleted-too", text: loadPostsSql(selectPostsSql(seen)) },
};

/**
 * Returns one post in its API form: the member's own, and for an administrator any of the organization.
 * @throws Refusal `not_found`, both for a post that the caller may not see and for an unknown id.
 */
export async function requirePost(
  client: pg.Pool | pg.PoolClient,
  actor: Actor,
  id: string,
  origin: string,
  which: keyof typeof readOne = "there",
): Promise<Post> {
  if (!isUuid(id)) throw postNotFound();
  const organization = isAdmin(actor.role) ? actor.orgId : null;
  const { posts: found } = await queryPostRows(client, {
    ...readOne[which],
    values: [id, actor.memberId, organization],
  });
  const [post] = found;
  if (!post) throw postNotFound();
  // Another member's post, which only an administrator can read.
  const memberId = getAuthorId(post);
  const blind = memberId === actor.memberId ? null : await getBlindReviewerId(client, actor, memberId);
  return presentPost(post, origin, blind);
}

/**
 * Returns the row of one post of the member, locked until the transaction ends.
 * @throws Refusal `not_found`; `forbidden` for a key that may write drafts only when the post is not a draft.
 */
export async function lockPost(tx: Tx, actor: Actor, id: string): Promise<PostRow> {
  const row = await lockPostIncludingDeleted(tx, actor, id);
  if (row.deletedAt !== null) throw postNotFound();
  return row;
}

/** Does the same as `lockPost`, also for a deleted post. */
export async function lockPostIncludingDeleted(tx: Tx, actor: Actor, id: string): Promise<PostRow> {
  if (!isUuid(id)) throw postNotFound();
  const mine = and(eq(posts.id, id), eq(posts.memberId, actor.memberId));
  const [row] = await tx.select().from(posts).where(mine).for("update");
  if (!row) throw postNotFound();
  requireDraftsAllowed(actor, row.status);
  return row;
}

/**
 * Returns the member's posts among `ids`, deleted ones too, locked until the transaction ends. Locks are taken in the
 * order of ids, so that two changes of the same posts never deadlock.
 */
export async function lockPosts(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Map<string, PostRow>> {
  const mine = and(inArray(posts.id, ids.filter(isUuid)), eq(posts.memberId, actor.memberId));
  const rows = await tx.select().from(posts).where(mine).orderBy(asc(posts.id)).for("update");
  return new Map(rows.map((row) => [row.id, row]));
}

/** Creates the same refusal for an unknown post and for another member's post. */
export function postNotFound(): Refusal {
  return new Refusal("not_found", "The post was not found.");
}
