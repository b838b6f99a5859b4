import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { instant, personRef, ThreadChoices } from "./fields.ts";
import { LinkCardChoice } from "./link-card.ts";
import { postStatuses } from "./post-statuses.ts";

/** Limits that an account's own server reports; they override the rules of its platform. */
const ReportedLimits = z
  .object({
    characters: z.int().nullable().describe("Maximum characters of a text. Null if not reported."),
    images: z.int().nullable().describe("Maximum images of a post. Null if not reported."),
    alt: z.int().nullable().optional().describe("Maximum characters of an image description."),
    image_bytes: z.int().nullable().optional().describe("Maximum bytes of one image."),
    link: z
      .int()
      .nullable()
      .optional()
      .describe("The number of characters that a link counts as, whatever its length."),
    whole_text: z
      .boolean()
      .optional()
      .describe("True if the server may count links and handles in full. The longer of both counts applies."),
    image_required: z.boolean().optional().describe("True if the server publishes nothing without an image."),
  })
  .nullable()
  .describe(
    "Limits reported by the account's own server. They override the limits of the platform. Null if none are reported.",
  );

const id = z.string().describe("Opaque identifier.");

/** A media item. The fields after `url` are not in the document. */
export const Media = z
  .object({
    id: z.string().describe("The id to list in `media` of a post."),
    type: z.string().meta({ description: "The type of media. Always `image`.", example: "image" }),
    url: z.string().describe("The public URL of the stored image."),
    width: z.int().optional().describe("Width in pixels."),
    height: z.int().optional().describe("Height in pixels."),
    size_bytes: z.int().optional().describe("Size of the stored image in bytes."),
    mime: z.string().optional().describe("Media type of the stored image, such as `image/png`."),
    animated: z.boolean().optional().describe("True for an animated image."),
    alt: z.string().optional().describe("Description for people who can't see the image. Can be empty."),
  })
  .meta({ id: "Media" });

/** The body of `PATCH /media/{id}`. */
export const MediaChange = z
  .object({
    alt: z
      .string()
      .max(limits.altCharacters)
      .describe("Description for people who can't see the image. An empty text removes it."),
  })
  .meta({ id: "MediaChange" });

/** One delivered element of a post: its position, its progress, and its address once it is live on the platform. */
export const PartProgress = z
  .object({
    part: z.int().describe("The number of the part, starting at 1."),
    state: z
      .enum(["waiting", "sending", "sent", "unknown"])
      .describe("`unknown` if the platform's response was lost: nobody knows yet whether the part is live."),
    url: z.string().nullable().describe("The address of the live part. Null until it is known."),
    at: instant.nullable().describe("Time at which the part was published. Null until then."),
    note: z
      .string()
      .optional()
      .describe("A sentence that says how the published part differs from what was sent. Only present if it differs."),
  })
  .meta({ id: "Progress" });

export const failureCauses = [
  "rejected",
  "unsupported",
  "reconnect",
  "unconfirmed",
  "missed",
  "gave_up",
  "canceled_by_platform",
] as const;

export const holdReasons = ["author_left", "channel_needs_reconnect", "channel_paused", "organization_paused"] as const;

/** The reason why a post is not sent until a person acts, and the step that ends it. */
export const PostHold = z
  .object({
    reason: z
      .enum(holdReasons)
      .describe(
        "`author_left`: the author is deactivated. `channel_needs_reconnect`: the account needs reconnecting; a due post waits a day, then fails. `channel_paused`, `organization_paused`: an administrator paused sending.",
      ),
    since: instant.describe("Time at which the reason began."),
    resolve: z
      .object({
        action: z
          .enum(["reassign", "reconnect", "resume"])
          .describe(
            "`reassign` the author's posts to another member, `reconnect` the channel's account, or `resume` sending.",
          ),
        target_id: z.string().describe("The id of the author, the channel or the pause."),
        roles: z.array(z.string()).describe("The roles that may do it."),
      })
      .describe("The step that ends the hold."),
  })
  .meta({ id: "PostHold" });

