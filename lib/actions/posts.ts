"use server";
import * as z from "zod";
import type { Failure, Result } from "#lib/contract/errors";
import { limits } from "#lib/contract/limits";
import { NewPost, PostChange } from "#lib/contract/resources";
import type { Post } from "#lib/contract/types";
import { gateway } from "#lib/gateway/gateway";
import { badInput } from "./bad-input.ts";

const postId = z.string().min(1).max(200);
const Ids = z.object({ ids: z.array(postId).min(1).max(limits.pageSizeMax) });
/** Requests to the service at a time when one action asks for many posts. */
const atOnce = 5;

const Create = z.object({ post: NewPost, repeatKey: z.string().min(8).max(limits.idempotencyKeyCharacters) });
/** Creates the posts of one submission. Asked again with the same key, it answers as before and creates nothing. */
export async function createPosts(input: unknown): Promise<Result<Post[]>> {
  const asked = Create.safeParse(input);
  if (!asked.success) return badInput(asked.error);
  return (await gateway()).createPosts(asked.data.post, { repeatKey: asked.data.repeatKey });
}

const Change = z.object({ id: postId, change: PostChange });
/** Edits, reschedules, sends now or takes back to draft; guarded by the version that was seen. */
export async function changePost(input: unknown): Promise<Result<Post>> {
  const asked = Change.safeParse(input);
  if (!asked.success) return badInput(asked.error);
  return (await gateway()).changePost({ id: asked.data.id, ...asked.data.change });
}

const One = z.object({ id: postId });
/** Takes a scheduled post out of the queue. */
export async function cancelPost(input: unknown): Promise<Result<Post>> {
  const asked = One.safeParse(input);
  return asked.success ? (await gateway()).cancelPost(asked.data) : badInput(asked.error);
}

const Settle = z.object({ id: postId, unconfirmed: z.enum(["is_there", "send_again"]) });
/** Settles a post whose sending was never confirmed, by what its author saw on the platform. */
export async function settlePost(input: unknown): Promise<Result<Post>> {
  const asked = Settle.safeParse(input);
  return asked.success ? (await gateway()).retryPost(asked.data) : badInput(asked.error);
}

/** What came of each of many: null where it was done. */
type Each = { id: string; error: Failure | null }[];

/** Sends failed posts again. */
export async function retryPosts(input: unknown): Promise<Result<Each>> {
  const client = await gateway();
  return each(input, (id) => client.retryPost({ id }));
}

/** Deletes posts. What is published leaves the history only. */
export async function deletePosts(input: unknown): Promise<Result<Each>> {
  const client = await gateway();
  return each(input, (id) => client.deletePost({ id }));
}

/** Brings deleted posts back. */
export async function restorePosts(input: unknown): Promise<Result<Each>> {
  const client = await gateway();
  return each(input, (id) => client.restorePost({ id }));
}

async function each(input: unknown, act: (id: string) => Promise<Result<unknown>>): Promise<Result<Each>> {
  const asked = Ids.safeParse(input);
  if (!asked.success) return badInput(asked.error);
  const ids = [...new Set(asked.data.ids)];
  const results: Each = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce);
    results.push(...(await Promise.all(some.map(async (id) => ({ id, error: (await act(id)).error ?? null })))));
  }
  return { ok: results };
}
