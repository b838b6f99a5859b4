"use server";
import * as z from "zod";
import type { Result } from "#lib/contract/errors.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Post } from "#lib/contract/types.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const id = z.string().min(1).max(200);
const Duplicate = z.object({
  /** The post whose text and images are copied. */
  id,
  channels: z.array(id).min(1).max(serverOnlyLimits.channelsPerPost),
  repeatKey: z.string().min(8).max(serverOnlyLimits.idempotencyKeyCharacters),
});

/** Creates a draft for these channels with the text and images of a post. Nothing is queued. */
export async function duplicatePost(input: unknown): Promise<Result<Post[]>> {
  const asked = Duplicate.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const client = await getServiceClient();
  const post = await client.getPost({ id: asked.data.id });
  if (post.error) return post;
  const texts = post.ok.posts.map((part) => part.text);
  const body = {
    channels: asked.data.channels,
    ...(texts.length > 1 ? { thread: texts } : { text: texts[0] ?? "" }),
    media: (post.ok.media ?? []).map((media) => media.id),
    ...(post.ok.points !== undefined && { points: post.ok.points }),
    draft: true,
  };
  return client.createPosts(body, { repeatKey: asked.data.repeatKey });
}
