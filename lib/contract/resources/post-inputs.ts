import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import { confirmedUrl, graceSeconds, ThreadChoices } from "./fields.ts";
import { LinkCardChoice } from "./link-card.ts";

/** In place of a time in `scheduled_for`: the service takes the next free posting slot of the member or the team. */
export const nextSlot = "next-slot";

const partText = z.string().max(limits.partCharacters);
const text = partText.describe("The text of a single post. Send either `text` or `thread`.");
const thread = z
  .array(partText)
  .max(limits.parts)
  .meta({
    description: `The parts of a thread in order, together up to ${limits.postCharacters} characters. On \`x\` each part is a post of the thread; elsewhere the parts are joined if they fit, unless \`threads\` says otherwise. Send either \`text\` or \`thread\`.`,
    minItems: 1,
  });
/** The schema of a body whose text is one of two fields; the command checks it with a sentence of its own. */
const oneText = { oneOf: [{ required: ["text"] }, { required: ["thread"] }] };
const channels = z
  .array(z.string())
  .min(1)
  .max(serverOnlyLimits.channelsPerPost)
  .describe(
    "Ids of the target channels, from `GET /channels`. One post is created for each. A repeated id counts once.",
  );
const imageIds = z.array(z.string()).max(limits.imagesPerPost);
const media = imageIds.describe(
  "Ids of your images from `POST /media`, in order. They are attached to the first part.",
);
const partMedia = z
  .array(imageIds)
  .max(limits.parts)
  .describe(
    `Ids of your images from \`POST /media\`, one list for each part in order, up to ${limits.imagesPerPost} in each. Trailing parts without images may be left out, and no image may be on two parts. On a platform where the parts are joined, the item gets the images of all parts up to the platform's maximum. Send either \`media\` or \`part_media\`.`,
  );
const linkCard = LinkCardChoice.nullable()
  .optional()
  .describe(
    "The card of a link, on platforms that make none for posts of applications (`link_cards` of the platform). If omitted or null, each part without images gets the card of its first link. If a page can't be read, the post is published without a card.",
  );
const points = z.int().min(0).max(limits.pointsMax);
const time = z.string().nullable().optional();
const timeOrSlot = {
  anyOf: [
    { type: "string" as const, format: "date-time" },
    { type: "string" as const, const: nextSlot },
    { type: "null" as const },
  ],
};
const timeExample = "2027-01-14T09:30:00+01:00";

/** Null is refused here alone: an expression of a workflow that gives nothing would publish at once. */
export const draftChoice = z
  .boolean()
  .optional()
  .meta({
    override: { default: false },
    description: "True saves drafts: `scheduled_for` is ignored and nothing is queued. Null is refused.",
  });

/** The body of `POST /posts`. The command checks the rules that need the database. */
export const NewPost = z
  .object({
    channels,
    text: text.optional(),
    thread: thread.optional(),
    threads: ThreadChoices.optional(),
    media: media.optional(),
    part_media: partMedia.optional(),
    media_urls: z
      .array(z.string().min(1).max(limits.webhookUrlCharacters))
      .max(limits.imagesPerPost)
      .optional()
      .describe(
        "https addresses of images. The service downloads each, checks it like an upload and attaches it after the images of the first part; both together have at most 4. If one can't be downloaded or is not an accepted image, nothing is created. Also requires the scope `media:write`. Redirects are not followed.",
      ),
    scheduled_for: time.meta({
      override: timeOrSlot,
      description:
        "When to publish: ISO 8601 with Z or an offset, at most two years ahead. `next-slot` takes the next free posting slot, yours or the team's, for these channels; the response has the time. If omitted or null, the post is published as soon as possible. A draft ignores it.",
      examples: [timeExample, nextSlot],
    }),
    link_card: linkCard,
    points: points.optional().meta({
      override: { default: limits.pointsDefault },
      description: `Points claimed for each of these posts; an administrator reviews them.`,
    }),
    draft: draftChoice,
    submission_id: z
      .string()
      .max(100)
      .optional()
      .describe(
        "Adds these posts to one of your submissions that is at most 24 h old, so that the same idea has different texts on different channels. Returns 409 if a channel already has a post of the submission.",
      ),
    draft_id: z
      .string()
      .max(100)
      .optional()
      .describe(
        "The id of the working draft of this post. The create consumes the draft. A second create from it returns 409 with the posts it became.",
      ),
    grace_seconds: graceSeconds.describe(
      "For posts without a time: the seconds they wait as `scheduled` before they are sent, so that the create can be undone by deleting them. If omitted, they are sent at once.",
    ),
  })
  .meta({ id: "NewPost", ...oneText });

/** The body of `POST /posts/check`: that of a create. A missing text is one of the problems that the answer names. */
export const CheckPostsInput = NewPost.extend({
  post_id: z
    .string()
    .max(100)
    .optional()
    .describe(
      "The id of the post, or of the submission, being edited. It is not compared with itself, and may have more characters than a new post.",
    ),
}).meta({ id: "CheckPosts" });

/** The body of `PATCH /posts/{id}`. Only the given fields change. `status` moves the post. */
export const PostChange = z
  .object({
    version: z.int().describe("The version you read. Any other version returns 409."),
    text: partText.optional().describe("The new text, as a single part. Send `text` or `thread`, not both."),
    thread: thread.optional().describe("The new parts, in order. Send `text` or `thread`, not both."),
    threads: ThreadChoices.optional().describe("As in a create, for the post's channel."),
    media: media
      .optional()
      .describe(
        "Ids of all images that the first part has from now on, in order. Empty removes them. Other parts keep theirs.",
      ),
    part_media: partMedia
      .optional()
      .describe(
        "Ids of all images that the post has from now on, one list for each part in order. Send either `media` or `part_media`. Required if the number of parts changes while a part after the first has images.",
      ),
    scheduled_for: time.meta({
      override: { type: ["string", "null"], format: "date-time" },
      description: "The new time, ISO 8601 with Z or an offset.",
      examples: [timeExample],
    }),
    link_card: linkCard.describe(
      "The new choice about the card of a link. Null returns to the card of the first link of each part.",
    ),
    points: points.optional().describe("The new number of points claimed."),
    status: z
      .enum(["draft", "scheduled", "publishing"])
      .optional()
      .describe(
        "`publishing` sends the post now. `scheduled` requires `scheduled_for`. `draft` moves it back to draft.",
      ),
  })
  .meta({ id: "PostChange" });

/** The body of `POST /posts/{id}/retry`; needed only for a post that failed as unconfirmed. */
export const RetryPostInput = z
  .object({
    unconfirmed: z
      .enum(["is_there", "send_again"])
      .optional()
      .describe("Your finding on the platform. `is_there`: the part is live. `send_again`: it is not."),
    url: confirmedUrl,
  })
  .meta({ id: "RetryPost" });

/** The body of `POST /posts/{id}/take-down`; may be empty. */
export const TakeDownInput = z
  .object({
    by_hand: z
      .boolean()
      .optional()
      .describe(
        "For a failed post with published parts: true if you have deleted all of them on the platform yourself. No request is sent to the platform then.",
      ),
  })
  .meta({ id: "TakeDown" });