/** The reason for a delay that passes by itself. `until` is the time of the next attempt, if known. */
export const PostDelay = z
  .object({
    reason: z
      .string()
      .describe(
        "`queued`: other posts of its channel are first. `channel_waits`: the platform's rate limit applies. `retry`: an attempt failed and the next one is scheduled. `looking_up`: the platform's response was lost and Postwright is checking whether the post is live. `sending`: being sent now. `grace`: a publish or retry can still be undone. More values may be added.",
      ),
    until: instant.nullable().describe("Time at which the next attempt starts. Null if that is not known."),
    attempt: z.int().nullable().describe("The number of attempts so far. Null if the reason is not about attempts."),
    attempts_max: z.int().nullable().describe("The number of attempts before the post fails."),
    detail: z.string().nullable().describe("The platform's response, in one word."),
  })
  .meta({ id: "PostDelay" });

/** A warning about a possible mistake; the post is published anyway. */
export const PostWarning = z
  .object({
    code: z
      .string()
      .describe(
        "`same_text`: the same text is published on the channel within a day. `close_in_time`: another post is published there within an hour. `images_left_out`: the parts are joined there, and have more images together than one item may have. More values may be added.",
      ),
    channel_id: z.string().describe("The channel that the warning is about."),
    at: instant.describe("Time at which the other post is or was published; for `images_left_out`, this one."),
    post_id: z.string().nullable().describe("The id of the other post if it is yours."),
    message: z.string().describe("The warning as a sentence for people."),
  })
  .meta({ id: "Warning" });

/** A refusal that a create would answer. */
export const PostProblem = z
  .object({
    code: z.string().describe("One of the error codes of this API: the one that a create would answer."),
    message: z.string().describe("The reason as a sentence for people."),
    field: z.string().nullable().describe("The field of the request that it is about. Null if it is about none."),
    channel_id: z.string().nullable().describe("The channel whose platform refuses. Null if it is about none."),
  })
  .meta({ id: "PostProblem" });

