import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";
import { postStatuses } from "./post-statuses.ts";

/** Offsets in use end at 14 h; PostgreSQL refuses the year 0 and offsets of 16 h and more with an error. */
const possible = /^(?!0000).*(?:Z|[+-](?:0\d|1[0-4]):\d\d)$/;

export const instant = z.iso
  .datetime({ offset: true })
  .refine((text) => possible.test(text), "must have an offset of at most 14 hours, and not the year 0")
  .meta({ description: "ISO 8601 date and time, always with Z or an offset." });

/** Returns the schema of a number in a query, which arrives as text; the OpenAPI description shows a number. */
export const wholeNumberParam = (from: number, to: number, preset: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(from).max(to))
    .default(preset)
    .meta({ override: { type: "integer", minimum: from, maximum: to, default: preset, pattern: undefined } });

/** The times by which a list can be filtered and ordered. */
export const postTimeFields = ["created", "scheduled", "published"] as const;

/** Filters for posts, in a query or in the body of a change. Repeated fields arrive as arrays. */
export const postFilterFields = {
  channel: z.array(z.string().max(100)).max(100).optional().meta({ description: "Channel ids; repeatable." }),
  member: z.string().max(100).optional().meta({
    description: "A membership id or `all`; only administrators can use it for other members. Default: the caller.",
  }),
  q: z.string().max(200).optional().meta({ description: "Words in the text. The last word can be incomplete." }),
  time: z
    .enum(postTimeFields)
    .optional()
    .meta({ description: "The time that `from` and `to` apply to. Default: `created`." }),
  from: instant.optional().meta({ description: "At or after this time." }),
  to: instant.optional().meta({ description: "Before this time." }),
  submission: z.string().max(100).optional().meta({ description: "Only posts of this submission." }),
  deleted: z.enum(["true", "false"]).optional().meta({ description: "`true` for posts deleted in the last 30 days." }),
};
const statuses = z.array(z.enum(postStatuses)).optional();

export const PostFilter = z.object({ status: statuses, ...postFilterFields }).meta({ id: "PostFilter" });

/** The query of `GET /posts`. */
export const PostQuery = z.object({
  status: statuses,
  limit: wholeNumberParam(1, limits.pageSizeMax, serviceLimits.pageSizeDefault),
  offset: wholeNumberParam(0, limits.offsetMax, 0),
  ...postFilterFields,
  sort: z
    .enum(postTimeFields)
    .optional()
    .meta({ description: "Default: `created`. Posts without the selected time are last." }),
  order: z.enum(["desc", "asc"]).optional().meta({ description: "Default: `desc`." }),
  text: z
    .enum(["full", "excerpt"])
    .optional()
    .meta({
      description: `\`excerpt\` returns at most the first ${serviceLimits.excerptCharacters} characters of each post. Default: \`full\`.`,
    }),
});

export const PostCountQuery = z.object(postFilterFields);

export const PostExportQuery = z.object({
  format: z.enum(["csv", "json"]).default("csv"),
  status: statuses,
  ...postFilterFields,
});

/** Changes that can be applied to many posts at once. */
export const bulkActions = ["delete", "restore", "cancel", "retry", "draft", "schedule", "publish"] as const;

/** The body of `POST /posts/changes`. Either `posts` or `filter`. */
export const BulkChange = z
  .object({
    action: z.enum(bulkActions),
    posts: z
      .array(
        z.object({
          id: z.string().max(100),
          version: z
            .int()
            .optional()
            .meta({ description: "The version you read. A post with another version is rejected." }),
          scheduled_for: z.string().optional().meta({ description: "For `schedule`: the time of this post." }),
        }),
      )
      .min(1)
      .max(limits.postsPerChange)
      .optional(),
    filter: PostFilter.optional().meta({
      description: "Changes all posts that match, at most 1,000. More are rejected.",
    }),
    start: z
      .string()
      .optional()
      .meta({ description: "For `schedule`: the time of the first post. The others keep their distance to it." }),
    grace_seconds: z.int().min(0).max(serviceLimits.graceSecondsMax).optional().meta({
      description: "For `publish` and `retry`: the seconds to wait before sending, so that the change can be undone.",
    }),
    unconfirmed: z
      .enum(["is_there", "send_again"])
      .optional()
      .meta({ description: "For `retry` of posts that failed as unconfirmed: what you saw on the platform." }),
  })
  .meta({ id: "BulkChange" });

/** A post's state in short. */
const PostSummary = z.object({
  id: z.string(),
  status: z.enum(postStatuses),
  version: z.int(),
  scheduled_for: instant.nullable(),
});

const ChangedPost = PostSummary.extend({
  note: z.string().optional().meta({ description: "A sentence that says how the result differs from the request." }),
  channel: z
    .string()
    .optional()
    .meta({ description: "For a deleted post that was published: the platform where it is still live." }),
  published_urls: z
    .array(z.string())
    .optional()
    .meta({ description: "For a deleted post that was published: the URLs where it is still live." }),
  take_down: z
    .boolean()
    .optional()
    .meta({ description: "For a deleted post that was published: true if Postwright can take it down." }),
});

export const BulkChangeResult = z
  .object({
    changed: z.array(ChangedPost),
    refused: z.array(
      z.object({
        id: z.string(),
        error: z.object({ code: z.string(), message: z.string() }),
        now: PostSummary.nullable().meta({
          description: "The current state of the post. Null if it no longer exists.",
        }),
      }),
    ),
    undo: z.string().nullable().meta({ description: "The id for `POST /posts/changes/{id}/undo`." }),
    undo_until: instant.nullable(),
  })
  .meta({ id: "BulkAnswer" });

/** One line of a post's timeline. `kind` may be one that a client does not know. */
export const PostTimelineEvent = z
  .object({
    id: z.string(),
    at: instant,
    kind: z.string().meta({ example: "part_published" }),
    member: z.object({ id: z.string(), name: z.string() }).nullable(),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  })
  .meta({ id: "EventOfPost" });

export const PostCounts = z
  .object({
    draft: z.int(),
    scheduled: z.int(),
    publishing: z.int(),
    published: z.int(),
    failed: z.int(),
    canceled: z.int(),
    lower_bounds: z.array(z.enum(postStatuses)).optional().meta({
      description:
        "Statuses with more posts than their count. If the query has words, a time range, a submission or `deleted`, and there are more than 10,000 posts in all, each status is counted up to 1,000.",
    }),
  })
  .meta({ id: "PostCounts" });
