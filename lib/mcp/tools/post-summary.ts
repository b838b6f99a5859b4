import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import { PostDelay } from "#lib/contract/resources/posts.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Media, Post } from "#lib/contract/types.ts";

const postFields = api.getPost.data.shape;

/** A post as a model reads it in a list: the fields of the contract, with the text as an excerpt. */
export const PostSummary = api.getPost.data
  .pick({
    id: true,
    status: true,
    channel: true,
    channel_id: true,
    scheduled_for: true,
    published_urls: true,
    error: true,
    version: true,
    created_via: true,
  })
  .extend({
    text: z.string().meta({ description: `At most the first ${serverOnlyLimits.excerptCharacters} characters.` }),
    parts: z.int().meta({ description: "The number of parts of the text." }),
    hold: z
      .string()
      .optional()
      .meta({ description: "Why it waits for a person, and the step: `author_left: reassign`." }),
  });

/** Warnings of a check or a create; the sentence says what each is about. */
export const PostWarnings = z.array(
  z.object({
    code: z.string(),
    channel_id: z.string(),
    post_id: z.string().nullable(),
    message: z.string(),
  }),
);

const Image = z.object({ id: z.string(), url: z.string(), alt: z.string().optional() });
const toImage = ({ id, url, alt }: Media) => ({ id, url, alt });

/** A post with its full text and what happened to it. */
export const PostDetail = PostSummary.omit({ text: true, parts: true }).extend({
  posts: postFields.posts,
  threads: postFields.threads,
  media: z.array(Image),
  part_media: z
    .array(z.array(Image))
    .optional()
    .meta({ description: postFields.part_media.description ?? "" }),
  claim: postFields.claim,
  failure: postFields.failure,
  delay: PostDelay.omit({ attempt: true, attempts_max: true }).nullable().optional(),
  progress: postFields.progress,
  created_at: postFields.created_at,
  updated_at: postFields.updated_at,
  published_at: postFields.published_at,
});

/** Shortens a text to whole characters. */
export function excerpt(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join("")}…`;
}

/** The reason and the step alone: a model reads the schema of each tool before its first call. */
const formatHold = ({ hold }: Post) => (hold ? `${hold.reason}: ${hold.resolve.action}` : undefined);

/** Adds the excerpt; the schema of the tool's output leaves out what a list does not have. */
export function toPostSummary(post: Post): z.input<typeof PostSummary> {
  const text = post.posts.map((part) => part.text).join("\n\n");
  return {
    ...post,
    hold: formatHold(post),
    text: excerpt(text.trim(), serverOnlyLimits.excerptCharacters),
    parts: post.posts.length,
  };
}

/** Shortens the images; the schema of the tool's output leaves out the other fields. */
export function toPostDetail({ media = [], part_media: ofParts, ...post }: Post): z.input<typeof PostDetail> {
  return {
    ...post,
    hold: formatHold(post),
    media: media.map(toImage),
    ...(ofParts && { part_media: ofParts.map((part) => part.map(toImage)) }),
  };
}
