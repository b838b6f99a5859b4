"use server";
import * as z from "zod";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { CheckPosts, NewPost, PostChange } from "#lib/contract/resources/posts.ts";
import type { Post, Warning } from "#lib/contract/types.ts";
import { offeredAbilities } from "#lib/gateway/service-capabilities.ts";
import { gateway } from "#lib/gateway/service-client.ts";
import { badInput } from "./input-failure.ts";

const postId = z.string().min(1).max(200);

const Create = z.object({ post: NewPost, repeatKey: z.string().min(8).max(limits.idempotencyKeyCharacters) });
/** Creates the posts of one submission. Asked again with the same key, it answers as before and creates nothing. */
export async function createPosts(input: unknown): Promise<Result<Post[]>> {
  const asked = Create.safeParse(input);
  if (!asked.success) return badInput(asked.error);
  return (await gateway()).createPosts(asked.data.post, { repeatKey: asked.data.repeatKey });
}

/** What may be a slip in posts not yet created; nothing where the service can't tell. */
export async function checkPosts(input: unknown): Promise<Result<{ warnings: Warning[] }>> {
  const asked = CheckPosts.safeParse(input);
  if (!asked.success) return badInput(asked.error);
  if (!(await offeredAbilities()).has("checkPosts")) return { ok: { warnings: [] } };
  return (await gateway()).checkPosts(asked.data);
}

const Change = z.object({ id: postId, change: PostChange });
/** Edits, reschedules, sends now or takes back to draft; guarded by the version that was seen. */
export async function changePost(input: unknown): Promise<Result<Post>> {
  const asked = Change.safeParse(input);
  if (!asked.success) return badInput(asked.error);
  return (await gateway()).changePost({ id: asked.data.id, ...asked.data.change });
}
