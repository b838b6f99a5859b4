import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";
import { postStatuses } from "./post-statuses.ts";

/** Limits that an account's own server reports; they override the rules of its platform. */
const ReportedLimits = z
  .object({
    characters: z.int().nullable().meta({ description: "Maximum characters of a text." }),
    images: z.int().nullable().meta({ description: "Maximum images of a post." }),
    alt: z.int().nullable().optional().meta({ description: "Maximum characters of an image description." }),
    image_bytes: z.int().nullable().optional(),
    link: z
      .int()
      .nullable()
      .optional()
      .meta({ description: "The number of characters that a link counts as, whatever its length." }),
  })
  .nullable()
  .meta({
    description:
      "Limits reported by the account's own server. They override the limits of the platform. Null if none are reported.",
  });

const instant = z.iso
  .datetime({ offset: true })
  .meta({ description: "ISO 8601 date and time, always with Z or an offset." });
const id = z.string().meta({ description: "Opaque identifier." });

/** A media item. The fields after `url` are not in the document. */
export const Media = z
  .object({
    id,
    type: z.string().meta({ description: "The type of media. Always `image`.", example: "image" }),
    url: z.string(),
    width: z.int().optional(),
    height: z.int().optional(),
    size_bytes: z.int().optional(),
    mime: z.string().optional(),
    animated: z.boolean().optional().meta({ description: "True for an animated image." }),
    alt: z.string().optional().meta({ description: "Description for people who can't see the image. Can be empty." }),
  })
  .meta({ id: "Media" });

/** The body of `PATCH /media/{id}`. */
export const MediaChange = z
  .object({
    alt: z.string().max(limits.altCharacters).meta({
      description: "Description for people who can't see the image. An empty text removes it.",
    }),
  })
  .meta({ id: "MediaChange" });

/** One delivered element of a post: its position, its progress, and its address once it is live on the platform. */
export const PartProgress = z
  .object({
    part: z.int().meta({ description: "The number of the part, starting at 1." }),
    state: z.enum(["waiting", "sending", "sent", "unknown"]),
    url: z.string().nullable(),
    at: instant.nullable(),
    note: z.string().optional().meta({
      description:
        "A sentence that says how the published part differs from what was sent. Only present if it differs.",
    }),
  })
  .meta({ id: "Progress" });

export const failureCauses = [
  "rejected",
  "reconnect",
  "unconfirmed",
  "missed",
  "gave_up",
  "canceled_by_platform",
] as const;

/** The reason for a post's delay. `until` is the time of the next attempt, if known. */
export const PostDelay = z
  .object({
    reason: z.string().meta({
      description:
        "`queued`: other posts of its channel are first. `channel_waits`: the platform's rate limit applies. `retry`: an attempt failed and the next one is scheduled. `looking_up`: the platform's response was lost and Postwright is checking whether the post is live. `signed_out`: waiting for its account to be reconnected, a day at most. `reconnect`: the post failed because its account needs reconnecting. `sending`: being sent now. `grace`: a publish or retry can still be undone. More values may be added.",
    }),
    until: instant.nullable(),
    attempt: z.int().nullable(),
    attempts_max: z.int().nullable(),
    detail: z.string().nullable().meta({ description: "The platform's response, in one word." }),
  })
  .meta({ id: "PostDelay" });

/** A warning about a possible mistake; the post is published anyway. */
export const PostWarning = z
  .object({
    code: z.string().meta({
      description:
        "`same_text`: the same text is published on the channel within a day. `close_in_time`: another post is published there within an hour. More values may be added.",
    }),
    channel_id: id,
    at: instant.meta({ description: "When the other post is or was published." }),
    post_id: id.nullable().meta({ description: "The id of the other post if it is yours." }),
    message: z.string(),
  })
  .meta({ id: "Warning" });

