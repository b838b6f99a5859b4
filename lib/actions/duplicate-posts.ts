"use server";
import * as z from "zod";
import type { Result } from "#lib/contract/errors.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { NewPost, Post } from "#lib/contract/types.ts";
import { getPostPermissions, getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const Duplicate = z.object({
  /** The posts of one text that are copied. */
  posts: z.array(z.string().min(1).max(200)).min(1).max(serverOnlyLimits.channelsPerPost),
  repeatKey: z
    .string()
    .min(8)
    .max(serverOnlyLimits.idempotencyKeyCharacters - 4),
});

/**
 * Creates a draft of a text for the channels of these posts. Each channel keeps its own text and images. Nothing is
 * queued. When one channel fails, the others are taken back.
 */
export async function duplicatePosts(input: unknown): Promise<Result<Post[]>> {
  const asked = Duplicate.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { posts: ids, repeatKey } = asked.data;
  const [client, { joinSubmission }] = await Promise.all([getServiceClient(), getPostPermissions()]);
  const read = await Promise.all(ids.map((id) => client.getPost({ id })));
  const failed = read.find(({ error }) => error !== undefined);
  if (failed?.error) return { error: failed.error };
  const groups = Map.groupBy(
    read.flatMap(({ ok }) => (ok?.channel_id ? [ok] : [])),
    (post) => JSON.stringify(toContent(post)),
  );
  const created: Post[] = [];
  for (const [index, [post, ...others]] of [...groups.values()].entries()) {
    if (!post) continue;
    const submission = joinSubmission ? created[0]?.submission_id : undefined;
    const body: NewPost = {
      channels: [post, ...others].flatMap(({ channel_id: id }) => id ?? []),
      ...toContent(post),
      ...(post.points !== undefined && { points: post.points }),
      ...(submission !== undefined && { submission_id: submission }),
      draft: true,
    };
    const result = await client.createPosts(body, { repeatKey: `${repeatKey}-${index}` });
    if (result.error) {
      await takeBack(created[0]?.submission_id);
      return result;
    }
    created.push(...result.ok);
  }
  return { ok: created };
}

/** The text and images of a post, as a new post is given them. */
function toContent({
  posts,
  media = [],
  part_media: ofParts,
}: Post): Pick<NewPost, "text" | "thread" | "media" | "part_media"> {
  const texts = posts.map(({ text }) => text);
  const idsOf = (images: readonly { id: string }[]) => images.map(({ id }) => id);
  return {
    ...(texts.length > 1 ? { thread: texts } : { text: texts[0] ?? "" }),
    ...(ofParts ? { part_media: ofParts.map(idsOf) } : { media: idsOf(media) }),
  };
}

async function takeBack(submissionId: string | undefined): Promise<void> {
  if (submissionId === undefined || !(await getServiceCapabilities()).has("deleteSubmission")) return;
  await (await getServiceClient()).deleteSubmission({ id: submissionId });
}
