import * as z from "zod";
import { instant } from "./fields.ts";
import type { WebhookEvent } from "./notification-kinds.ts";
import { PostHold } from "./posts.ts";

/** The post of a message: ids, never its text. A post that was removed for good has its id alone. */
const postFields = {
  id: z.string().nullable().describe("The id of the post, for `GET /posts/{id}`."),
  submission_id: z.string().optional().describe("The same for all posts that one request created."),
  membership_id: z.string().optional().describe("The author's membership id."),
  channel: z.string().optional().describe("Slug of the platform."),
  channel_id: z.string().optional().describe("The id of the channel."),
  scheduled_for: instant.nullable().optional().describe("The scheduled time. Null for a post that was sent at once."),
  published_at: instant.nullable().optional().describe("Time at which the last part was published. Null if none was."),
  urls: z.array(z.string()).optional().describe("Addresses of the live parts, in order."),
};
const status = (meaning: string) => z.string().optional().describe(meaning);
const channelFields = {
  id: z.string().nullable().describe("The id of the channel."),
  channel: z.string().nullable().describe("Slug of the platform."),
};

const pauseFields = {
  id: z.string().nullable().describe("The id of the pause."),
  channel_id: z.string().nullable().describe("The id of the channel. Null if the whole organization is meant."),
  membership_id: z.string().nullable().describe("The membership id of the administrator."),
  reason: z.string().nullable().describe("Why sending was paused."),
};

const messageOf = <T extends WebhookEvent, D extends z.core.$ZodLooseShape>(type: T, data: D) =>
  z.looseObject({
    type: z.literal(type).describe("The event."),
    timestamp: instant.describe("Time at which the event happened. Messages can arrive in any order."),
    data: z.looseObject(data).describe("The facts of the event."),
  });

/** The body of each event that webhooks receive. Fields may be added. */
export const webhookMessages = {
  "post.published": messageOf("post.published", { ...postFields, status: status("Always `published`.") }).meta({
    id: "PostPublishedMessage",
  }),
  "post.failed": messageOf("post.failed", {
    ...postFields,
    status: status("Always `failed`."),
    cause: z.string().nullable().describe("The machine-readable cause, as in `failure` of a post."),
    part: z.int().nullable().describe("The number of the part that failed, starting at 1."),
    error: z.string().nullable().describe("Why the post failed, as a sentence for people."),
  }).meta({ id: "PostFailedMessage" }),
  "post.deleted": messageOf("post.deleted", {
    ...postFields,
    status: status("The status that the post had. Live parts stay live."),
  }).meta({ id: "PostDeletedMessage" }),
  "claim.decided": messageOf("claim.decided", {
    ...postFields,
    status: status("The status of the post."),
    decision: z.string().nullable().describe("`approved`, `rejected` or `reversed`."),
    points: z.int().nullable().describe("Points awarded."),
    claimed: z.int().nullable().describe("Points claimed."),
    capped_by: z.string().nullable().describe("The cap that reduced the points: `submission`, `day` or `week`."),
    reason: z.string().nullable().describe("The reason that the administrator gave."),
  }).meta({ id: "ClaimDecidedMessage" }),
  "post.held": messageOf("post.held", {
    ...postFields,
    status: status("`scheduled` or `publishing`."),
    hold: PostHold.nullable().describe("Why it is not sent, and the step that ends it."),
  }).meta({ id: "PostHeldMessage" }),
  "channel.ending": messageOf("channel.ending", {
    ...channelFields,
    ends_at: instant.nullable().describe("Time at which access ends."),
  }).meta({ id: "ChannelEndingMessage" }),
  "channel.reconnect": messageOf("channel.reconnect", {
    ...channelFields,
    waiting: z.int().nullable().describe("Posts that are scheduled or being sent on the channel."),
  }).meta({ id: "ChannelReconnectMessage" }),
  "sending.paused": messageOf("sending.paused", pauseFields).meta({ id: "SendingPausedMessage" }),
  "sending.resumed": messageOf("sending.resumed", pauseFields).meta({ id: "SendingResumedMessage" }),
} as const satisfies Record<Exclude<WebhookEvent, "test">, z.ZodObject>;