/** A post. The fields after `updated_at` are not in the document and are optional to a client. */
export const Post = z
  .object({
    id: z.string().describe("The id of the post, for `GET`, `PATCH` and `DELETE /posts/{id}`."),
    status: z
      .enum(postStatuses)
      .describe(
        "`draft`: not queued. `scheduled`: waits for `scheduled_for`. `publishing`: being sent, retries included. `published`: live on the platform. `failed`: needs a person; `error` says why. `canceled`: will not be sent.",
      ),
    channel: z.string().nullable().meta({ description: "Slug of the platform of the target channel.", example: "x" }),
    posts: z
      .array(z.object({ text: z.string().describe("The text of the part.") }))
      .describe("The author's parts, in order."),
    scheduled_for: instant
      .nullable()
      .describe("Time at which the post is published. Null for a draft and for a post that is published at once."),
    published_urls: z
      .array(z.string())
      .describe("Addresses of the live parts on the platform, in order. Empty until published."),
    error: z.string().nullable().describe("Why the post failed, as a sentence for people. Null if it did not fail."),
    created_at: instant.describe("Time at which the post was created."),
    updated_at: instant.describe("Time at which the post last changed."),
    channel_id: z.string().nullable().optional().describe("The id of the target channel, as in `GET /channels`."),
    submission_id: z.string().optional().describe("The same for all posts that one request created."),
    delivery: z.enum(["thread", "joined"]).optional().describe("The form of the parts on this platform."),
    threads: ThreadChoices.optional().describe("The author's choice, by channel id. Only present if one was made."),
    media: z.array(Media).optional().describe("The images of the first part, in order."),
    part_media: z
      .array(z.array(Media))
      .optional()
      .describe("The images of each part, in the order of `posts`. Only present if a part after the first has images."),
    link_card: LinkCardChoice.nullable()
      .optional()
      .describe(
        "The author's choice about the card of a link. Null without one: each part without images gets the card of its first link, where the platform needs that.",
      ),
    points: z.int().optional().describe("Points claimed."),
    claim: z
      .object({
        points: z.int().describe("Points claimed."),
        status: z.string().describe("`waiting`, `pending`, `approved`, `rejected` or `lapsed`."),
        awarded: z.int().nullable().optional().describe("Points awarded. Null until approved."),
      })
      .nullable()
      .optional()
      .describe(
        "The points claim. Its status is `waiting` until the post is published, then `pending`, `approved` or `rejected`. It is `lapsed` if the post failed or was canceled.",
      ),
    failure: z
      .object({
        cause: z
          .enum(failureCauses)
          .describe(
            "`rejected`: the platform refused it. `unsupported`: Postwright did not send it, because an image can't be brought into a form that the platform accepts. `reconnect`: the account needs reconnecting. `unconfirmed`: it may be live; look at the platform first. `missed`: its time passed while the service was down. `gave_up`: all attempts failed. `canceled_by_platform`: the platform withdrew it.",
          ),
        part: z.int().nullable().describe("The number of the part that failed, starting at 1."),
        reason: z
          .string()
          .nullable()
          .optional()
          .describe("The platform's reason as a sentence, without what to do next. Null if it gave none."),
      })
      .nullable()
      .optional()
      .describe("The machine-readable cause of a failed post."),
    attempts: z.int().optional().describe("The number of attempts to send the post so far."),
    next_attempt_at: instant
      .nullable()
      .optional()
      .describe("Time at which the next attempt starts. Null if none is scheduled."),
    published_at: instant.nullable().optional().describe("Time at which the last part was published. Null until then."),
    progress: z.array(PartProgress).optional().describe("The state of each part on the platform, in order."),
    delay: PostDelay.nullable()
      .optional()
      .describe(
        "Why a post that is due or being sent is not published yet. It passes without a person. Null if nothing delays it.",
      ),
    hold: PostHold.nullable()
      .optional()
      .describe("Why the post is not sent until a person acts. Null if it is sent at its time."),
    member: personRef
      .nullable()
      .optional()
      .describe("The author. Null for an administrator in blind review while the post's claim is undecided."),
    deleted_at: instant.nullable().optional().describe("Time at which the post was deleted. Null if it was not."),
    taken_down_at: instant.nullable().optional().describe("Time at which the post was taken down from its platform."),
    created_via: z
      .enum(["dashboard", "api", "mcp"])
      .nullable()
      .optional()
      .describe("The way it was created. `mcp` is an assistant. Null for posts from before this field."),
    version: z.int().optional().describe("Increases with every change. `PATCH` requires the current version."),
    warnings: z
      .array(PostWarning)
      .optional()
      .describe("Possible mistakes that did not prevent the create. Only in the response to `POST /posts`."),
    characters: z
      .int()
      .optional()
      .describe(
        "The number of characters (code points) of all parts of the full text. Only present if `text=excerpt` shortened the text. Parts beyond the excerpt have an empty text.",
      ),
  })
  .meta({ id: "Post" });

export const Channel = z
  .object({
    id: z.string().describe("The id to list in `channels` of a post."),
    platform: z.string().meta({ description: "Slug of the platform.", example: "x" }),
    name: z.string().describe("Display name of the account."),
    username: z.string().describe("Handle of the account on the platform."),
    verified: z.boolean().describe("True if the platform has verified the account."),
    practice: z.boolean().optional().describe("True for a built-in practice channel."),
    state: z.string().optional().describe("`connected`, or `reconnect` if the account needs reconnecting."),
    access_ends_at: instant
      .nullable()
      .optional()
      .describe("Time at which the account will need reconnecting, if the platform says so in advance."),
    reported_limits: ReportedLimits.optional(),
    avatar_url: z
      .string()
      .nullable()
      .optional()
      .describe("URL of a small picture of the account, stored by Postwright."),
  })
  .meta({ id: "Channel" });

