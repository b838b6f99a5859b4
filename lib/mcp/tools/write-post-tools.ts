import { hash } from "node:crypto";
import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Post } from "#lib/contract/types.ts";
import { defineTool, mapResult, refuseInput, type ToolDeps, type ToolResult } from "#lib/mcp/mcp-tool.ts";
import { PostSummary, PostWarnings, toPostSummary } from "./post-summary.ts";

/** The service answers a text that is no id as it answers an unknown id. */
const postId = { id: z.string().max(100).meta({ description: "The id of the post." }) };
const change = api.changePost.body.shape;
const createFields = api.createPosts.body.shape;
const onePost = z.object({ post: PostSummary });
const toOnePost = (post: Post) => ({ post: toPostSummary(post) });

const CreatePostInput = api.createPosts.body
  .pick({
    channels: true,
    text: true,
    thread: true,
    media: true,
    part_media: true,
    media_urls: true,
    link_card: true,
    points: true,
    draft: true,
  })
  .extend({
    threads: createFields.threads.describe(
      "By channel id: `chain` makes each part a post of a thread, `join` all parts one. Default: the platform's rule.",
    ),
    scheduled_for: createFields.scheduled_for.describe(
      "When to publish: ISO 8601 with Z or an offset, at most two years ahead. `next-slot` takes the next free posting slot.",
    ),
    publish_now: z.literal(true).optional().meta({
      description: "True to publish at once. Required if there is neither `draft` nor `scheduled_for`.",
    }),
    idempotency_key: z
      .string()
      .regex(/^[\x20-\x7e]+$/, "must be printable ASCII")
      .max(serverOnlyLimits.idempotencyKeyCharacters)
      .optional()
      .meta({
        description: `A second call with the same key creates nothing within ${serverOnlyLimits.idempotencyHours} h. Default: a key of the other arguments, so the same call never posts twice. Send a new key to post the same again on purpose.`,
      }),
  });

const createPost = defineTool({
  name: "create_post",
  title: "Create a post",
  description:
    "Creates one post per channel. Say exactly one of: `draft: true` saves it for a person to publish, `scheduled_for` publishes it at that time, `publish_now: true` publishes it at once. What is published is public at once and may not be removable, so publish only what the user asked to publish.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  scope: "posts:write",
  input: CreatePostInput,
  output: z.object({
    posts: z.array(PostSummary),
    warnings: PostWarnings,
    already_created: z
      .boolean()
      .meta({ description: "True if an earlier call created these posts and this one none." }),
    idempotency_key: z.string(),
  }),
  async run({ idempotency_key, publish_now, ...body }, deps) {
    const ways = [body.draft === true, Boolean(body.scheduled_for), publish_now === true].filter(Boolean);
    if (ways.length !== 1) {
      return refuseInput("Say exactly one of draft: true, scheduled_for and publish_now: true.", "scheduled_for");
    }
    const key = idempotency_key ?? `mcp-${hash("sha256", JSON.stringify([body, publish_now ?? false]), "hex")}`;
    const created = await deps.client.createPosts(body, { repeatKey: key });
    if (created.error) return { error: created.error };
    const isReplay = deps.isReplay();
    const posts: ToolResult<Post[]> = isReplay ? await rereadPosts(deps, created.ok) : { ok: created.ok };
    if (posts.error) return { error: posts.error };
    return {
      ok: {
        posts: posts.ok.map(toPostSummary),
        warnings: created.ok.flatMap((post) => post.warnings ?? []),
        already_created: isReplay,
        idempotency_key: key,
      },
    };
  },
});

/**
 * Reads posts of an earlier call as they are now. A post that was deleted since is a failure: the caller would otherwise
 * believe that it will be published.
 */
async function rereadPosts({ client }: ToolDeps, posts: readonly Post[]): Promise<ToolResult<Post[]>> {
  const current: Post[] = [];
  for (const { id } of posts) {
    const read = await client.getPost({ id });
    if (read.error?.code === "not_found") {
      const message = `An earlier call with the same arguments created the post ${id}, which was deleted since.`;
      const next = "To create it again, call create_post with a new idempotency_key.";
      return { error: { code: "conflict", message, status: 409, next } };
    }
    // A key without posts:read can't read what it created; the earlier answer is all there is.
    current.push(read.ok ?? (posts.find((post) => post.id === id) as Post));
  }
  return { ok: current };
}

export const writePostTools = [
  createPost,

  defineTool({
    name: "schedule_post",
    title: "Schedule a post",
    description:
      "Gives a draft or a scheduled post a new time, or takes it back to the drafts with `scheduled_for: null`. Keeps its text.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    scope: "posts:write",
    input: z.object({ ...postId, version: change.version, scheduled_for: change.scheduled_for.unwrap() }),
    output: onePost,
    run: async ({ id, version, scheduled_for }, { client }) =>
      mapResult(
        await client.changePost(
          scheduled_for === null
            ? { id, version, status: "draft" }
            : { id, version, scheduled_for, status: "scheduled" },
        ),
        toOnePost,
      ),
  }),

  defineTool({
    name: "publish_post",
    title: "Publish a post now",
    description:
      "Publishes a draft or a scheduled post at once. It is public then and may not be removable, so call it only if the user asked for it.",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    scope: "posts:write",
    input: z.object({ ...postId, version: change.version }),
    output: onePost,
    run: async ({ id, version }, { client }) =>
      mapResult(await client.changePost({ id, version, status: "publishing" }), toOnePost),
  }),

  defineTool({
    name: "update_post",
    title: "Edit a post",
    description:
      "Changes the text, images, link card or points of a post that is not published yet. Only the given fields change. A scheduled post keeps its time.",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    scope: "posts:write",
    input: api.changePost.body
      .pick({
        version: true,
        text: true,
        thread: true,
        threads: true,
        media: true,
        part_media: true,
        link_card: true,
        points: true,
      })
      .extend(postId),
    output: onePost,
    run: async (input, { client }) => mapResult(await client.changePost(input), toOnePost),
  }),

  defineTool({
    name: "delete_post",
    title: "Delete a post",
    description:
      "Deletes a draft or a scheduled post; it is not published then. A published post only leaves the history and stays on its platform. The user can restore it in the dashboard for 30 days.",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    scope: "posts:write",
    input: z.object(postId),
    output: api.deletePost.data,
    run: async ({ id }, { client }) => mapResult(await client.deletePost({ id }), ({ deleted }) => ({ id, deleted })),
  }),

  defineTool({
    name: "retry_post",
    title: "Retry a failed post",
    description:
      "Sends the missing parts of a failed post again; published parts are not sent twice. If its failure is `unconfirmed`, ask the user what is on the platform and send the answer as `unconfirmed`.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    scope: "posts:write",
    input: api.retryPost.body.extend(postId),
    output: onePost,
    run: async (input, { client }) => mapResult(await client.retryPost(input), toOnePost),
  }),
];
