import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { personRef } from "#lib/contract/resources/claims.ts";
import { instant } from "#lib/contract/resources/post-queries.ts";
import { Channel } from "#lib/contract/resources/posts.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";

const id = z.string();
const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.nameCharacters)
  .regex(/^\P{Cc}*$/u, "must be one line of text");
/** Null means every member. */
const usedBy = z
  .array(id)
  .min(1)
  .max(serviceLimits.membersPerChannel)
  .nullable()
  .meta({ description: "Ids of the members who may use it; null: every member." });

/** A connected account with its health and the members who may use it. */
export const ChannelDetail = Channel.extend({
  wait_until: instant.nullable().meta({ description: "The platform asked us to slow down until then." }),
  created_at: instant,
  restricted: z.boolean().meta({ description: "Whether only `members` may use it, administrators included." }),
  members: z.array(personRef),
  scheduled: z.int().meta({ description: "Posts of all members that are planned there." }),
  under_way: z.int().meta({ description: "Posts that are going out there now, or are being tried again." }),
  usable: z.boolean().meta({ description: "Whether who asks may post there." }),
  host: z
    .string()
    .optional()
    .meta({ description: "Address of the server the account lives on, where there are many." }),
  avatar_url: z.string().nullable().optional().meta({ description: "A small picture of the account, kept here." }),
  checked_at: instant.nullable().optional().meta({ description: "When its platform was last asked who it is." }),
}).meta({ id: "ChannelDetail" });

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
    summary: "List connected channels with how they do and who may use them",
    description:
      "Members see the channels they may use, administrators all of them. `GET /channels` lists those that the caller can post to.",
    status: 200,
    data: z.array(ChannelDetail),
    errors: ["unauthorized", "forbidden"],
  }),
  getChannel: defineEndpoint({
    method: "GET",
    path: "/channels/{id}",
    scope: "channels:read",
    documented: false,
    summary: "One connected channel",
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
    description: `It keeps the limits of the platform it imitates and publishes to a timeline here. An organization has ${serviceLimits.channelsPerOrganization} channels at most.`,
    body: z.object({
      platform: z.enum(platforms.map(({ slug }) => slug)),
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
    summary: "Rename a channel, or say who may use it",
    description:
      "Who is no longer named finds it in no list and can't plan posts there. What such a member has planned there already still goes out.",
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
    summary: "Connect a practice channel again that asks for it",
    description: "Another is connected again by `POST /channels/connections` with its `channel_id`.",
    params: channelId,
    status: 200,
    data: ChannelDetail,
    errors: [...anyError.slice(1), "not_found", "conflict"],
  }),
  disconnectChannel: defineEndpoint({
    method: "POST",
    path: "/channels/{id}/disconnect",
    scope: "channels:write",
    documented: false,
    summary: "Disconnect a channel",
    description:
      "Where posts are planned there, say what becomes of them: `cancel` keeps them as canceled posts of their authors, `move_to` plans them at the same time on another channel of the same platform. Without an answer it is a 409 that counts them, as it is while a post is going out. Drafts and what was published stay.",
    params: channelId,
    body: z.object({ scheduled: z.enum(["cancel", "move"]).optional(), move_to: id.optional() }),
    status: 200,
    data: z.object({ id, disconnected: z.boolean(), canceled: z.int(), moved: z.int() }),
    errors: [...anyError, "not_found", "conflict"],
  }),
} as const;
