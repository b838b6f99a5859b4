import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { notificationKinds } from "#lib/contract/resources/notification-kinds.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";

/** A weekly time at which a member prefers to post. */
export const Slot = z
  .object({
    id: z.string().max(50),
    weekday: z.int().min(1).max(7).meta({ description: "1 for Monday." }),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:30"),
    channels: z.array(z.string().max(100)).max(100).meta({ description: "Channel ids. Empty for any channel." }),
  })
  .meta({ id: "Slot" });

/** A saved view of the posts list. `query` is the part of its address after the question mark. */
export const SavedView = z
  .object({ id: z.string().max(50), name: z.string().trim().min(1).max(60), query: z.string().max(1000) })
  .meta({ id: "SavedView" });

/** Channels that are often chosen together. A change of the set leaves existing drafts and posts alone. */
export const ChannelSet = z
  .object({
    id: z.string().max(50),
    name: z.string().trim().min(1).max(60),
    channel_ids: z.array(z.string().max(100)).min(1).max(serviceLimits.channelsPerPost),
  })
  .meta({ id: "ChannelSet" });

const ways = z.object({ app: z.boolean(), email: z.boolean(), push: z.boolean() });

/** A member's settings. Every field has a default. */
export const MemberSettings = z
  .object({
    zone: z.string().nullable().meta({ description: "IANA time zone. Null to use the browser's time zone." }),
    second_zone: z.string().nullable().meta({ description: "Another time zone that is also shown." }),
    week_start: z.int().min(0).max(6).meta({ description: "0 for Sunday, 1 for Monday." }),
    clock: z.enum(["24", "12"]),
    density: z.enum(["comfortable", "dense"]),
    slots: z.array(Slot).max(limits.slotsPerMember),
    views: z.array(SavedView).max(limits.viewsPerMember),
    notices: z.record(z.enum(notificationKinds), ways),
    checklist_hidden: z.boolean(),
    always_split: z.boolean().meta({ description: "Splits a text that is too long without asking." }),
    numbering: z.boolean().meta({ description: "Adds its number to each split part, such as 1/5." }),
    channel_sets: z.array(ChannelSet).max(limits.channelSetsPerMember),
  })
  .meta({ id: "Settings" });

export const MemberSettingsChange = MemberSettings.partial().meta({ id: "SettingsChange" });

export const settingsEndpoints = {
  getSettings: defineEndpoint({
    method: "GET",
    path: "/me/settings",
    scope: "any",
    documented: false,
    summary: "Read your settings",
    status: 200,
    data: MemberSettings,
    errors: ["unauthorized"],
  }),
  changeSettings: defineEndpoint({
    method: "PATCH",
    path: "/me/settings",
    scope: "posts:write",
    documented: false,
    summary: "Change your settings",
    description: "Only the given fields change.",
    body: MemberSettingsChange,
    status: 200,
    data: MemberSettings,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
} as const;
