import * as z from "zod";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import { graceSeconds, instant } from "./fields.ts";
import { filterStatuses } from "./filter-statuses.ts";
import { PostChange } from "./post-inputs.ts";
import { bulkActions, bulkChangeOptions, PostQuery } from "./post-queries.ts";
import { Post } from "./posts.ts";

/** One text for several channels: a post for each. */
export const Submission = z
  .object({
    id: z.string().describe("The id of the submission: `submission_id` of its posts."),
    created_at: instant.describe("Time at which its first post was created."),
    posts: z.array(Post).describe("Its posts, one per channel, in the order of their creation."),
  })
  .meta({ id: "Submission" });

/** The answer of `PATCH /submissions/{id}`. */
export const ChangedSubmission = Submission.extend({
  undo: z
    .string()
    .nullable()
    .describe(
      "With `add`, `remove` or `grace_seconds`: send it to `POST /posts/changes/{id}/undo` to take the added posts back, restore the removed ones, and return waiting ones to their earlier status and time. Texts stay as they are. Null without such a post.",
    ),
}).meta({ id: "ChangedSubmission" });

const { version, ...postFields } = PostChange.shape;
const { text, thread, media, part_media, points, status, scheduled_for } = postFields;
const postId = z.string().max(100).describe("The id of the post.");

/** The query of `GET /submissions`. */
export const SubmissionQuery = PostQuery.omit({ text: true });

/** Numbers of submissions: one with posts in two statuses counts in both. */
export const SubmissionCounts = z
  .object({
    all: z.int().describe("All submissions that match."),
    draft: z.int().describe("Submissions with a draft."),
    scheduled: z.int().describe("Submissions with a post that waits for its time."),
    publishing: z.int().describe("Submissions with a post that is being sent."),
    published: z.int().describe("Submissions with a live post."),
    failed: z.int().describe("Submissions with a post that needs a person."),
    canceled: z.int().describe("Submissions with a canceled post."),
    unconfirmed: z
      .int()
      .optional()
      .describe("Submissions with a failed post that may be live: its answer was lost. `failed` counts them too."),
    lower_bounds: z
      .array(z.enum(["all", ...filterStatuses]))
      .optional()
      .describe("The numbers that are lower bounds: there are more than 1,000, or they have more than 3,000 posts."),
  })
  .meta({ id: "SubmissionCounts" });

const isChannelsOwn = "in place of the one for all";

/** The body of `PATCH /submissions/{id}`. */
export const SubmissionChange = z
  .object({
    posts: z
      .array(
        z.object({
          id: postId,
          version,
          text: text.describe("This channel's own text, in place of the text for all."),
          thread: thread.describe("This channel's own parts, in place of the text for all."),
          media: media.describe("This channel's own images, in place of the images for all."),
          part_media: part_media.describe("This channel's own images by part, in place of the images for all."),
        }),
      )
      .min(1)
      .max(serverOnlyLimits.channelsPerPost)
      .optional()
      .describe("The posts to change, each with the version you read. Posts that are not listed stay as they are."),
    add: z
      .array(
        z.object({
          channel_id: z.string().max(100).describe("The id of the channel, from `GET /channels`."),
          text: text.describe("This channel's own text, in place of the text for all."),
          thread: thread.describe("This channel's own parts, in place of the text for all."),
          media: media.describe("This channel's own images, in place of the images for all."),
          part_media: part_media.describe("This channel's own images by part, in place of the images for all."),
          points: points.describe(`This post's points, ${isChannelsOwn}.`),
          status: status.describe(`This post's status, ${isChannelsOwn}.`),
          scheduled_for: scheduled_for.describe(`This post's time, ${isChannelsOwn}.`),
        }),
      )
      .min(1)
      .max(serverOnlyLimits.channelsPerPost)
      .optional()
      .describe(
        "Channels that get a post of this submission too, by the same author. Each needs a text and a status, of its own or for all. Returns 409 for a channel that has a post of it.",
      ),
    remove: z
      .array(z.object({ id: postId, version }))
      .min(1)
      .max(serverOnlyLimits.channelsPerPost)
      .optional()
      .describe(
        "Posts to remove, each with the version you read. Returns 409 if anything of one is, or may be, published. They can be restored for 30 days.",
      ),
    ...postFields,
    grace_seconds: graceSeconds.describe(
      "With status `publishing`, without `add` and `remove`: the seconds the posts wait as `scheduled` before they are sent, so that this can be undone. A post with published parts does not wait.",
    ),
  })
  .meta({ id: "SubmissionChange" });

/** The body of `POST /submissions/{id}/changes`. */
export const SubmissionAction = z
  .object({
    action: z
      .enum(bulkActions)
      .describe(
        "The change. `draft` moves back to draft, `schedule` sets a time, `publish` sends now, `retry` sends failed posts again.",
      ),
    posts: z
      .array(
        z.object({
          id: postId,
          version: z.int().optional().describe("The version you read. Any other version returns 409."),
        }),
      )
      .min(1)
      .max(serverOnlyLimits.channelsPerPost)
      .optional()
      .describe("The posts to change, if not all of the submission."),
    scheduled_for: z.string().optional().describe("For `schedule`: the time of every post."),
    ...bulkChangeOptions,
  })
  .meta({ id: "SubmissionAction" });
