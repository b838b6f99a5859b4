import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { deletedAnswer, instant, personRef } from "#lib/contract/resources/fields.ts";

const InboxChannel = z.object({
  id: z.string().describe("The id of the channel."),
  platform: z.string().describe("Platform slug."),
  name: z.string().describe("Display name of the channel."),
  username: z.string().describe("Handle of the account."),
  practice: z.boolean().describe("True for a built-in practice channel."),
});

/** One line of the inbox: all events with the same cause. */
export const InboxItem = z
  .object({
    key: z.string().describe("Identifies the cause. Stays the same as long as the cause lasts."),
    kind: z
      .string()
      .describe(
        "`post_failed`, `post_changed`, `problem_assigned`, `channel_ending`, `sending_paused`, `posts_held`, `claim_decided`, `claims_waiting` or `notice_failed`.",
      ),
    cause: z
      .string()
      .nullable()
      .describe(
        "For failed posts and `problem_assigned`: the cause of the failure, such as `reconnect`. For `post_changed`: what was done, such as `edited`, `rescheduled`, `moved_to_drafts` or `deleted`. For `sending_paused`: `paused`, `resumed`, or `lifted` while another pause is active. For `posts_held`: `author_left`. For `claim_decided`: `approved`, `rejected`, `reversed`, or `awarded` for points without a claim. For `channel_ending`: `disconnected` if the channel was disconnected and its scheduled posts were canceled, `moved` if they were moved, `reconnect` if the account no longer gives access.",
      ),
    fix: z.string().describe("`reconnect`, `shorten`, `retry`, `decide`, `edit` or `none`."),
    reason: z
      .string()
      .nullable()
      .describe(
        "A sentence with the platform's reason, without advice. For `sending_paused`: why sending is paused, or what became of the posts that were due meanwhile.",
      ),
    over_by: z
      .int()
      .nullable()
      .describe("For a text that is too long: the excess, in the unit that the platform counts."),
    channel: InboxChannel.nullable().describe("The channel with the problem. Null if it is not about one."),
    submission_id: z
      .string()
      .optional()
      .describe("For one text that several channels rejected: its submission. `posts` has a post for each channel."),
    claim: z
      .object({
        post_id: z.string().nullable().describe("Null if the item covers several posts."),
        title: z.string().describe("The beginning of the post's text."),
        claimed: z.int().describe("Points claimed."),
        awarded: z.int().describe("Points awarded."),
      })
      .nullable()
      .optional()
      .describe("For `claim_decided`: the total points claimed and awarded."),
    change: z
      .object({
        by: z.string().describe("The name of the administrator."),
        post_id: z.string().nullable().describe("Null if the change is of several posts."),
        title: z.string().describe("The beginning of the post's text."),
        scheduled_for: instant.nullable().describe("The time of the post after the change. Null without one."),
      })
      .nullable()
      .optional()
      .describe(
        "For `post_changed`: who changed your post; `count` is the number of changed posts. For `problem_assigned`: who assigned it, and the newest post.",
      ),
    assignee: z
      .object({
        id: z.string().describe("The id of the membership."),
        name: z.string().describe("Their name."),
        by: z.string().describe("The name of the administrator who assigned it."),
        at: instant.describe("Time at which it was assigned."),
      })
      .nullable()
      .optional()
      .describe("For `post_failed`: who looks after it. Null if nobody does, or the member has left."),
    planned: z
      .object({
        count: z.int().describe("Their number."),
        late: z.int().describe("Those whose time has passed."),
        next: instant.nullable().describe("The next time of one of them."),
      })
      .nullable()
      .optional()
      .describe("For a cause that holds posts: the planned posts it holds now, yours or, for administrators, all."),
    author: personRef.nullable().optional().describe("For `posts_held`: the deactivated author."),
    snoozed_until: instant.nullable().optional().describe("You see it again at this time, or when it changes before."),
    since: instant.describe("Time at which the first event of the item happened."),
    latest: instant.describe("Time at which the last event of the item happened."),
    until: instant
      .nullable()
      .describe("For `channel_ending`: when access ends. For `notice_failed`: when the next attempt is made."),
    state: z.enum(["open", "snoozed", "done"]).describe("`done` or `snoozed` if you marked it so."),
    settled: z.boolean().describe("True if nothing is left to do because the posts are no longer failed."),
    unread: z.boolean().describe("True if something happened since you marked it as read."),
    count: z
      .int()
      .describe(
        "The number of failed or changed posts. For `channel_ending`: the posts scheduled after access ends, or scheduled when the channel was disconnected. Otherwise: the waiting notifications.",
      ),
    posts: z
      .array(
        z.object({
          id: z.string().describe("The id of the post."),
          title: z.string().describe("The beginning of its text."),
          scheduled_for: instant.nullable().describe("The time it was scheduled for. Null without one."),
          failed_at: instant.nullable().describe("Time at which it failed."),
          part: z.int().nullable().describe("The number of the failed part, starting at 1."),
          parts: z.int().describe("The number of parts to publish."),
          published_parts: z.int().describe("The number of parts that are live on the platform."),
          version: z.int().describe("The version of the post, for `PATCH`."),
          channel: InboxChannel.optional().describe("The channel of the post."),
          reason: z.string().nullable().optional().describe("A sentence with the platform's reason for this post."),
          sent_again: z
            .boolean()
            .optional()
            .describe("True if the author sent it again and it is not known whether the first send is live."),
          urls: z.array(z.string()).optional().describe("The URLs of the live parts."),
          member: z
            .object({ id: z.string().describe("The id of the membership."), name: z.string().describe("Their name.") })
            .nullable()
            .optional()
            .describe("With `member=all`: its author. Null while a blind review hides who it is."),
        }),
      )
      .describe("The newest 20 posts. `count` is the total."),
    post_ids: z.array(z.string()).describe("The ids of all posts of the item, newest first, at most 1,000."),
  })
  .meta({ id: "InboxItem" });

