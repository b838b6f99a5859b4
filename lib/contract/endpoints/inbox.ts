import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { instant } from "#lib/contract/resources/post-queries.ts";

/** One line of the inbox: all events with the same cause. */
export const InboxItem = z
  .object({
    key: z.string().meta({ description: "Identifies the cause. Stays the same as long as the cause lasts." }),
    kind: z
      .string()
      .meta({ description: "`post_failed`, `channel_ending`, `claim_decided`, `claims_waiting` or `notice_failed`." }),
    cause: z.string().nullable().meta({
      description:
        "For failed posts: the cause of the failure, such as `reconnect`. For `claim_decided`: `approved`, `rejected` or `reversed`. For `channel_ending`: `disconnected` if the channel was disconnected and its scheduled posts were canceled, `moved` if they were moved, `reconnect` if the account no longer gives access.",
    }),
    fix: z.string().meta({ description: "`reconnect`, `shorten`, `retry`, `decide`, `edit` or `none`." }),
    reason: z.string().nullable().meta({ description: "A sentence with the platform's reason, without advice." }),
    over_by: z
      .int()
      .nullable()
      .meta({ description: "For a text that is too long: the excess, in the unit that the platform counts." }),
    channel: z
      .object({
        id: z.string(),
        platform: z.string(),
        name: z.string(),
        username: z.string(),
        practice: z.boolean(),
      })
      .nullable(),
    claim: z
      .object({
        post_id: z.string().nullable().meta({ description: "Null if the item covers several posts." }),
        title: z.string(),
        claimed: z.int(),
        awarded: z.int(),
      })
      .nullable()
      .optional()
      .meta({ description: "For `claim_decided`: the total points claimed and awarded." }),
    since: instant,
    latest: instant,
    until: instant.nullable().meta({
      description: "For `channel_ending`: when access ends. For `notice_failed`: when the next attempt is made.",
    }),
    state: z.enum(["open", "done"]),
    settled: z.boolean().meta({ description: "True if nothing is left to do because the posts are no longer failed." }),
    unread: z.boolean(),
    count: z.int().meta({
      description:
        "The number of failed posts. For `channel_ending`: the posts scheduled after access ends, or scheduled when the channel was disconnected. Otherwise: the waiting notifications.",
    }),
    posts: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          scheduled_for: instant.nullable(),
          failed_at: instant.nullable(),
          part: z.int().nullable().meta({ description: "The number of the failed part, starting at 1." }),
          parts: z.int().meta({ description: "The number of parts to publish." }),
          published_parts: z.int().meta({ description: "The number of parts that are live on the platform." }),
          version: z.int(),
          sent_again: z.boolean().optional().meta({
            description: "True if the author sent it again and it is not known whether the first send is live.",
          }),
          urls: z.array(z.string()).optional().meta({ description: "The URLs of the live parts." }),
        }),
      )
      .meta({ description: "The newest 20 posts. `count` is the total." }),
    post_ids: z
      .array(z.string())
      .meta({ description: "The ids of all posts of the item, newest first, at most 1,000." }),
  })
  .meta({ id: "InboxItem" });

const endpointUrl = z.string().max(2_000);

/** Endpoints for failures by cause, and for a member's notification channels. */
export const inboxEndpoints = {
  listInbox: defineEndpoint({
    method: "GET",
    path: "/inbox",
    scope: "posts:read",
    documented: false,
    summary: "List what needs your attention by cause, newest first",
    query: z.object({ state: z.enum(["open", "done"]).default("open") }),
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
    data: z.object({ open: z.int(), unread: z.int() }),
    errors: ["unauthorized", "forbidden"],
  }),
  markInbox: defineEndpoint({
    method: "POST",
    path: "/inbox/marks",
    scope: "posts:write",
    documented: false,
    summary: "Mark items as read, unread, done or open again",
    body: z.object({
      keys: z.array(z.string().max(300)).min(1).max(1_000),
      mark: z.enum(["read", "unread", "done", "open"]),
      at: instant.optional().meta({
        description: "For `open`: reopens only the items that were marked as done at this time. Use it to undo a mark.",
      }),
    }),
    status: 200,
    data: z.object({
      marked: z.int().meta({ description: "The number of items that changed." }),
      at: instant.meta({ description: "For `done`: pass this time with `open` to undo the mark." }),
    }),
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
      public_key: z.string(),
      mail: z.boolean().meta({ description: "True if this server sends e-mail." }),
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
      keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
    }),
    status: 201,
    data: z.object({ id: z.string() }),
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
    data: z.object({ id: z.string(), deleted: z.boolean() }),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  testNotice: defineEndpoint({
    method: "POST",
    path: "/notices/test",
    scope: "posts:write",
    documented: false,
    summary: "Send yourself a test notification",
    body: z.object({ way: z.enum(["email", "push"]) }),
    status: 200,
    data: z.object({ sent: z.boolean(), why: z.string().nullable() }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
} as const;
