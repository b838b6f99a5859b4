import type { BulkChangeResult, PostChange, SubmissionAction, SubmissionChange } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { requireDraftsAllowed } from "#lib/service/core/drafts-only.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { readPartImages } from "#lib/service/media/part-images.ts";
import { type NewPostEvent, recordPostEvents } from "#lib/service/posts/events/record-post-events.ts";
import { lockPosts, type PostRow, postNotFound } from "#lib/service/posts/read/require-post.ts";
import { saveUndoRecord, toUndoPost, type UndoPost } from "#lib/service/posts/undo/undo-records.ts";
import { applyBulkAction } from "#lib/service/posts/write/bulk-action.ts";
import { updateLockedPost } from "#lib/service/posts/write/update-post.ts";
import { foreignThreadRefusal } from "#lib/service/posts/write/validate-target.ts";
import { addPosts, removePosts, requireAddedTargets } from "./change-channels.ts";
import { lockSubmission, refuseSubmission, requireKnownPosts, requireSubmissionPosts } from "./lock-submission.ts";

/**
 * Edits the listed posts of a submission, each as `PATCH /posts/{id}` would, removes posts and adds channels: all or none.
 * @returns the id that undoes the change of its channels; null without one
 * @throws Refusal `not_found`; any refusal of a single post, with the name of its channel
 */