const endpointUrl = z.string().max(2_000).describe("The `endpoint` of the browser's push subscription.");

/** Endpoints for failures by cause, and for a member's notification channels. */
export const inboxEndpoints = {
  listInbox: defineEndpoint({
    method: "GET",
    path: "/inbox",
    scope: "posts:read",
    documented: false,
    summary: "List what needs your attention by cause, newest first",
    description:
      "With `member=all` an administrator lists the failed posts of all members, and what holds posts. What nobody resolved or snoozed is `open`.",
    query: z.object({
      state: z.enum(["open", "snoozed", "done"]).default("open").describe("Only items in this state."),
      member: z.literal("all").optional().describe("The failed posts of all members. For administrators."),
    }),
    status: 200,
    data: z.array(InboxItem),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  countInbox: defineEndpoint({
    method: "GET",
    path: "/inbox/counts",
    scope: "posts:read",
    documented: false,
    summary: "Count open and unread items",
    status: 200,
    data: z.object({
      open: z.int().describe("Items that are not done."),
      unread: z.int().describe("Open items with something new."),
    }),
    errors: ["unauthorized", "forbidden"],
  }),
  markInbox: defineEndpoint({
    method: "POST",
    path: "/inbox/marks",
    scope: "posts:write",
    documented: false,
    summary: "Mark items as read, unread, done or open again",
    body: z.object({
      keys: z.array(z.string().max(300)).min(1).max(1_000).describe("The `key` of each item."),
      mark: z.enum(["read", "unread", "done", "open"]).describe("The mark to set."),
      at: instant
        .optional()
        .describe("For `open`: reopens only the items that were marked as done at this time. Use it to undo a mark."),
    }),
    status: 200,
    data: z.object({
      marked: z.int().describe("The number of items that changed."),
      at: instant.describe("For `done`: pass this time with `open` to undo the mark."),
    }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  assignInboxItem: defineEndpoint({
    method: "POST",
    path: "/inbox/assignments",
    scope: "posts:manage",
    documented: false,
    summary: "Assign the failed posts of one cause to a member",
    description:
      "Other administrators see who looks after it, and the member is notified. Administrators and the authors of the posts can be assigned.",
    body: z.object({
      key: z.string().max(300).describe("The `key` of an item of `post_failed`."),
      member_id: z.string().nullable().describe("The member's id. Null to assign nobody."),
      expected_member_id: z
        .string()
        .nullable()
        .optional()
        .describe("The assigned member as far as you know, null for nobody. Another answer is a `conflict`."),
    }),
    status: 200,
    data: z.object({
      key: z.string().describe("The `key` of the item."),
      assignee: InboxItem.shape.assignee.unwrap().describe("Who looks after it now."),
    }),
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found", "conflict"],
  }),
  snoozeInbox: defineEndpoint({
    method: "POST",
    path: "/inbox/snoozes",
    scope: "posts:write",
    documented: false,
    summary: "Hide items from your inbox until a time, or until they change",
    body: z.object({
      keys: z.array(z.string().max(300)).min(1).max(1_000).describe("The `key` of each item."),
      until: instant.nullable().describe("A time within a year. Null shows the items again."),
    }),
    status: 200,
    data: z.object({ changed: z.int().describe("The number of items that changed.") }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  getPushKey: defineEndpoint({
    method: "GET",
    path: "/push/key",
    scope: "any",
    documented: false,
    summary: "Read the public key for web push and whether the server sends e-mail",
    status: 200,
    data: z.object({
      public_key: z.string().describe("The `applicationServerKey` for a push subscription, in base64url."),
      mail: z.boolean().describe("True if this server sends e-mail."),
    }),
    errors: ["unauthorized"],
  }),
  subscribePush: defineEndpoint({
    method: "POST",
    path: "/push/subscriptions",
    scope: "posts:read",
    documented: false,
    grants: "push",
    summary: "Subscribe a browser to notifications",
    body: z.object({
      endpoint: endpointUrl,
      keys: z
        .object({
          p256dh: z.string().max(200).describe("The subscription's public key, in base64url."),
          auth: z.string().max(100).describe("The subscription's secret, in base64url."),
        })
        .describe("The `keys` of the browser's push subscription."),
    }),
    status: 201,
    data: z.object({ id: z.string().describe("The id for unsubscribing.") }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  unsubscribePush: defineEndpoint({
    method: "DELETE",
    path: "/push/subscriptions/{id}",
    scope: "posts:read",
    documented: false,
    summary: "Unsubscribe a browser from notifications",
    params: z.object({ id: pathId("subscription") }),
    status: 200,
    data: deletedAnswer("subscription"),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  testNotice: defineEndpoint({
    method: "POST",
    path: "/notices/test",
    scope: "posts:write",
    documented: false,
    summary: "Send yourself a test notification",
    body: z.object({ way: z.enum(["email", "push"]).describe("The channel to send it through.") }),
    status: 200,
    data: z.object({
      sent: z.boolean().describe("True if it was sent."),
      why: z.string().nullable().describe("A sentence that says why it was not sent. Null if it was."),
    }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
} as const;
