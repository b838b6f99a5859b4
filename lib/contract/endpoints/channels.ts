import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { instant, oneLinePattern, personRef } from "#lib/contract/resources/fields.ts";
import { Channel } from "#lib/contract/resources/posts.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";

const id = z.string();
const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.nameCharacters)
  .regex(oneLinePattern, "must be one line of text")
  .describe("The name that members see.");
/** Null means every member. */
const usedBy = z
  .array(id)
  .min(1)
  .max(serverOnlyLimits.membersPerChannel)
  .nullable()
  .describe("Ids of the members who can use the channel. Null if every member can.");

/** A connected account with its health and the members who may use it. */
export const ChannelDetail = Channel.extend({
  wait_until: instant.nullable().describe("The platform's rate limit applies until this time."),
  created_at: instant.describe("Time at which it was connected."),
  restricted: z.boolean().describe("True if only `members` can use the channel. This also applies to administrators."),
  members: z.array(personRef).describe("The members who can use it. Empty if every member can."),
  scheduled: z.int().describe("The number of posts of all members that are scheduled on the channel."),
  under_way: z.int().describe("The number of posts that are being sent or retried on the channel."),
  usable: z.boolean().describe("True if the caller can post to the channel."),
  host: z.string().optional().describe("Address of the account's server, on platforms with many servers."),
  software: z
    .string()
    .optional()
    .describe("The program of the account's server, such as `Pixelfed`. Omitted if it is unknown."),
  limitations: z
    .array(z.string())
    .optional()
    .describe("Sentences about what does not work on this account, such as a missing permission. Omitted without any."),
  take_down: z
    .boolean()
    .optional()
    .describe("True if Postwright can take down the account's published posts: its platform and its server allow it."),
  repeat_safe: z
    .boolean()
    .optional()
    .describe(
      "True if a lost response of the account's server can't lead to a second post. Otherwise a request that the server carries out minutes late can, because Postwright sends it again once.",
    ),
  checked_at: instant
    .nullable()
    .optional()
    .describe("Time at which the account's profile was last read from the platform."),
}).meta({ id: "ChannelDetail" });

/** The steps of a channel's test, with their results. */
export const ChannelTest = z
  .object({
    platform: z.string().describe("Slug of the platform."),
    started_at: instant.describe("Time at which the test began."),
    steps: z
      .array(
        z.object({
          name: z.enum(["text", "reply", "image", "look_up", "take_down"]).describe("The step."),
          succeeded: z.boolean().describe("True if the step did what it should."),
          outcome: z.string().describe("The outcome, such as `published`, `rejected`, `found` or `removed`."),
          note: z.string().nullable().describe("A sentence about the outcome. Null if there is nothing to add."),
          exchanges: z
            .array(
              z.object({
                method: z.string().describe("The method of the request."),
                path: z.string().describe("Address of the request, without secrets."),
                status: z.int().nullable().describe("Status of the platform's answer. Null if none came."),
                answer: z.string().describe("The beginning of the answer, without secrets."),
              }),
            )
            .describe("The requests of the step and what the platform answered."),
        }),
      )
      .describe("The steps in the order in which they ran."),
    still_public: z.array(z.string()).describe("Addresses of test posts that have to be deleted on the platform."),
  })
  .meta({ id: "ChannelTest" });

const channelId = z.object({ id: pathId("channel") });
const anyError = ["invalid_request", "unauthorized", "forbidden"] as const;

/**
 * Endpoints for the organization's connected accounts: any member who sees channels may read, administrators may
 * change.
 */
export const channelEndpoints = {
  listChannelDetails: defineEndpoint({
    method: "GET",
    path: "/channels/details",
    scope: "channels:read",
    documented: false,
    summary: "List connected channels with their state and their members",
    description:
      "Members see the channels they can use. Administrators see all channels. `GET /channels` lists the channels that the caller can post to.",
    status: 200,
    data: z.array(ChannelDetail),
    errors: ["unauthorized", "forbidden"],
  }),
  getChannel: defineEndpoint({
    method: "GET",
    path: "/channels/{id}",
    scope: "channels:read",
    documented: false,
    summary: "Read one channel",
    params: channelId,
    status: 200,
    data: ChannelDetail,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  connectChannel: defineEndpoint({
    method: "POST",
    path: "/channels",
    scope: "channels:write",
    documented: false,
    summary: "Connect a practice channel",
    description: `Creates a channel that follows the limits of the platform it imitates and publishes to a timeline in Postwright. An organization has at most ${serverOnlyLimits.channelsPerOrganization} channels.`,
    body: z.object({
      platform: z.enum(platforms.map(({ slug }) => slug)).describe("The platform that the channel imitates."),
      name,
      members: usedBy.optional(),
    }),
    status: 201,
    data: ChannelDetail,
    errors: anyError,
  }),
  changeChannel: defineEndpoint({
    method: "PATCH",
    path: "/channels/{id}",
    scope: "channels:write",
    documented: false,
    summary: "Rename a channel or change who can use it",
    description:
      "A member who is removed from the list no longer sees the channel and can't schedule posts on it. Posts that the member has already scheduled are still published.",
    params: channelId,
    body: z.object({ name: name.optional(), members: usedBy.optional() }),
    status: 200,
    data: ChannelDetail,
    errors: [...anyError, "not_found"],
  }),
  reconnectChannel: defineEndpoint({
    method: "POST",
    path: "/channels/{id}/reconnect",
    scope: "channels:write",
    documented: false,
    summary: "Reconnect a practice channel",
    description:
      "Reconnects a practice channel in the state `reconnect`. For other channels use `POST /channels/connections` with `channel_id`.",
    params: channelId,
    status: 200,
    data: ChannelDetail,
    errors: [...anyError.slice(1), "not_found", "conflict"],
  }),
  testChannel: defineEndpoint({
    method: "POST",
    path: "/channels/{id}/test",
    scope: "channels:write",
    documented: false,
    summary: "Test a channel with posts that are taken down again",
    description:
      "Publishes a text, a reply and an image as the account, looks the text up, and takes everything down. The posts are public for some seconds, and those that the platform lets nobody delete stay public. The answer comes after up to a minute. One test of a channel runs at a time, at most six in an hour, and none while sending is paused.",
    params: channelId,
    status: 200,
    data: ChannelTest,
    errors: [...anyError.slice(1), "not_found", "conflict", "sending_paused", "rate_limited"],
  }),
  disconnectChannel: defineEndpoint({
    method: "POST",
    path: "/channels/{id}/disconnect",
    scope: "channels:write",
    documented: false,
    summary: "Disconnect a channel",
    description:
      "If posts are scheduled on the channel, `scheduled` says what happens to them. `cancel` keeps them as canceled posts of their authors. `move` schedules them at the same time on `move_to`, another channel of the same platform. Without `scheduled`, returns 409 with the number of posts. Also returns 409 while a post is being published. Drafts and published posts are not changed.",
    params: channelId,
    body: z.object({
      scheduled: z
        .enum(["cancel", "move"])
        .optional()
        .describe(
          "The treatment of scheduled posts. Required if there are any. `move` cancels those whose text has a post on the other channel already.",
        ),
      move_to: id.optional().describe("For `move`: the id of the channel that gets the posts."),
    }),
    status: 200,
    data: z.object({
      id: id.describe("The id of the channel."),
      disconnected: z.boolean().describe("True: nothing more is published on it."),
      canceled: z.int().describe("The number of posts that were canceled."),
      moved: z.int().describe("The number of posts that moved to the other channel."),
    }),
    errors: [...anyError, "not_found", "conflict"],
  }),
} as const;
