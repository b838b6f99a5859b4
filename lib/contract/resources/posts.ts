import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";
import { postStatuses } from "./post-statuses.ts";

/** Limits that an account's own server reports; they override the rules of its platform. */
const ReportedLimits = z
  .object({
    characters: z.int().nullable().meta({ description: "Of a text." }),
    images: z.int().nullable().meta({ description: "Of a post." }),
    alt: z.int().nullable().optional().meta({ description: "Characters of an image's description." }),
    image_bytes: z.int().nullable().optional(),
    link: z.int().nullable().optional().meta({ description: "Characters that a link counts, however long it is." }),
  })
  .nullable()
  .meta({
    description: "Limits that the account's own server told, which go before its platform's; null where none did.",
  });

const instant = z.iso.datetime({ offset: true }).meta({ description: "ISO 8601 instant, always with Z or an offset." });
const id = z.string().meta({ description: "Opaque identifier." });

/** A media item. The fields after `url` are not in the document. */
export const Media = z
  .object({
    id,
    type: z.string().meta({ description: "`image`.", example: "image" }),
    url: z.string(),
    width: z.int().optional(),
    height: z.int().optional(),
    size_bytes: z.int().optional(),
    mime: z.string().optional(),
    animated: z.boolean().optional().meta({ description: "True when it moves." }),
    alt: z.string().optional().meta({ description: "What it shows, for those who can't see it; may be empty." }),
  })
  .meta({ id: "Media" });

/** The body of `PATCH /media/{id}`. */
export const MediaChange = z
  .object({
    alt: z.string().max(limits.altCharacters).meta({
      description: "What it shows, for those who can't see it; empty takes the description away.",
    }),
  })
  .meta({ id: "MediaChange" });

/** One delivered element of a post: its position, its progress, and its address once it is live on the platform. */
export const PartProgress = z
  .object({
    part: z.int().meta({ description: "1 for the first." }),
    state: z.enum(["waiting", "sending", "sent", "unknown"]),
    url: z.string().nullable(),
    at: instant.nullable(),
    note: z.string().optional().meta({
      description: "Only where the part is published, but not as it was sent: what differs, in a sentence.",
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
        "`queued` behind others of its channel, `channel_waits` because the platform asked us to slow down, `retry` after a failed attempt, `looking_up` what became of a lost answer, `signed_out` until its account is connected again (a day at most), `reconnect` of a failed post whose platform asks for it, `sending` right now, `grace` while a publish or retry can still be undone. More may come.",
    }),
    until: instant.nullable(),
    attempt: z.int().nullable(),
    attempts_max: z.int().nullable(),
    detail: z.string().nullable().meta({ description: "What the platform answered, in a word." }),
  })
  .meta({ id: "PostDelay" });

