import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { instant, oneLinePattern, personRef } from "#lib/contract/resources/fields.ts";

/** A pause of all sending in the organization, or on one channel. */
export const SendingPause = z
  .object({
    id: z.string().describe("The id of the pause."),
    channel: z
      .object({
        id: z.string().describe("The id of the channel."),
        platform: z.string().describe("Platform slug."),
        name: z.string().describe("Display name of the channel."),
      })
      .nullable()
      .describe("The paused channel. Null if the whole organization is paused."),
    reason: z.string().describe("Why sending is paused, for every member to read."),
    paused_by: personRef.describe("The administrator who paused it."),
    paused_at: instant.describe("Time at which it was paused."),
    overdue: z.int().describe("The number of posts that were due since, and wait for the end of this pause alone."),
  })
  .meta({ id: "SendingPause" });

export const StartedPause = SendingPause.extend({
  in_progress: z.int().describe("The number of posts that were being sent at that moment. They end normally."),
}).meta({ id: "StartedPause" });

export const NewSendingPause = z
  .object({
    channel_id: z.string().max(100).optional().describe("Pauses only this channel. Leave out to pause all channels."),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(limits.pauseReasonCharacters)
      .regex(oneLinePattern, "must be one line of text")
      .describe("Why. Every member reads it."),
  })
  .meta({ id: "NewSendingPause" });

export const ResumeSendingInput = z
  .object({
    overdue: z
      .enum(["send", "draft"])
      .optional()
      .describe("The decision about posts that were due meanwhile: `send` sends them now, `draft` makes them drafts."),
  })
  .meta({ id: "ResumeSendingInput" });

export const ResumedSending = z
  .object({
    id: z.string().describe("The id of the pause."),
    resumed: z.literal(true).describe("Always true."),
    sent: z.int().describe("The number of posts that are sent now."),
    drafts: z.int().describe("The number of posts that became drafts."),
  })
  .meta({ id: "ResumedSending" });

/** A post that was due while sending was paused. */
export const OverduePost = z
  .object({
    id: z.string().describe("The id of the post."),
    channel: z.string().describe("Platform slug of its channel."),
    channel_name: z.string().describe("Display name of its channel."),
    scheduled_for: instant.nullable().describe("The time it was scheduled for. Null for one to be published at once."),
    text: z.string().describe("The first 200 characters of its text."),
    author: z.string().describe("The name of its author."),
  })
  .meta({ id: "OverduePost" });

const pauseId = z.object({ id: pathId("pause") });

/** Endpoints that stop and resume all sending. While sending is paused, publishing now returns `sending_paused`. */
export const sendingPauseEndpoints = {
  listSendingPauses: defineEndpoint({
    method: "GET",
    path: "/pauses",
    scope: "any",
    documented: false,
    summary: "List what is paused now",
    description: "Every member can see it. Posts that are due wait until the pause is lifted.",
    status: 200,
    data: z.array(SendingPause),
    errors: ["unauthorized"],
  }),
  pauseSending: defineEndpoint({
    method: "POST",
    path: "/pauses",
    scope: "channels:write",
    documented: false,
    summary: "Pause all sending, or the sending on one channel",
    description:
      "Nothing is sent from then on, except the posts that are being sent at that moment. Returns 409 if it is paused already. A pause of the organization and one of a channel are independent: a channel sends again when both are lifted.",
    body: NewSendingPause,
    status: 201,
    data: StartedPause,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found", "conflict"],
  }),
  listOverduePosts: defineEndpoint({
    method: "GET",
    path: "/pauses/{id}/posts",
    scope: "channels:write",
    documented: false,
    summary: "List the posts that were due during a pause, earliest first",
    description: "Lifting this pause releases them. At most 100 are listed; `overdue` of the pause is their number.",
    params: pauseId,
    status: 200,
    data: z.array(OverduePost),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  resumeSending: defineEndpoint({
    method: "POST",
    path: "/pauses/{id}/resume",
    scope: "channels:write",
    documented: false,
    summary: "Lift a pause",
    description:
      "If posts were due meanwhile, `overdue` says what becomes of them; without it nothing changes and the answer is 409. A thread that had begun continues in either case.",
    params: pauseId,
    body: ResumeSendingInput,
    status: 200,
    data: ResumedSending,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found", "conflict"],
  }),
} as const;
