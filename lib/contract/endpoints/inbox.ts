import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { instant } from "#lib/contract/resources/post-queries.ts";

/** One line of the inbox: all events with the same cause. */
export const InboxItem = z
  .object({
    key: z.string().meta({ description: "Names the cause; the same as long as it lasts." }),
    kind: z
      .string()
      .meta({ description: "`post_failed`, `channel_ending`, `claim_decided`, `claims_waiting` or `notice_failed`." }),
    cause: z.string().nullable().meta({
      description:
        "For posts the cause of their failure, such as `reconnect`; of a `claim_decided` what was decided: `approved`, `rejected` or `reversed`; of a `channel_ending` whose channel is gone: `disconnected` when what was planned there was canceled, or `moved`; where its account lets us in no more: `reconnect`.",
    }),
    fix: z.string().meta({ description: "`reconnect`, `shorten`, `retry`, `decide`, `edit` or `none`." }),
    reason: z.string().nullable().meta({ description: "A sentence: what the platform said, without our advice." }),
    over_by: z
      .int()
      .nullable()
      .meta({ description: "Of a text that is too long: by how much, in the unit its platform counts." }),
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
        post_id: z.string().nullable().meta({ description: "Null when it tells of several." }),
        title: z.string(),
        claimed: z.int(),
        awarded: z.int(),
      })
      .nullable()
      .optional()
      .meta({ description: "Of a `claim_decided`: what was claimed and given in all." }),
    since: instant,
    latest: instant,
    until: instant
      .nullable()
      .meta({ description: "Of a `channel_ending`: when access ends. Of a `notice_failed`: when it is tried again." }),
    state: z.enum(["open", "done"]),
    settled: z.boolean().meta({ description: "Nothing is left to be done: the posts are no longer failed." }),
    unread: z.boolean(),
    count: z.int().meta({
      description:
        "Posts that failed; of a `channel_ending` those planned after it, or there when it was disconnected; else notices that wait.",
    }),
    posts: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          scheduled_for: instant.nullable(),
          failed_at: instant.nullable(),
          part: z.int().nullable().meta({ description: "The part that failed, 1 for the first." }),
          parts: z.int().meta({ description: "How many parts go out." }),
          published_parts: z.int().meta({ description: "Parts that stand on the platform." }),
          version: z.int(),
          sent_again: z.boolean().optional().meta({
            description: "It was sent again by its author's word: whether the first send of it is out is not known.",
          }),
          urls: z.array(z.string()).optional().meta({ description: "Where those parts stand." }),
        }),
      )
      .meta({ description: "The newest 20; `count` says how many there are." }),
    post_ids: z.array(z.string()).meta({ description: "Of all its posts, newest first, at most 1,000." }),
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
    summary: "What needs you, by cause, newest first",
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
    summary: "How many items are open, and how many of them unread",
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
      at: instant
        .optional()
        .meta({ description: "For `open`: only what was marked as done at this instant, as undo." }),
    }),
    status: 200,
    data: z.object({
      marked: z.int().meta({ description: "Items that changed." }),
      at: instant.meta({ description: "Of `done`: pass it with `open` to take this mark back." }),
    }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  getPushKey: defineEndpoint({
    method: "GET",
    path: "/push/key",
    scope: "any",
    documented: false,
    summary: "The ways of notice: the public key that a browser subscribes with, and whether there are letters",
    status: 200,
    data: z.object({
      public_key: z.string(),
      mail: z.boolean().meta({ description: "Whether this server sends letters too." }),
    }),
    errors: ["unauthorized"],
  }),
  subscribePush: defineEndpoint({
    method: "POST",
    path: "/push/subscriptions",
    scope: "posts:read",
    documented: false,
    grants: "push",
    summary: "Send notices to this browser",
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
    summary: "Send no more notices to a browser",
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
    summary: "Send yourself a test notice",
    body: z.object({ way: z.enum(["email", "push"]) }),
    status: 200,
    data: z.object({ sent: z.boolean(), why: z.string().nullable() }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
} as const;