/** A warning about a possible mistake; the post is published anyway. */
export const PostWarning = z
  .object({
    code: z.string().meta({
      description:
        "`same_text`: the channel gets the same text within a day. `close_in_time`: another post goes out there within an hour. More may come.",
    }),
    channel_id: id,
    at: instant.meta({ description: "When the other one goes or went out." }),
    post_id: id.nullable().meta({ description: "The other one, where it is yours." }),
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
    delivery: z.enum(["thread", "joined"]).optional().meta({ description: "How the parts go out on this platform." }),
    media: z.array(Media).optional(),
    points: z.int().optional().meta({ description: "Points claimed." }),
    claim: z
      .object({
        points: z.int(),
        status: z.string(),
        awarded: z.int().nullable().optional().meta({ description: "Given; null until approved." }),
      })
      .nullable()
      .optional()
      .meta({
        description:
          "`waiting` until published, then `pending`, `approved` or `rejected`; `lapsed` when failed or canceled.",
      }),
    failure: z
      .object({ cause: z.enum(failureCauses), part: z.int().nullable() })
      .nullable()
      .optional()
      .meta({ description: "Why a failed post failed, for a program." }),
    attempts: z.int().optional().meta({ description: "Attempts made to send it so far." }),
    next_attempt_at: instant.nullable().optional(),
    published_at: instant.nullable().optional(),
    progress: z.array(PartProgress).optional(),
    delay: PostDelay.nullable()
      .optional()
      .meta({ description: "Why a post that is due or on its way is not out yet; null when nothing holds it up." }),
    member: z.object({ id, name: z.string() }).nullable().optional().meta({
      description: "Who wrote it; null for an administrator in blind review, as long as its claim is undecided.",
    }),
    deleted_at: instant.nullable().optional(),
    taken_down_at: instant.nullable().optional().meta({ description: "When it was taken down from its platform." }),
    version: z.int().optional().meta({ description: "Grows with every change; guards PATCH." }),
    warnings: z.array(PostWarning).optional().meta({ description: "In the answer to `POST /posts` alone." }),
    characters: z.int().optional().meta({
      description:
        "Only where `text=excerpt` shortened the text: the number of characters (code points) of all parts before. Parts beyond the excerpt have an empty text.",
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
    state: z.string().optional().meta({ description: "`connected`, or `reconnect` when the platform asks for it." }),
    access_ends_at: instant
      .nullable()
      .optional()
      .meta({ description: "When the platform will ask for a new connection, where it says so in advance." }),
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
        "True when there are more than `total`: with words, a range of time, a submission or `deleted` the total is exact up to 10,000 and counts no further. Left out when it is exact.",
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
    take_down: z.boolean().optional().meta({ description: "Whether a published post can be taken down by us." }),
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
      connected: z.boolean().meta({ description: "False once it was disconnected: nothing more is published there." }),
    }),
    items: z.array(PracticeItem),
    next: z.string().nullable().meta({ description: "Pass as `before` for older items." }),
  })
  .meta({ id: "PracticeTimeline" });

const partText = z.string().max(limits.partCharacters);
const thread = z
  .array(partText)
  .max(limits.parts)
  .meta({
    description: `The parts in order; all together up to ${limits.postCharacters} characters.`,
  });
const points = z.int().min(0).max(limits.pointsMax);

/** The body of `POST /posts`. The command checks the rules that need the database. */
export const NewPost = z
  .object({
    channels: z.array(z.string()).min(1).max(serviceLimits.channelsPerPost),
    text: partText.optional().meta({ description: "Single-post text." }),
    thread: thread.optional(),
    media: z.array(z.string()).max(limits.imagesPerPost).optional(),
    scheduled_for: z.string().nullable().optional().meta({ description: "ISO 8601 with Z or an offset." }),
    points: points.optional().meta({ default: limits.pointsDefault }),
    draft: z.boolean().optional().meta({ default: false }),
    submission_id: z.string().max(100).optional().meta({
      description:
        "A submission of your own, at most 24 h old, that these posts join: one thought in other words for other channels. A channel that has a post of it already is a 409.",
    }),
    draft_id: z.string().max(100).optional().meta({
      description:
        "The working draft it was written in, by the id you chose. It is gone with the create; a second create from it is a 409 that says what it became.",
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
      .meta({ description: "A post that is being changed: not compared with itself." }),
  })
  .meta({ id: "CheckPosts" });

/** The body of `PATCH /posts/{id}`. Only the given fields change. `status` moves the post. */
export const PostChange = z
  .object({
    version: z.int().meta({ description: "The version you saw; another one is a 409." }),
    text: partText.optional(),
    thread: thread.optional(),
    media: z.array(z.string()).max(limits.imagesPerPost).optional(),
    scheduled_for: z.string().nullable().optional(),
    points: points.optional(),
    status: z
      .enum(["draft", "scheduled", "publishing"])
      .optional()
      .meta({ description: "`publishing` sends it now, `scheduled` needs `scheduled_for`, `draft` takes it back." }),
  })
  .meta({ id: "PostChange" });

/** The body of `POST /posts/{id}/retry`; needed only for a post that failed as unconfirmed. */
export const RetryPostInput = z
  .object({
    unconfirmed: z
      .enum(["is_there", "send_again"])
      .optional()
      .meta({ description: "What you saw on the platform: the part stands there, or it does not." }),
  })
  .meta({ id: "RetryPost" });

/** The body of `POST /posts/{id}/take-down`; may be empty. */
export const TakeDownInput = z
  .object({
    by_hand: z.boolean().optional().meta({
      description:
        "Of a failed post of which parts are out: true when you have taken all of them down on the platform yourself. Nothing is asked of it then.",
    }),
  })
  .meta({ id: "TakeDown" });
