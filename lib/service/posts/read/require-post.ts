import type pg from "pg";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { Post } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { requireDraftsAllowed } from "#lib/service/core/drafts-only.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { and, asc, eq, inArray, or } from "#lib/service/db/drizzle-exports.ts";
import { posts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { getBlindReviewerId } from "./get-blind-reviewer-id.ts";
import { getAuthorId, loadPostsSql, queryPostRows, selectPostsSql } from "./post-sql.ts";
import { presentPost } from "./present-post.ts";
import { getPlanReaderId, readablePostsSql, toReaderValues } from "./readable-posts.ts";

export type PostRow = typeof posts.$inferSelect;

const seen = `id = $1 and ${readablePostsSql}`;
const readOne = {
  there: { name: "read-post", text: loadPostsSql(selectPostsSql(`${seen} and deleted_at is null`)) },
  "deleted too": { name: "read-post-deleted-too", text: loadPostsSql(selectPostsSql(seen)) },
};

/**
 * Returns one post in its API form: the member's own, for an administrator any of the organization, for a member
 * another's of the plan.
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
  const { posts: found } = await queryPostRows(client, { ...readOne[which], values: [id, ...toReaderValues(actor)] });
  const [post] = found;
  if (!post) throw postNotFound();
  const memberId = getAuthorId(post);
  if (memberId === actor.memberId) return presentPost(post, origin);
  const blindFor = await getBlindReviewerId(client, actor, memberId);
  return presentPost(post, origin, { blindFor, planFor: getPlanReaderId(actor) });
}

/**
 * Returns the row of one post that the caller may change, locked until the transaction ends. See `lockPosts`.
 * @throws Refusal `not_found`; `forbidden` for a key that may write drafts only when the post is not a draft, and for
 * another member's post that the caller can see and may not change.
 */
export async function lockPost(tx: Tx, actor: Actor, id: string): Promise<PostRow> {
  const row = await lockPostIncludingDeleted(tx, actor, id);
  if (row.deletedAt !== null) throw postNotFound();
  return row;
}

/** Does the same as `lockPost`, also for a deleted post. */
export async function lockPostIncludingDeleted(tx: Tx, actor: Actor, id: string): Promise<PostRow> {
  const { rows, refusals } = await lockPosts(tx, actor, [id]);
  const row = rows.get(id.toLowerCase());
  if (!row) throw refusals.get(id.toLowerCase()) ?? postNotFound();
  requireDraftsAllowed(actor, row.status);
  return row;
}

/** The posts that the caller may change, by id, and the reasons for the others that they can see. */
type LockedPosts = { rows: ReadonlyMap<string, PostRow>; refusals: ReadonlyMap<string, Refusal> };

/**
 * Returns the posts among `ids` that the caller may change, deleted ones too, locked until the transaction ends. Locks
 * are taken in the order of ids, so that two changes of the same posts never deadlock. This is the one rule of who may
 * change a post: its author, and an administrator whose credential has `posts:manage`. While a blind review hides the
 * author from the administrator, the post stays as it is: the change would reveal who wrote it.
 */
export async function lockPosts(tx: Tx, actor: Actor, ids: readonly string[]): Promise<LockedPosts> {
  const own = eq(posts.memberId, actor.memberId);
  const visible = isAdmin(actor.role) ? or(own, eq(posts.orgId, actor.orgId)) : own;
  const wanted = and(inArray(posts.id, ids.filter(isUuid)), visible);
  const locked = await tx.select().from(posts).where(wanted).orderBy(asc(posts.id)).for("update");
  const others = locked.filter((row) => row.memberId !== actor.memberId).map((row) => row.id);
  const refusals = new Map<string, Refusal>();
  if (!actor.scopes.has("posts:manage")) for (const id of others) refusals.set(id, othersPostsRefusal());
  else for (const id of await listPostsWithHiddenAuthor(tx, actor, others)) refusals.set(id, hiddenAuthorRefusal());
  return { rows: new Map(locked.filter((row) => !refusals.has(row.id)).map((row) => [row.id, row])), refusals };
}

/** Returns those of other members' posts whose author a blind review hides from the caller. */
async function listPostsWithHiddenAuthor(tx: Tx, actor: Actor, others: readonly string[]): Promise<string[]> {
  if (others.length === 0 || (await getBlindReviewerId(tx.client, actor, "all")) === null) return [];
  const { rows } = await tx.client.query<{ post_id: string }>({
    name: "posts-with-hidden-author",
    text: "select post_id from claims where post_id = any($1::uuid[]) and state = 'pending'",
    values: [others],
  });
  return rows.map((row) => row.post_id);
}

/** Refuses a change of other members' posts by an administrator's key that was not given it. */
export function othersPostsRefusal(field?: string): Refusal {
  const message = "This API key may change your own posts only. For others' posts it requires the scope posts:manage.";
  return new Refusal("forbidden", message, field);
}

function hiddenAuthorRefusal(): Refusal {
  const message = "Its author is hidden until the points claim is decided. Decide the claim first.";
  return new Refusal("forbidden", message);
}

/** Creates the same refusal for an unknown post and for another member's post. */
export function postNotFound(): Refusal {
  return new Refusal("not_found", "The post was not found.");
}
