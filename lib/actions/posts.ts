"use server";
import * as z from "zod";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { CheckPostsInput, NewPost, PostChange } from "#lib/contract/resources/post-inputs.ts";
import { SubmissionChange } from "#lib/contract/resources/submissions.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { ChangedSubmission, Post, PostWarning } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { getServiceLocation } from "#lib/gateway/service-location.ts";
import { toComparableText } from "#lib/text/comparable-text.ts";
import { toInputFailure } from "./input-failure.ts";

const postId = z.string().min(1).max(200);

const repeatKey = z.string().min(8).max(serverOnlyLimits.idempotencyKeyCharacters);
const Create = z.object({
  post: NewPost,
  repeatKey,
  /** The post that these posts replace where the service can't change one; `isLast` in the last request of the text. */
  replaced: z.object({ id: postId, isLast: z.boolean() }).optional(),
});
/**
 * Creates the posts of one submission. A service with idempotency keys answers a repeat with the first answer and creates
 * nothing. An answer without a post for each channel leaves open what was created, so it counts as unreadable. A replaced
 * post is checked before and deleted afterwards in this one action, which goes on when its page is closed.
 */
export async function createPosts(input: unknown): Promise<Result<Post[]>> {
  const asked = Create.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { post, repeatKey: key, replaced } = asked.data;
  const client = await getServiceClient();
  const blocked = replaced ? await findReplaceFailure(client, replaced.id) : null;
  if (blocked) return { error: blocked };
  const startedAt = Date.now();
  const created = await client.createPosts(post, { repeatKey: key });
  if (created.error) return { error: await withStoredPosts(client, created.error, post, startedAt) };
  if (created.ok.length < new Set(post.channels).size)
    return { error: { code: "unreadable", message: "The answer lacks posts.", status: 201 } };
  // The page asks for the deletion again and says what became of it.
  if (replaced?.isLast) await removeReplacedPost(client, replaced.id);
  return created;
}

type Client = Awaited<ReturnType<typeof getServiceClient>>;

/**
 * Returns why a post can't be replaced now, before anything is sent; null if it can. A post that was published meanwhile
 * would be live twice.
 */
async function findReplaceFailure(client: Client, id: string): Promise<Failure | null> {
  const { ok, error } = await client.getPost({ id });
  if (error) return error.code === "not_found" ? null : { ...error, neverSent: true };
  if (ok.status !== "published" && ok.status !== "publishing") return null;
  const message = `The earlier version is ${ok.status} already. Nothing more was sent. Your text is in Drafts: open it there to publish it as another post.`;
  return { code: "conflict", message, status: 409, neverSent: true };
}

/** Deletes a replaced post that is not published. A published one would only leave the history and stay live. */
async function removeReplacedPost(client: Client, id: string): Promise<Result<"deleted" | "published">> {
  const { ok, error } = await client.getPost({ id });
  if (error) return error.code === "not_found" ? { ok: "deleted" } : { error };
  if (ok.status === "published" || ok.status === "publishing") return { ok: "published" };
  const deletion = await client.deletePost({ id });
  if (deletion.ok?.deleted || deletion.error?.code === "not_found") return { ok: "deleted" };
  const message = "The service did not delete it.";
  return { error: deletion.error ?? { code: "conflict", message, status: 200 } };
}

/** Deletes the post that a new one replaced, and says whether it is gone or published by now. Safe to repeat. */
export async function deleteReplacedPost(input: unknown): Promise<Result<"deleted" | "published">> {
  const id = postId.safeParse(input);
  return id.success ? removeReplacedPost(await getServiceClient(), id.data) : toInputFailure(id.error);
}

/** Milliseconds that the clocks of dashboard and service may differ. */
const maxClockSkewMs = 60_000;

/**
 * Another service may refuse a create that it stored. Then the failure says that the answer was lost, so that the author
 * decides and nothing is sent twice.
 */
async function withStoredPosts(
  client: Client,
  failure: Failure,
  post: z.output<typeof NewPost>,
  startedAt: number,
): Promise<Failure> {
  const isRefusal = failure.status !== null && failure.status >= 400 && failure.status < 500;
  if (!isRefusal || !getServiceLocation().isRemote) return failure;
  const latest = await client.listPosts({ limit: 20 });
  const text = toComparableText(post.thread ?? [post.text ?? ""]);
  const isStored = latest.ok?.data.some(
    (one) =>
      Date.parse(one.created_at) >= startedAt - maxClockSkewMs &&
      toComparableText(one.posts.map((part) => part.text)) === text,
  );
  return isStored ? { code: "lost", message: "The service refused the post and stored it.", status: null } : failure;
}

/** Returns warnings about posts not yet created; none where the service can't check. */
export async function checkPosts(input: unknown): Promise<Result<{ warnings: PostWarning[] }>> {
  const asked = CheckPostsInput.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  if (!(await getServiceCapabilities()).has("checkPosts")) return { ok: { warnings: [] } };
  return (await getServiceClient()).checkPosts(asked.data);
}

const ChangeOfSubmission = z.object({ id: postId, change: SubmissionChange, repeatKey });
/** Edits the posts of a submission, and adds and removes channels: all or none. */
export async function updateSubmission(input: unknown): Promise<Result<ChangedSubmission>> {
  const asked = ChangeOfSubmission.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { id, change, repeatKey: key } = asked.data;
  return (await getServiceClient()).changeSubmission({ id, ...change }, { repeatKey: key });
}

const Change = z.object({ id: postId, change: PostChange });
/** Edits, reschedules, publishes or moves a post back to draft; refused if the version is not the current one. */
export async function updatePost(input: unknown): Promise<Result<Post>> {
  const asked = Change.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  return (await getServiceClient()).changePost({ id: asked.data.id, ...asked.data.change });
}
