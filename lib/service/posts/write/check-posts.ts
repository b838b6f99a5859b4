import { limits } from "#lib/contract/limits.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { CheckPostsInput, PostProblem, PostWarning } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { and, asc, eq, isNull, or } from "#lib/service/db/drizzle-exports.ts";
import { posts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { consumeDraft } from "#lib/service/drafts/consume-draft.ts";
import { type AttachedImage, parsePartImages, readPartImages } from "#lib/service/media/part-images.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import { getPublishedParts } from "#lib/service/posts/state/interrupted-thread.ts";
import { listStoredPlannedParts } from "./action-facts.ts";
import { findSubmissionWarnings, prepareSubmission } from "./create-submission.ts";
import { countPostCharacters, type PostPart, parsePostParts } from "./post-parts.ts";
import { findPostWarnings } from "./post-warnings.ts";
import { requireScheduledFor } from "./require-scheduled-for.ts";
import { requireImages, requireTargets } from "./require-targets.ts";
import { chooseThreads, type PostTarget, validateRemainingParts, validateTarget } from "./validate-target.ts";

type PostCheck = { problems: PostProblem[]; warnings: PostWarning[] };

/**
 * Returns what a create of this body would refuse, and its warnings. The create's own code decides; whatever it wrote is
 * rolled back.
 * @param prepare completes the body as the create does; what it refuses is a problem too
 */
export async function checkPosts(
  tx: Tx,
  actor: Actor,
  context: Pick<Context, "clock">,
  prepare: () => Promise<CheckPostsInput>,
): Promise<PostCheck> {
  await tx.client.query("savepoint before_check");
  try {
    const input = await prepare();
    return await (input.post_id === undefined
      ? checkNewPosts(tx, actor, input, context)
      : checkEditedPost(tx, actor, { ...input, post_id: input.post_id }, context));
  } catch (error) {
    if (error instanceof Refusal) return { problems: [toProblem(error)], warnings: [] };
    throw error;
  } finally {
    await tx.client.query("rollback to savepoint before_check");
  }
}

function toProblem({ code, message, field }: Refusal, channelId: string | null = null): PostProblem {
  return { code, message, field: field ?? null, channel_id: channelId };
}

async function checkNewPosts(
  tx: Tx,
  actor: Actor,
  { post_id: _, ...input }: CheckPostsInput,
  context: Pick<Context, "clock">,
): Promise<PostCheck> {
  const prepared = await prepareSubmission(tx, actor, input, context, input.media_urls?.length);
  const { posts: checked, refusals } = prepared;
  if (input.draft_id !== undefined) {
    const { submissionId, now } = checked;
    await consumeDraft(tx, actor, { draftId: input.draft_id, submissionId, postIds: [], now });
  }
  const problems = refusals.map(({ channelId, refusal }) => toProblem(refusal, channelId));
  return { problems, warnings: await findSubmissionWarnings(tx, actor, prepared) };
}

/**
 * Checks an edit by the rules of `updatePost`: a post keeps the images, the choice about its thread and the published
 * parts that the body doesn't replace. A channel that is added has the images of the first post. An unknown post has no
 * problems.
 */
async function checkEditedPost(
  tx: Tx,
  actor: Actor,
  input: CheckPostsInput & { post_id: string },
  { clock }: Pick<Context, "clock">,
): Promise<PostCheck> {
  const now = clock.now();
  const apart = isUuid(input.post_id) ? input.post_id : null;
  const edited = apart === null ? [] : await readEditedPosts(tx, actor, apart);
  // A post from before the character limit may keep its length.
  const most = Math.max(limits.postCharacters, ...edited.map((post) => countPostCharacters(post.parts)));
  const parts = parsePostParts(input, edited.length > 0 ? most : Number.POSITIVE_INFINITY);
  if (!parts) throw new Refusal("invalid_request", "Send a text, or a thread of at least one part.", "text");
  const targets = chooseThreads(await requireTargets(tx, actor, input.channels), input.threads);
  const at = input.scheduled_for ? requireScheduledFor(input.scheduled_for, now) : now;
  const problems: PostProblem[] = [];
  for (const target of edited.length > 0 ? targets : []) {
    const problem = await findEditProblem(tx, actor, { input, parts, target, edited });
    if (problem) problems.push(problem);
  }
  return { problems, warnings: await findPostWarnings(tx, actor, { parts, targets, at, apart }) };
}

type EditedPost = Pick<PostRow, "id" | "channelId" | "threadChoice" | "parts"> & {
  images: AttachedImage[][];
  published: number;
};

/** Reads the post with this id, or those of the submission, as far as the caller may change them. */
async function readEditedPosts(tx: Tx, actor: Actor, id: string): Promise<EditedPost[]> {
  const own = eq(posts.memberId, actor.memberId);
  const visible = isAdmin(actor.role) ? or(own, eq(posts.orgId, actor.orgId)) : own;
  const rows = await tx
    .select({ id: posts.id, channelId: posts.channelId, threadChoice: posts.threadChoice, parts: posts.parts })
    .from(posts)
    .where(and(or(eq(posts.id, id), eq(posts.submissionId, id)), visible, isNull(posts.deletedAt)))
    .orderBy(asc(posts.id));
  const ids = rows.map((row) => row.id);
  const images = await readPartImages(tx, ids);
  const planned = Map.groupBy(await listStoredPlannedParts(tx, ids), ({ postId }) => postId);
  return rows.map((row) => {
    const published = getPublishedParts(planned.get(row.id) ?? []).length;
    return { ...row, images: images.get(row.id) ?? [], published };
  });
}

async function findEditProblem(
  tx: Tx,
  actor: Actor,
  edit: { input: CheckPostsInput; parts: readonly PostPart[]; target: PostTarget; edited: readonly EditedPost[] },
): Promise<PostProblem | null> {
  const { input, parts, target, edited } = edit;
  const post = edited.find(({ channelId }) => channelId === target.id);
  const before = (post ?? edited[0])?.images ?? [];
  const imageIds = parsePartImages(input, parts.length, before);
  const usableIds = edited.flatMap(({ images }) => images.flat().map((image) => image.id));
  const images = imageIds ? await requireImages(tx, actor, imageIds, usableIds) : before;
  try {
    if (post && post.published > 0) validateRemainingParts(target, parts, images, post.published);
    else {
      const threadChoice = target.threadChoice ?? post?.threadChoice ?? null;
      validateTarget({ ...target, threadChoice }, parts, images, input.draft ?? false);
    }
    return null;
  } catch (error) {
    if (error instanceof Refusal) return toProblem(error, target.id);
    throw error;
  }
}
