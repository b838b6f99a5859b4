import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import { ThreadChoice } from "#lib/contract/resources/fields.ts";
import { defineTool, mapResult } from "#lib/mcp/mcp-tool.ts";
import { nextOffset, pageInput } from "./page.ts";
import { PostDetail, PostSummary, PostWarnings, toPostDetail, toPostSummary } from "./post-summary.ts";

const texts = z.array(z.string()).optional();
/** `post_id` is the post being edited. The other fields are described once, in create_post: a model reads all tools before its first call. */
const CheckPostInput = z.object({
  channels: z.array(z.string()),
  text: z.string().optional(),
  thread: texts,
  threads: z.record(z.string(), ThreadChoice).optional(),
  media: texts,
  part_media: z.array(z.array(z.string())).optional(),
  media_urls: texts,
  scheduled_for: z.string().nullable().optional(),
  draft: z.boolean().optional(),
  post_id: z.string().optional(),
});
const CheckPostOutput = z.object({
  problems: z.array(z.object({ code: z.string(), message: z.string(), field: z.string().nullable() })),
  warnings: PostWarnings,
});

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export const readPostTools = [
  defineTool({
    name: "list_posts",
    title: "List posts",
    description:
      "Lists the member's posts, newest first, with the beginning of each text, or with `member` `all` also others' plan, and for an administrator everyone's posts.",
    annotations: readOnly,
    scope: "posts:read",
    input: api.listPosts.query
      .pick({ status: true, channel: true, q: true, time: true, from: true, to: true, sort: true, order: true })
      .extend({ member: z.literal("all").optional(), ...pageInput }),
    output: z.object({ posts: z.array(PostSummary), total: z.int(), next_offset: nextOffset }),
    run: async (query, { client }) =>
      mapResult(await client.listPosts({ ...query, text: "excerpt" }), ({ data, pagination: { offset, total } }) => ({
        posts: data.map(toPostSummary),
        total,
        next_offset: offset + data.length < total && data.length > 0 ? offset + data.length : null,
      })),
  }),

  defineTool({
    name: "get_post",
    title: "Read a post",
    description: "Returns one post that list_posts lists: full text, version, and what happened on its platform.",
    annotations: readOnly,
    scope: "posts:read",
    input: z.object({ id: z.string().max(100).meta({ description: "The id of the post." }) }),
    output: z.object({ post: PostDetail }),
    run: async ({ id }, { client }) =>
      mapResult(await client.getPost({ id }), (post) => ({ post: toPostDetail(post) })),
  }),

  defineTool({
    name: "next_slot",
    title: "Next free slot",
    description:
      "Returns the next of the member's and the team's posting slots at which none of these channels has a post. Use its time as `scheduled_for`.",
    annotations: readOnly,
    scope: "posts:read",
    input: api.getNextSlot.query,
    output: api.getNextSlot.data,
    run: async (query, { client }) => mapResult(await client.getNextSlot(query), ({ at, slots }) => ({ at, slots })),
  }),

  defineTool({
    name: "check_post",
    title: "Check a post",
    description:
      "Takes the arguments of create_post and creates nothing. Returns why it would be refused, and warnings, such as the same text on a channel within a day.",
    annotations: readOnly,
    scope: "posts:write",
    input: CheckPostInput,
    output: CheckPostOutput,
    run: async (body, { client }) =>
      mapResult(await client.checkPosts(body), ({ problems, warnings }) => ({ problems, warnings })),
  }),
];
