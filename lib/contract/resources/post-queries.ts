import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import { confirmedUrl, graceSeconds, instant, pageFields, personRef, rowError } from "./fields.ts";
import { filterStatuses } from "./filter-statuses.ts";
import { postStatuses } from "./post-statuses.ts";

/** The times by which a list can be filtered and ordered. */
export const postTimeFieldNames = ["created", "scheduled", "published"] as const;

/** Filters for posts, in a query or in the body of a change. Repeated fields arrive as arrays. */
export const postFilterFields = {
  channel: z.array(z.string().max(100)).max(100).optional().describe("Channel ids; repeatable."),
  member: z
    .string()
    .max(100)
    .optional()
    .describe(
      "A membership id or `all`; for other members only administrators, and with `plan:read` their plan: what is scheduled, publishing or published on channels that you may use. Default: the caller.",
    ),
  q: z.string().max(200).optional().describe("Words in the text. The last word can be incomplete."),
  time: z.enum(postTimeFieldNames).optional().describe("The time that `from` and `to` apply to. Default: `created`."),
  from: instant.optional().describe("At or after this time."),
  to: instant.optional().describe("Before this time."),
  submission: z.string().max(100).optional().describe("Only posts of this submission."),
  problem: z.string().max(300).optional().describe("Only posts of this item of the inbox: its `key`."),
  deleted: z.enum(["true", "false"]).optional().describe("`true` for posts deleted in the last 30 days."),
};
export const postStatusFilter = z
  .array(z.enum(filterStatuses))
  .optional()
  .describe(
    "Only posts in these statuses. `unconfirmed` selects the failed posts whose answer was lost. Default: all.",
  );

/** In a body: an address is short by itself. */
const status = postStatusFilter
  .unwrap()
  .max(100)
  .optional()
  .describe(postStatusFilter.description ?? "");

export const PostFilter = z.object({ status, ...postFilterFields }).meta({ id: "PostFilter" });

/** The query of `GET /posts`. */
export const PostQuery = z.object({
  status: postStatusFilter,
  ...pageFields,
  ...postFilterFields,
  sort: z.enum(postTimeFieldNames).optional().describe("Default: `created`. Posts without the selected time are last."),
  order: z.enum(["desc", "asc"]).optional().describe("Default: `desc`."),
  text: z
    .enum(["full", "excerpt"])
    .optional()
    .describe(
      `\`excerpt\` returns at most the first ${serverOnlyLimits.excerptCharacters} characters of each post. Default: \`full\`.`,
    ),
});

export const PostCountQuery = z.object(postFilterFields);

export const PostExportQuery = z.object({
  format: z.enum(["csv", "json"]).default("csv").describe("The form of the export."),
  status: postStatusFilter,
  ...postFilterFields,
});

/** Changes that can be applied to many posts at once. */
export const bulkActions = ["delete", "restore", "cancel", "retry", "draft", "schedule", "publish"] as const;

/** The input of an action besides its posts. */
export const bulkChangeOptions = {
  start: z
    .string()
    .optional()
    .describe("For `schedule`: the time of the first post. The others keep their distance to it."),
  grace_seconds: graceSeconds.describe(
    "For `publish` and `retry`: the seconds to wait before sending, so that the change can be undone.",
  ),
  unconfirmed: z
    .enum(["is_there", "send_again"])
    .optional()
    .describe("For `retry` of posts that failed as unconfirmed: what you saw on the platform."),
  url: confirmedUrl,
  taken_back: z
    .boolean()
    .optional()
    .describe(
      "For `delete` of posts that nothing was sent of: their text goes back to its author's editor, so the list of deleted posts leaves them out.",
    ),
};

/** The body of `POST /posts/changes`. Either `posts` or `filter`. */
export const BulkChange = z
  .object({
    action: z
      .enum(bulkActions)
      .describe(
        "The change. `draft` moves back to draft, `schedule` sets times, `publish` sends now, `retry` sends failed posts again.",
      ),
    posts: z
      .array(
        z.object({
          id: z.string().max(100).describe("The id of the post."),
          version: z.int().optional().describe("The version you read. A post with another version is rejected."),
          scheduled_for: z.string().optional().describe("For `schedule`: the time of this post."),
        }),
      )
      .min(1)
      .max(limits.postsPerChange)
      .optional()
      .describe("The posts to change. Send either `posts` or `filter`."),
    filter: PostFilter.optional().describe("Changes all posts that match, at most 1,000. More are rejected."),
    ...bulkChangeOptions,
  })
  .meta({ id: "BulkChange" });

/** A post's state in short. */
const PostSummary = z.object({
  id: z.string().describe("The id of the post."),
  status: z.enum(postStatuses).describe("The status of the post now."),
  version: z.int().describe("The version of the post now."),
  scheduled_for: instant.nullable().describe("The time of the post now. Null without one."),
});

const ChangedPost = PostSummary.extend({
  note: z.string().optional().describe("A sentence that says how the result differs from the request."),
  channel: z
    .string()
    .optional()
    .describe("For a deleted post that was published: the platform where it is still live."),
  published_urls: z
    .array(z.string())
    .optional()
    .describe("For a deleted post that was published: the URLs where it is still live."),
  take_down: z
    .boolean()
    .optional()
    .describe("For a deleted post that was published: true if Postwright can take it down."),
});

export const BulkChangeResult = z
  .object({
    changed: z.array(ChangedPost).describe("The posts that changed."),
    refused: z
      .array(
        z.object({
          id: z.string().describe("The id of the post."),
          error: rowError,
          now: PostSummary.nullable().describe("The current state of the post. Null if it no longer exists."),
        }),
      )
      .describe("The posts that did not change, each with the reason."),
    undo: z.string().nullable().describe("The id for `POST /posts/changes/{id}/undo`. Null if nothing changed."),
    undo_until: instant.nullable().describe("The change can be undone until this time."),
  })
  .meta({ id: "BulkAnswer" });

/** One line of a post's timeline. `kind` may be one that a client does not know. */
export const PostTimelineEvent = z
  .object({
    id: z.string().describe("The id of the event."),
    at: instant.describe("Time at which it happened."),
    kind: z.string().meta({ description: "The kind of event. More values may be added.", example: "part_published" }),
    member: personRef.nullable().describe("The person who caused the event. Null for events of the service itself."),
    detail: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .describe("Short facts, which depend on `kind`, such as the number and the URL of a published part."),
  })
  .meta({ id: "EventOfPost" });

export const PostCounts = z
  .object({
    draft: z.int().describe("Drafts."),
    scheduled: z.int().describe("Posts that wait for their time."),
    publishing: z.int().describe("Posts that are being sent."),
    published: z.int().describe("Live posts."),
    failed: z.int().describe("Posts that need a person."),
    canceled: z.int().describe("Canceled posts."),
    lower_bounds: z
      .array(z.enum(postStatuses))
      .optional()
      .describe(
        "Statuses with more posts than their count. If the query has words, a time range, a submission or `deleted`, and there are more than 10,000 posts in all, each status is counted up to 1,000.",
      ),
  })
  .meta({ id: "PostCounts" });
