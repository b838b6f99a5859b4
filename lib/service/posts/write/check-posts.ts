import type { CheckPostsInput, PostProblem, PostWarning } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { consumeDraft } from "#lib/service/drafts/consume-draft.ts";
import { findSubmissionWarnings, prepareSubmission } from "./create-submission.ts";
import { parsePostParts } from "./post-parts.ts";
import { findPostWarnings } from "./post-warnings.ts";
import { requireScheduledFor } from "./require-scheduled-for.ts";
import { requireTargets } from "./require-targets.ts";

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
  const { posts, refusals } = prepared;
  if (input.draft_id !== undefined) {
    const { submissionId, now } = posts;
    await consumeDraft(tx, actor, { draftId: input.draft_id, submissionId, postIds: [], now });
  }
  const problems = refusals.map(({ channelId, refusal }) => toProblem(refusal, channelId));
  return { problems, warnings: await findSubmissionWarnings(tx, actor, prepared) };
}

/** An edit is checked for its text, time and warnings; its post has channel and images already. */
async function checkEditedPost(
  tx: Tx,
  actor: Actor,
  input: CheckPostsInput & { post_id: string },
  { clock }: Pick<Context, "clock">,
): Promise<PostCheck> {
  const now = clock.now();
  // A post from before the character limit is checked without the limit.
  const parts = parsePostParts(input, Number.POSITIVE_INFINITY);
  if (!parts) throw new Refusal("invalid_request", "Send a text, or a thread of at least one part.", "text");
  const targets = await requireTargets(tx, actor, input.channels);
  const at = input.scheduled_for ? requireScheduledFor(input.scheduled_for, now) : now;
  const apart = isUuid(input.post_id) ? input.post_id : null;
  return { problems: [], warnings: await findPostWarnings(tx, actor, { parts, targets, at, apart }) };
}
