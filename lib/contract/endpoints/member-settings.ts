import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { ThreadChoices } from "#lib/contract/resources/fields.ts";
import type { NotificationKind } from "#lib/contract/resources/notification-kinds.ts";
import { Slot } from "#lib/contract/resources/posting-slot.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";

/** A saved view of the posts list. `query` is the part of its address after the question mark. */
export const SavedView = z
  .object({
    id: z.string().max(50).describe("An id that the client chooses, unique among your views."),
    name: z.string().trim().min(1).max(60).describe("The name of the view."),
    query: z.string().max(1000).describe("The filters, as in the address of the posts page after the question mark."),
  })
  .meta({ id: "SavedView" });

/** Channels that are often chosen together. A change of the set leaves existing drafts and posts alone. */
export const ChannelSet = z
  .object({
    id: z.string().max(50).describe("An id that the client chooses, unique among your sets."),
    name: z.string().trim().min(1).max(60).describe("The name of the set."),
    channel_ids: z
      .array(z.string().max(100))
      .min(1)
      .max(serverOnlyLimits.channelsPerPost)
      .describe("Ids of the channels that are chosen together."),
  })
  .meta({ id: "ChannelSet" });

const ways = z.object({
  app: z.boolean().describe("In the inbox of the dashboard."),
  email: z.boolean().describe("By e-mail."),
  push: z.boolean().describe("On browsers that are subscribed to notifications."),
});

const noticeWays = {
  post_failed: ways.describe("A post of yours failed."),
  post_changed: ways.describe("An administrator changed a post of yours."),
  problem_assigned: ways.describe("An administrator assigned you failed posts."),
  channel_ending: ways.describe("A channel of your scheduled posts loses access or was disconnected."),
  sending_paused: ways.describe("An administrator paused sending, or lifted that."),
  posts_held: ways.describe("A deactivated member has scheduled posts. For administrators."),
  claim_decided: ways.describe("Your points claims were decided."),
  claims_waiting: ways.describe("Claims wait for review. For administrators."),
  notice_failed: ways.describe("A notification to you could not be delivered."),
} satisfies Record<NotificationKind, z.ZodType>;

/** A member's settings. Every field has a default. */
export const MemberSettings = z
  .object({
    zone: z.string().nullable().describe("IANA time zone. Null to use the browser's time zone."),
    second_zone: z.string().nullable().describe("Another time zone that is also shown."),
    week_start: z.int().min(0).max(6).describe("0 for Sunday, 1 for Monday."),
    clock: z.enum(["24", "12"]).nullable().describe("Times with 24 or 12 hours. Null to use the browser's."),
    date_order: z
      .enum(["day_first", "month_first"])
      .nullable()
      .describe("The order of a typed date in numbers: 3/12 is 3 December or 12 March. Null to use the browser's."),
    density: z.enum(["comfortable", "dense"]).describe("Space between rows of lists."),
    slots: z.array(Slot).max(limits.slotsPerList).describe("Your weekly posting slots, in your zone."),
    views: z.array(SavedView).max(limits.viewsPerMember).describe("Saved views of the posts list."),
    notices: z.object(noticeWays).describe("The channels of each kind of notification."),
    checklist_hidden: z.boolean().describe("Hides the checklist of first steps."),
    always_split: z.boolean().describe("Splits a text that is too long without asking."),
    numbering: z.boolean().describe("Adds its number to each split part, such as 1/5."),
    undo_seconds: z
      .union([z.literal(0), z.literal(5), z.literal(10), z.literal(30)])
      .describe("Seconds that the dashboard waits before a publish or retry is sent, to be undone. 0 sends at once."),
    threads: ThreadChoices.describe("Your latest choice of `chain` or `join` in the composer, by channel id."),
    channel_sets: z.array(ChannelSet).max(limits.channelSetsPerMember).describe("Your saved sets of channels."),
  })
  .meta({ id: "Settings" });

/** Programs that know fewer kinds of notifications may leave the others out. */
const NoticesChange = z
  .object(noticeWays)
  .partial({ post_changed: true, problem_assigned: true, sending_paused: true, posts_held: true });

export const MemberSettingsChange = MemberSettings.extend({
  notices: NoticesChange.describe("The channels of each kind of notification."),
})
  .partial()
  .meta({ id: "SettingsChange" });

export const memberSettingsEndpoints = {
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
