"use server";
import * as z from "zod";
import type { Result } from "#lib/contract/errors.ts";
import { CheckPostsInput, NewPost, PostChange } from "#lib/contract/resources/post-inputs.ts";
import { SubmissionChange } from "#lib/contract/resources/submissions.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { ChangedSubmission, Post, PostWarning } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const postId = z.string().min(1).max(200);

const Create = z.object({ post: NewPost, repeatKey: z.string().min(8).max(serverOnlyLimits.idempotencyKeyCharacters) });
/**
 * Creates the posts of one submission. A service with idempotency keys answers a repeat with the first answer and creates
 * nothing. An answer without a post for each channel leaves open what was created, so it counts as unreadable.
 */
export async function createPosts(input: unknown): Promise<Result<Post[]>> {
  const asked = Create.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { post, repeatKey } = asked.data;
  const created = await (await getServiceClient()).createPosts(post, { repeatKey });
  if (created.error || created.ok.length >= new Set(post.channels).size) return created;
  return { error: { code: "unreadable", message: "The answer lacks posts.", status: 201 } };
}

/** Returns warnings about posts not yet created; none where the service can't check. */
export async function checkPosts(input: unknown): Promise<Result<{ warnings: PostWarning[] }>> {
  const asked = CheckPostsInput.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  if (!(await getServiceCapabilities()).has("checkPosts")) return { ok: { warnings: [] } };
  return (await getServiceClient()).checkPosts(asked.data);
}

const ChangeOfSubmission = z.object({ id: postId, change: SubmissionChange, repeatKey: Create.shape.repeatKey });
/** Edits the posts of a submission, and adds and removes channels: all or none. */
export async function updateSubmission(input: unknown): Promise<Result<ChangedSubmission>> {
  const asked = ChangeOfSubmission.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { id, change, repeatKey } = asked.data;
  return (await getServiceClient()).changeSubmission({ id, ...change }, { repeatKey });
}

const Change = z.object({ id: postId, change: PostChange });
/** Edits, reschedules, publishes or moves a post back to draft; refused if the version is not the current one. */
export async function updatePost(input: unknown): Promise<Result<Post>> {
  const asked = Change.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  return (await getServiceClient()).changePost({ id: asked.data.id, ...asked.data.change });
}
