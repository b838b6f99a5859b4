import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./post-resources.ts";

/** What can be done about an item of the inbox. A client shows the button that it knows. */
export const inboxFixes = ["reconnect", "shorten", "retry", "decide", "edit", "none"] as const;

/** All that one cause has brought about: one line of the inbox. */
export const InboxItem = z
  .object({
    key: z.string().meta({ description: "Names the cause; the same as long as it lasts." }),
    kind: z.string().meta({ description: "`post_failed`, `channel_ending`, `claim_decided` or `notice_failed`." }),
    cause: z.string().nullable().meta({ description: "For posts the cause of their failure, such as `reconnect`." }),
    fix: z.string().meta({ description: "`reconnect`, `shorten`, `retry`, `decide`, `edit` or `none`." }),
    reason: z.string().nullable().meta({ description: "A sentence: what the platform said, without our advice." }),
    channel: z.object({ id: z.string(), platform: z.string(), name: z.string(), username: z.string() }).nullable(),
    since: instant,
    latest: instant,
    until: instant.nullable().meta({ description: "Of a `channel_ending`: when access ends." }),
    state: z.enum(["open", "done"]),
    unread: z.boolean(),
    count: z.int(),
    posts: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          scheduled_for: instant.nullable(),
          part: z.int().nullable(),
          version: z.int(),
        }),
      )
      .meta({ description: "The newest 20; `count` says how many there are." }),
  })
  .meta({ id: "InboxItem" });

const endpointUrl = z.string().max(2_000);

/** Failures by cause, and the ways a member is told of them. */
export const inboxApi = {
  listInbox: endpoint({
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
  countInbox: endpoint({
    method: "GET",
    path: "/inbox/counts",
    scope: "posts:read",
    documented: false,
    summary: "How many items are open, and how many of them unread",
    status: 200,
    data: z.object({ open: z.int(), unread: z.int() }),
    errors: ["unauthorized", "forbidden"],
  }),
  markInbox: endpoint({
    method: "POST",
    path: "/inbox/marks",
    scope: "posts:write",
    documented: false,
    summary: "Mark items as read, unread, done or open again",
    body: z.object({
      keys: z.array(z.string().max(300)).min(1).max(1_000),
      mark: z.enum(["read", "unread", "done", "open"]),
    }),
    status: 200,
    data: z.object({ marked: z.int() }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  getPushKey: endpoint({
    method: "GET",
    path: "/push/key",
    scope: "any",
    documented: false,
    summary: "The public key that a browser subscribes with",
    status: 200,
    data: z.object({ public_key: z.string() }),
    errors: ["unauthorized"],
  }),
  subscribePush: endpoint({
    method: "POST",
    path: "/push/subscriptions",
    scope: "posts:read",
    documented: false,
    summary: "Send notices to this browser",
    body: z.object({
      endpoint: endpointUrl,
      keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
    }),
    status: 201,
    data: z.object({ id: z.string() }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  unsubscribePush: endpoint({
    method: "DELETE",
    path: "/push/subscriptions/{id}",
    scope: "posts:read",
    documented: false,
    summary: "Send no more notices to a browser",
    params: z.object({ id: z.string() }),
    status: 200,
    data: z.object({ id: z.string(), deleted: z.boolean() }),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  testNotice: endpoint({
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