/** A post. The fields after `updated_at` are not in the document and are optional to a client. */
export const Post = z
  .object({
    id,
    status: z.enum(postStatuses),
    channel: z.string().nullable().meta({ description: "Slug of the platform of the target channel.", example: "x" }),
    posts: z.array(z.object({ text: z.string() })).meta({ description: "The author's parts, in order." }),
    scheduled_for: instant.nullable(),
    published_urls: z.array(z.string()),
    error: z.string().nullable(),
    created_at: instant,
    updated_at: instant,
    channel_id: id.nullable().optional(),
    submission_id: id.optional(),
    delivery: z
      .enum(["thread", "joined"])
      .optional()
      .meta({ description: "How the parts are published on this platform." }),
    media: z.array(Media).optional(),
    points: z.int().optional().meta({ description: "Points claimed." }),
    claim: z
      .object({
        points: z.int(),
        status: z.string(),
        awarded: z.int().nullable().optional().meta({ description: "Points awarded. Null until approved." }),
      })
      .nullable()
      .optional()
      .meta({
        description:
          "The points claim. Its status is `waiting` until the post is published, then `pending`, `approved` or `rejected`. It is `lapsed` if the post failed or was canceled.",
      }),
    failure: z
      .object({ cause: z.enum(failureCauses), part: z.int().nullable() })
      .nullable()
      .optional()
      .meta({ description: "The machine-readable cause of a failed post." }),
    attempts: z.int().optional().meta({ description: "The number of attempts to send the post so far." }),
    next_attempt_at: instant.nullable().optional(),
    published_at: instant.nullable().optional(),
    progress: z.array(PartProgress).optional(),
    delay: PostDelay.nullable()
      .optional()
      .meta({ description: "Why a post that is due or being sent is not published yet. Null if nothing delays it." }),
    member: z.object({ id, name: z.string() }).nullable().optional().meta({
      description: "The author. Null for an administrator in blind review while the post's claim is undecided.",
    }),
    deleted_at: instant.nullable().optional(),
    taken_down_at: instant
      .nullable()
      .optional()
      .meta({ description: "When the post was taken down from its platform." }),
    version: z
      .int()
      .optional()
      .meta({ description: "Increases with every change. `PATCH` requires the current version." }),
    warnings: z.array(PostWarning).optional().meta({ description: "Only in the response to `POST /posts`." }),
    characters: z.int().optional().meta({
      description:
        "The number of characters (code points) of all parts of the full text. Only present if `text=excerpt` shortened the text. Parts beyond the excerpt have an empty text.",
    }),
  })
  .meta({ id: "Post" });

export const Channel = z
  .object({
    id,
    platform: z.string().meta({ example: "x" }),
    name: z.string(),
    username: z.string(),
    verified: z.boolean(),
    practice: z.boolean().optional().meta({ description: "True for a built-in practice channel." }),
    state: z
      .string()
      .optional()
      .meta({ description: "`connected`, or `reconnect` if the account needs reconnecting." }),
    access_ends_at: instant
      .nullable()
      .optional()
      .meta({ description: "When the account will need reconnecting, if the platform says so in advance." }),
    reported_limits: ReportedLimits.optional(),
  })
  .meta({ id: "Channel" });

export const Identity = z
  .object({
    org: z.object({ id, name: z.string(), slug: z.string() }),
    membership: z.object({ id, role: z.string(), name: z.string(), email: z.string() }),
    scopes: z.array(z.string()),
  })
  .meta({ id: "Identity" });

export const Pagination = z
  .object({
    limit: z.int(),
    offset: z.int(),
    total: z.int(),
    total_is_lower_bound: z.boolean().optional().meta({
      description:
        "True if there are more than `total` results. If the query has words, a time range, a submission or `deleted`, the total is exact up to 10,000 and not counted beyond. Omitted if the total is exact.",
    }),
  })
  .meta({ id: "Pagination" });

export const Platform = z
  .object({
    slug: z.string(),
    name: z.string(),
    counting: z.string(),
    limit: z.int(),
    byte_limit: z.int().nullable(),
    thread: z.enum(["always", "when-long", "never"]),
    max_parts: z.int(),
    max_images: z.int(),
    image_types: z.array(z.string()),
    take_down: z.boolean().optional().meta({ description: "True if Postwright can take down a published post." }),
  })
  .meta({ id: "Platform" });