export async function updateSubmission(
  tx: Tx,
  actor: Actor,
  id: string,
  change: SubmissionChange,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<{ undo: string | null }> {
  const { posts: listed = [], add = [], remove = [], grace_seconds: graceSeconds = 0, ...common } = change;
  const graceMs = graceSeconds * 1000;
  const known = await lockSubmission(tx, actor, id, "there");
  const own = new Map(listed.map((post) => [post.id.toLowerCase(), post]));
  const removed = new Map(remove.map((post) => [post.id.toLowerCase(), post.version]));
  requireChannelsLeft(change, known.length);
  requireWaitPossible(change);
  const named = requireKnownPosts(
    known.map((post) => post.id),
    [...own.keys(), ...removed.keys()],
  );
  const authorId = (known.find(({ memberId }) => memberId === actor.memberId) ?? known[0])?.memberId ?? "";
  const takenIds = known.filter((post) => !removed.has(post.id)).map(({ channelId }) => channelId);
  const added = await requireAddedTargets(tx, actor, change, { authorId, takenIds });
  const choiceOf = requireThreadChoices(change, [
    ...known.filter((post) => own.has(post.id)).map(({ channelId }) => channelId),
    ...added.map((target) => target.id),
  ]);
  const targets = added.map((target) => ({ ...target, threadChoice: choiceOf(target.id) ?? null }));
  // An added post belongs to the author of the others, who must still be theirs.
  const { rows, refusals } = await lockPosts(tx, actor, add.length > 0 ? known.map((post) => post.id) : named);
  const refuse = (refusal: Refusal, post: PostRow | undefined) => refuseSubmission(tx, [{ refusal, post }]);
  const requirePost = async (postId: string) => {
    const post = rows.get(postId);
    if (post && post.deletedAt === null) return post;
    throw await refuse(refusals.get(postId) ?? postNotFound(), post);
  };
  const [anyRefusal] = refusals.values();
  if (anyRefusal && add.length > 0) throw await refuse(anyRefusal, undefined);
  // Read before the first post changes: an image may move from one channel to another.
  const images = await readPartImages(
    tx,
    known.map((post) => post.id),
  );
  const imageIds = [...images.values()].flat(2).map((image) => image.id);
  const events: NewPostEvent[] = [];
  const waiting: UndoPost[] = [];
  for (const postId of named.filter((one) => own.has(one))) {
    const post = await requirePost(postId);
    try {
      requireDraftsAllowed(actor, post.status);
      const choice = choiceOf(post.channelId);
      const postChange = {
        ...toPostChange(common, own.get(postId)),
        ...(choice && { threads: { [post.channelId]: choice } }),
      };
      const options = { sharedImageIds: imageIds, graceMs };
      const updated = await updateLockedPost(tx, actor, post, postChange, context, options);
      if (updated) events.push(updated.event);
      // The new text stays after an undo, and its parts are delivered as it needs.
      if (updated?.isWaiting) waiting.push(toUndoPost({ ...post, delivery: updated.delivery }));
    } catch (error) {
      throw error instanceof Refusal ? await refuse(error, post) : error;
    }
  }
  const gone = [];
  for (const [postId, version] of removed) gone.push({ post: await requirePost(postId), version });
  const out = await removePosts(tx, actor, gone, context, refuse);
  const linkCard = [...rows.values()][0]?.linkCard ?? null;
  const to = { submissionId: id.toLowerCase(), authorId, targets, imageIds, linkCard };
  const joined = await addPosts(tx, actor, change, to, context);
  await recordPostEvents(tx, actor, [...events, ...out.events, ...joined.events], context.clock);
  const undoPosts = [...waiting, ...out.undoPosts, ...joined.undoPosts];
  const action = waiting.length > 0 ? ("publish" as const) : ("channels" as const);
  const saved = { input: { action, grace_seconds: graceSeconds }, undoPosts, now: context.clock.now() };
  const { undo } = await saveUndoRecord(tx, actor, saved, context.clock);
  return { undo };
}

/** Refuses a change that names nothing or a post twice, or leaves no channel. */
function requireChannelsLeft({ posts = [], add = [], remove = [] }: SubmissionChange, before: number): void {
  const ids = [...posts, ...remove].map((post) => post.id.toLowerCase());
  if (ids.length + add.length === 0) throw new Refusal("invalid_request", "Send posts, add or remove.", "posts");
  if (new Set(ids).size < ids.length) throw new Refusal("invalid_request", "A post is listed twice.", "posts");
  if (before + add.length - remove.length > 0) return;
  throw new Refusal("invalid_request", "No channel is left. To remove all posts, delete the submission.", "remove");
}

/**
 * Returns the author's choice for each of these channels, which the change names.
 * @throws Refusal `invalid_request` for the choice of another channel
 */
function requireThreadChoices({ threads = {} }: SubmissionChange, channelIds: readonly string[]) {
  const choices = new Map(Object.entries(threads).map(([id, choice]) => [id.toLowerCase(), choice]));
  const other = [...choices.keys()].find((id) => !channelIds.includes(id));
  if (other !== undefined) throw foreignThreadRefusal(other);
  return (channelId: string) => choices.get(channelId);
}

/** Refuses a grace without posts to publish now, and one beside other channels: its undo would lose the new text there. */
function requireWaitPossible({ add, remove, grace_seconds: grace, status }: SubmissionChange): void {
  if (grace === undefined) return;
  const message =
    status !== "publishing"
      ? "Only publishing can wait to be undone."
      : add || remove
        ? "A change that adds or removes channels can't wait to be undone. Leave out grace_seconds."
        : null;
  if (message !== null) throw new Refusal("invalid_request", message, "grace_seconds");
}

/** Returns the change of one post: its own text and images where it has some, else those for all. */
function toPostChange(
  common: Omit<SubmissionChange, "posts" | "add" | "remove">,
  own: NonNullable<SubmissionChange["posts"]>[number] | undefined,
): PostChange {
  const { version = 0, text, thread, media, part_media } = own ?? {};
  const { text: commonText, thread: commonThread, media: commonMedia, part_media: commonPartMedia, ...others } = common;
  const { threads: _, ...rest } = others;
  const hasOwnText = text !== undefined || thread !== undefined;
  const content = hasOwnText ? { text, thread } : { text: commonText, thread: commonThread };
  const hasOwnImages = media !== undefined || part_media !== undefined;
  const images = hasOwnImages ? { media, part_media } : { media: commonMedia, part_media: commonPartMedia };
  return { ...rest, ...content, ...images, version };
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
