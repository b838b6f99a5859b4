import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { instant } from "#lib/contract/resources/fields.ts";
import { postStatuses } from "#lib/contract/resources/post-statuses.ts";

/** An event of the stream. It only says that something changed; the reader fetches the new state. */
export const LiveEvent = z
  .object({
    type: z
      .enum(["post", "inbox", "claims", "notes", "channels", "review", "drafts", "plan", "many"])
      .describe(
        "`claims`: points were decided; affects the leaderboard and reviews. `notes`: a note on a day was created, changed or deleted. `channels`: a channel was connected, renamed or disconnected, needs reconnecting, or its members changed. `review`: a reviewer started viewing a claim; administrators only. `drafts`: a draft of yours was created, named, deleted or restored, or a shared template changed. `plan`: others' scheduled or published posts changed; only with `plan:read`. `many`: too many changes at once; read everything again.",
      ),
    id: z.string().optional().describe("For `post`: the id of the post."),
    status: z.enum(postStatuses).optional().describe("For `post`: its status now."),
    version: z.int().optional().describe("For `post`: its version now."),
  })
  .meta({ id: "LiveEvent" });

export const liveEventEndpoints = {
  openEvents: defineEndpoint({
    method: "GET",
    path: "/events",
    scope: "posts:read",
    documented: false,
    summary: "Stream changes as they happen",
    description:
      "Streams server-sent events: `event: change` with a LiveEvent as `data`, and `event: beat` every 15 s. A connection without beats is lost. Events cover the member's own posts and inbox, decided points, notes on days and channels. Administrators get events about all posts of the organization. The stream ends when the key is revoked. After an interruption, read everything again.",
    query: z.object({
      since: instant
        .optional()
        .describe(
          "When you last read everything, by the service's clock. If something may have changed since then, the first event is `many`.",
        ),
    }),
    status: 200,
    data: z.string(),
    stream: ["text/event-stream"],
    errors: ["invalid_request", "unauthorized", "forbidden", "conflict", "unavailable"],
  }),
} as const;
