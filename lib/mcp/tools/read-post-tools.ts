import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import { defineTool, mapResult } from "#lib/mcp/mcp-tool.ts";
import { nextOffset, pageInput } from "./page.ts";
import { PostDetail, PostSummary, toPostDetail, toPostSummary } from "./post-summary.ts";

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export const readPostTools = [
  defineTool({
    name: "list_posts",
    title: "List posts",
    description:
      "Lists the member's posts, newest first, with the beginning of each text, or with `member` `all` also others' plan.",
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
    description: "Returns one post: full text, version, and what happened on its platform.",
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
      "Returns warnings before a post is created: the same text on a channel within a day, or another post there within an hour. Creates nothing.",
    annotations: readOnly,
    scope: "posts:write",
    input: api.checkPosts.body,
    output: api.checkPosts.data,
    run: async (body, { client }) => mapResult(await client.checkPosts(body), ({ warnings }) => ({ warnings })),
  }),
];
