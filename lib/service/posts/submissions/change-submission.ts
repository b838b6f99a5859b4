import type { BulkChangeResult, PostChange, SubmissionAction, SubmissionChange } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { requireDraftsAllowed } from "#lib/service/core/drafts-only.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type NewPostEvent, recordPostEvents } from "#lib/service/posts/events/record-post-events.ts";
import { lockPosts, postNotFound } from "#lib/service/posts/read/require-post.ts";
import { applyBulkAction } from "#lib/service/posts/write/bulk-action.ts";
import { updateLockedPost } from "#lib/service/posts/write/update-post.ts";
import { refuseSubmission, requireSubmissionPosts } from "./lock-submission.ts";

/**
 * Edits the listed posts of a submission, each as `PATCH /posts/{id}` would: all of them or none.
 * @throws Refusal `not_found`; any refusal of a single post, with the name of its channel
 */
export async function updateSubmission(
  tx: Tx,
  actor: Actor,
  id: string,
  change: SubmissionChange,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  const { posts: listed, ...common } = change;
  const own = new Map(listed.map((post) => [post.id.toLowerCase(), post]));
  if (own.size < listed.length) throw new Refusal("invalid_request", "A post is listed twice.", "posts");
  const ids = await requireSubmissionPosts(tx, actor, { id, postIds: [...own.keys()], which: "there" });
  const { rows, refusals } = await lockPosts(tx, actor, ids);
  const events: NewPostEvent[] = [];
  for (const postId of ids) {
    const post = rows.get(postId);
    try {
      if (!post || post.deletedAt !== null) throw refusals.get(postId) ?? postNotFound();
      requireDraftsAllowed(actor, post.status);
      const event = await updateLockedPost(tx, actor, post, toPostChange(common, own.get(postId)), context);
      if (event) events.push(event);
    } catch (error) {
      throw error instanceof Refusal ? await refuseSubmission(tx, [{ refusal: error, post }]) : error;
    }
  }
  await recordPostEvents(tx, actor, events, context.clock);
}

/** Returns the change of one post: its own text and images where it has some, else those for all. */
function toPostChange(
  common: Omit<SubmissionChange, "posts">,
  own: SubmissionChange["posts"][number] | undefined,
): PostChange {
  const { version = 0, text, thread, media } = own ?? {};
  const { text: commonText, thread: commonThread, ...rest } = common;
  const hasOwnText = text !== undefined || thread !== undefined;
  const content = hasOwnText ? { text, thread } : { text: commonText, thread: commonThread };
  return { ...rest, ...content, ...(media !== undefined && { media }), version };
}

/**
 * Applies an action to the posts of a submission, or to those that the input names: all of them or none.
 * @throws Refusal `not_found`; any refusal of a single post, with the names of the channels that refuse
 */
export async function applySubmissionAction(
  tx: Tx,
  actor: Actor,
  id: string,
  input: SubmissionAction,
  context: Pick<Context, "clock" | "wakeAt" | "connectorFor">,
): Promise<BulkChangeResult> {
  const { posts: named, scheduled_for, ...action } = input;
  const which = input.action === "restore" ? "deleted" : "there";
  const postIds = named?.map((post) => post.id) ?? null;
  const ids = await requireSubmissionPosts(tx, actor, { id, postIds, which });
  const versions = new Map(named?.map((post) => [post.id.toLowerCase(), post.version]));
  const posts = ids.map((postId) => {
    const version = versions.get(postId);
    return {
      id: postId,
      ...(version !== undefined && { version }),
      ...(scheduled_for !== undefined && { scheduled_for }),
    };
  });
  return await applyBulkAction(tx, actor, { ...action, posts }, context, (refused) => refuseSubmission(tx, refused));
}