/** One published element on a practice timeline. The parts of a thread share `thread`. */
export const PracticeItem = z
  .object({
    id,
    url: z.string(),
    thread: id,
    part: z.int(),
    text: z.string(),
    images: z.array(z.object({ url: z.string(), width: z.int(), height: z.int(), alt: z.string().optional() })),
    published_at: instant,
  })
  .meta({ id: "PracticeItem" });

export const PracticeTimeline = z
  .object({
    channel: z.object({
      platform: z.string(),
      name: z.string(),
      username: z.string(),
      connected: z
        .boolean()
        .meta({ description: "False if the channel was disconnected. Nothing more is published on it then." }),
    }),
    items: z.array(PracticeItem),
    next: z.string().nullable().meta({ description: "Pass it as `before` to get older items." }),
  })
  .meta({ id: "PracticeTimeline" });

const partText = z.string().max(limits.partCharacters);
const thread = z
  .array(partText)
  .max(limits.parts)
  .meta({
    description: `The parts in order, together up to ${limits.postCharacters} characters.`,
  });
const points = z.int().min(0).max(limits.pointsMax);

/** The body of `POST /posts`. The command checks the rules that need the database. */
export const NewPost = z
  .object({
    channels: z.array(z.string()).min(1).max(serviceLimits.channelsPerPost),
    text: partText.optional().meta({ description: "The text of a single post." }),
    thread: thread.optional(),
    media: z.array(z.string()).max(limits.imagesPerPost).optional(),
    scheduled_for: z.string().nullable().optional().meta({ description: "ISO 8601 with Z or an offset." }),
    points: points.optional().meta({ default: limits.pointsDefault }),
    draft: z.boolean().optional().meta({ default: false }),
    submission_id: z.string().max(100).optional().meta({
      description:
        "Adds these posts to one of your submissions that is at most 24 h old, so that the same idea has different texts on different channels. Returns 409 if a channel already has a post of the submission.",
    }),
    draft_id: z.string().max(100).optional().meta({
      description:
        "The id of the working draft of this post. The create consumes the draft. A second create from it returns 409 with the posts it became.",
    }),
  })
  .meta({ id: "NewPost" });

/** The body of `POST /posts/check`. */
export const CheckPostsInput = z
  .object({
    channels: z.array(z.string()).min(1).max(serviceLimits.channelsPerPost),
    text: partText.optional(),
    thread: thread.optional(),
    scheduled_for: z.string().nullable().optional(),
    post_id: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "The id of the post being edited. It is not compared with itself." }),
  })
  .meta({ id: "CheckPosts" });

/** The body of `PATCH /posts/{id}`. Only the given fields change. `status` moves the post. */
export const PostChange = z
  .object({
    version: z.int().meta({ description: "The version you read. Any other version returns 409." }),
    text: partText.optional(),
    thread: thread.optional(),
    media: z.array(z.string()).max(limits.imagesPerPost).optional(),
    scheduled_for: z.string().nullable().optional(),
    points: points.optional(),
    status: z.enum(["draft", "scheduled", "publishing"]).optional().meta({
      description:
        "`publishing` sends the post now. `scheduled` requires `scheduled_for`. `draft` moves it back to draft.",
    }),
  })
  .meta({ id: "PostChange" });

/** The body of `POST /posts/{id}/retry`; needed only for a post that failed as unconfirmed. */
export const RetryPostInput = z
  .object({
    unconfirmed: z
      .enum(["is_there", "send_again"])
      .optional()
      .meta({ description: "What you saw on the platform. `is_there`: the part is live. `send_again`: it is not." }),
  })
  .meta({ id: "RetryPost" });

/** The body of `POST /posts/{id}/take-down`; may be empty. */
export const TakeDownInput = z
  .object({
    by_hand: z.boolean().optional().meta({
      description:
        "For a failed post with published parts: true if you have deleted all of them on the platform yourself. No request is sent to the platform then.",
    }),
  })
  .meta({ id: "TakeDown" });
