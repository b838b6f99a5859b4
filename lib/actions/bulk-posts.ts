"use server";
import * as z from "zod";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { BulkChange } from "#lib/contract/resources/post-queries.ts";
import { SubmissionAction } from "#lib/contract/resources/submissions.ts";
import type { BulkChangeResult, Post } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";
import { undoPostsOneByOne, updatePostsOneByOne } from "./posts-one-by-one.ts";

/** Timeout in ms for a thousand posts. */
const timeoutMs = 30_000;
/** Concurrent requests to platforms. */
const atOnce = 5;

/**
 * Applies one change to many posts; each one succeeds or fails separately. A service without bulk changes gets one
 * request per post.
 */
export async function updatePosts(input: unknown): Promise<Result<BulkChangeResult>> {
  const asked = BulkChange.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const [client, offered] = await Promise.all([getServiceClient(), getServiceCapabilities()]);
  if (offered.has("changePosts")) return client.changePosts(asked.data, { timeoutMs });
  return updatePostsOneByOne(client, asked.data, offered.has("restorePost"));
}

const OfSubmission = z.object({ id: z.string().min(1).max(200), action: SubmissionAction });
/** Applies one action to posts of a submission: all of them or none. */
export async function updateSubmissionPosts(input: unknown): Promise<Result<BulkChangeResult>> {
  const asked = OfSubmission.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { id, action } = asked.data;
  return (await getServiceClient()).applySubmissionAction({ id, ...action }, { timeoutMs });
}

const Ids = z.object({ ids: z.array(z.string().min(1).max(200)).min(1).max(limits.postsPerChange) });
/** Takes published posts down from their platforms. Each takedown succeeds or fails separately. */
export async function takeDownPosts(input: unknown): Promise<Result<{ id: string; error: Failure | null }[]>> {
  const asked = Ids.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const client = await getServiceClient();
  const ids = [...new Set(asked.data.ids)];
  const results: { id: string; error: Failure | null }[] = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce);
    const asking = some.map(async (id) => ({
      id,
      error: (await client.takeDownPost({ id }, { timeoutMs })).error ?? null,
    }));
    results.push(...(await Promise.all(asking)));
  }
  return { ok: results };
}

const TakeDownParts = z.object({ id: z.string().min(1).max(200), byHand: z.boolean() });
/**
 * Takes down the published parts of a partially published post; `byHand` means that its author did so on the platform.
 */
export async function takeDownPublishedParts(input: unknown): Promise<Result<Post>> {
  const asked = TakeDownParts.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { id, byHand } = asked.data;
  return (await getServiceClient()).takeDownPost({ id, ...(byHand && { by_hand: true }) }, { timeoutMs });
}

const Undo = z.object({ undo: z.string().min(1).max(50_000) });
/** Undoes a bulk change; `undo` comes from the answer of `updatePosts`. */
export async function undoPostsUpdate(input: unknown): Promise<Result<BulkChangeResult>> {
  const asked = Undo.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const client = await getServiceClient();
  const each = await undoPostsOneByOne(client, asked.data.undo);
  return each ?? client.undoChange({ id: asked.data.undo }, { timeoutMs });
}
