import { isAdmin } from "#lib/contract/scopes.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";

/** The posts that the caller may change, or is told why not: $2 is the caller, $3 an administrator's organization, else null. */
const visiblePostsSql = "submission_id = $1 and (member_id = $2 or org_id = $3)";

/** Returns the values of `visiblePostsSql`. @throws Refusal `not_found` for an id that none can have */
export function toSubmissionValues(actor: Actor, id: string): [string, string, string | null] {
  if (!isUuid(id)) throw submissionNotFound();
  return [id.toLowerCase(), actor.memberId, isAdmin(actor.role) ? actor.orgId : null];
}

/**
 * Returns the posts of a submission. Until the transaction ends no post joins the submission: `lockJoinableSubmission`
 * takes the same lock.
 * @param which the deleted posts are those that an action restores
 * @throws Refusal `not_found` for a submission without posts that the caller can see
 */
export async function lockSubmission(
  tx: Tx,
  actor: Actor,
  id: string,
  which: "there" | "deleted",
): Promise<{ id: string; memberId: string; channelId: string }[]> {
  const values = toSubmissionValues(actor, id);
  await tx.client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`submission ${values[0]}`]);
  const condition = which === "there" ? "is null" : "is not null";
  const { rows } = await tx.client.query<{ id: string; memberId: string; channelId: string }>({
    name: `posts-of-submission-${which}`,
    text: `select id, member_id as "memberId", channel_id as "channelId" from posts
           where ${visiblePostsSql} and deleted_at ${condition} order by id`,
    values,
  });
  if (rows.length === 0) throw submissionNotFound();
  return rows;
}

/**
 * Returns the ids of the posts that an action on a submission names, all of it by default.
 * @param which the deleted posts are those that an action restores
 * @throws Refusal `not_found` for a submission without posts that the caller can see, and for posts it does not have
 */
export async function requireSubmissionPosts(
  tx: Tx,
  actor: Actor,
  submission: { id: string; postIds: readonly string[] | null; which: "there" | "deleted" },
): Promise<string[]> {
  const posts = await lockSubmission(tx, actor, submission.id, submission.which);
  if (submission.postIds !== null)
    return requireKnownPosts(
      posts.map(({ id }) => id),
      submission.postIds,
    );
  // A post and the removed one whose place it took may both be deleted: the newest comes back.
  const newest = submission.which === "deleted" ? new Map(posts.map((post) => [post.channelId, post])) : null;
  return [...(newest?.values() ?? posts)].map(({ id }) => id).sort();
}

/** Returns the named posts, each once, in the order of their ids. @throws Refusal `not_found` for an unknown one */
export function requireKnownPosts(known: readonly string[], named: readonly string[]): string[] {
  const chosen = [...new Set(named.map((one) => one.toLowerCase()))].sort();
  const missing = chosen.filter((one) => !known.includes(one));
  if (missing.length === 0) return chosen;
  throw new Refusal(
    "not_found",
    `${missing.length} of the posts ${missing.length === 1 ? "is" : "are"} not in this submission. Perhaps somebody deleted ${missing.length === 1 ? "it" : "them"}. Nothing was changed. Reload it and try again.`,
    "posts",
  );
}

/**
 * Creates the refusal of a whole change from those of single posts: it has the first one's code and names the channels
 * that refuse for the same reason.
 */
export async function refuseSubmission(
  tx: Tx,
  refused: readonly { refusal: Refusal; post: Pick<PostRow, "channelId" | "platform"> | undefined }[],
): Promise<Refusal> {
  const [first] = refused;
  if (!first) throw new Error("a refusal without a refused post");
  const { code, message, field } = first.refusal;
  const posts = refused.filter(({ refusal }) => refusal.message === message).flatMap(({ post }) => post ?? []);
  const names = await listChannelNames(tx, posts);
  const isNamed = names.length === 0 || names.some((name) => message.startsWith(name));
  const sentence = isNamed ? message : `${new Intl.ListFormat("en-GB").format(names)}: ${message}`;
  const rest = sentence.endsWith("Nothing was changed.") ? "" : " Nothing was changed.";
  return new Refusal(code, sentence + rest, field);
}

async function listChannelNames(tx: Tx, posts: readonly Pick<PostRow, "channelId" | "platform">[]): Promise<string[]> {
  const { rows } = await tx.client.query<{ id: string; name: string }>({
    name: "names-of-channels",
    text: "select id, name from channels where id = any($1::uuid[])",
    values: [posts.map(({ channelId }) => channelId)],
  });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return posts.map(({ channelId, platform }) => names.get(channelId) ?? platform);
}

export function submissionNotFound(): Refusal {
  return new Refusal("not_found", "The submission was not found.");
}
