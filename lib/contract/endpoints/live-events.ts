import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { instant } from "#lib/contract/resources/post-queries.ts";
import { postStatuses } from "#lib/contract/resources/post-statuses.ts";

/** An event of the stream. It only says that something changed; the reader fetches the new state. */
export const LiveEvent = z
  .object({
    type: z.enum(["post", "inbox", "claims", "notes", "channels", "review", "many"]).meta({
      description:
        "`claims`: points were decided, for the leaderboard and reviews. `notes`: a note was pinned to a day, changed or removed. `channels`: a channel was connected, renamed, disconnected, has to be connected again, or may be used by others now. `review`: who looks at which claim, for administrators. `many`: too much at once; read everything again.",
    }),
    id: z.string().optional(),
    status: z.enum(postStatuses).optional(),
    version: z.int().optional(),
  })
  .meta({ id: "LiveEvent" });

export const liveEventEndpoints = {
  openEvents: defineEndpoint({
    method: "GET",
    path: "/events",
    scope: "posts:read",
    documented: false,
    summary: "Hear of changes as they happen",
    description:
      "Server-sent events: `event: change` with a LiveEvent as `data`, and `event: beat` every 15 s, so that a silent connection is known to be gone. It tells of the member's own posts and inbox, of decided points, of notes on days and of channels, an administrator of all posts of the organization, and ends when the key is revoked. After a break read everything again.",
    query: z.object({
      since: instant.optional().meta({
        description:
          "When you last read everything, by the service's clock. If something may have changed since, `many` comes first; else nothing does.",
      }),
    }),
    status: 200,
    data: z.string(),
    stream: ["text/event-stream"],
    errors: ["invalid_request", "unauthorized", "forbidden", "conflict", "unavailable"],
  }),
} as const;