export const Identity = z
  .object({
    org: z
      .object({
        id,
        name: z.string().describe("Name of the organization."),
        slug: z.string().describe("Short name of the organization, for addresses."),
      })
      .describe("The organization that the key acts in."),
    membership: z
      .object({
        id: z.string().describe("The membership id. Other endpoints call it `member` or `membership_id`."),
        role: z.string().describe("`owner`, `admin` or `member`. More values may be added."),
        name: z.string().describe("The member's name."),
        email: z.string().describe("The member's e-mail address."),
      })
      .describe("The member that the key acts for."),
    scopes: z.array(z.string()).describe("The scopes of the key. A call that needs another scope returns 403."),
    drafts_only: z.boolean().optional().describe("True if the key may write drafts only. Omitted otherwise."),
  })
  .meta({ id: "Identity" });

export const Pagination = z
  .object({
    limit: z.int().describe("The page size of this response."),
    offset: z.int().describe("The number of results that were skipped."),
    total: z.int().describe("The number of results on all pages."),
    total_is_lower_bound: z
      .boolean()
      .optional()
      .describe(
        "True if there are more than `total` results. If the query has words, a time range, a submission or `deleted`, the total is exact up to 10,000 and not counted beyond. The total of submissions is exact up to 1,000. Omitted if the total is exact.",
      ),
  })
  .meta({ id: "Pagination" });

export const Platform = z
  .object({
    slug: z.string().describe("Slug of the platform, as in `platform` of a channel."),
    name: z.string().describe("Display name of the platform."),
    counting: z
      .string()
      .describe(
        "The unit of `limit`: `grapheme`, `utf16` (UTF-16 code units), or the platform's own rules, such as `x-weight`, where a link counts 23 and an emoji 2. More values may be added.",
      ),
    limit: z.int().describe("Maximum length of one part, in the unit of `counting`."),
    byte_limit: z.int().nullable().describe("Maximum bytes of one part in UTF-8. Null if there is no such limit."),
    thread: z
      .enum(["always", "when-long", "never"])
      .describe(
        "`always`: each part is a post of a thread. `when-long`: parts are joined if they fit, otherwise a reply chain. `never`: parts are joined.",
      ),
    max_parts: z.int().describe("Maximum parts of a thread."),
    max_images: z.int().describe("Maximum images of a post."),
    image_types: z.array(z.string()).describe("Media types of images that the platform accepts."),
    link_cards: z
      .boolean()
      .optional()
      .describe("True if Postwright makes the card of a link, because the platform makes none for its posts."),
    take_down: z.boolean().optional().describe("True if Postwright can take down a published post."),
  })
  .meta({ id: "Platform" });

/** One published element on a practice timeline. The parts of a thread share `thread`. */
export const PracticeItem = z
  .object({
    id,
    url: z.string().describe("The address of the item. It requires sign-in."),
    thread: z.string().describe("The same for all parts of one thread."),
    part: z.int().describe("The number of the part in its thread, starting at 1."),
    text: z.string().describe("The published text."),
    images: z
      .array(
        z.object({
          url: z.string().describe("The public URL of the image."),
          width: z.int().describe("Width in pixels."),
          height: z.int().describe("Height in pixels."),
          alt: z.string().optional().describe("Description for people who can't see the image."),
        }),
      )
      .describe("The images of the item, in order."),
    published_at: instant.describe("Time at which the item was published."),
  })
  .meta({ id: "PracticeItem" });

export const PracticeTimeline = z
  .object({
    channel: z
      .object({
        platform: z.string().describe("Slug of the platform that the channel imitates."),
        name: z.string().describe("Display name of the channel."),
        username: z.string().describe("Handle of the channel."),
        connected: z.boolean().describe("False if the channel was disconnected. Nothing more is published on it then."),
      })
      .describe("The practice channel."),
    items: z.array(PracticeItem).describe("The published items, newest first."),
    next: z.string().nullable().describe("Pass it as `before` to get older items. Null on the last page."),
  })
  .meta({ id: "PracticeTimeline" });
