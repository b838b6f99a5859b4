import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { postStatuses } from "./limits.ts";

/** What the event stream tells: that something changed, not what it says; the reader reads it again. */
export const LiveEvent = z
  .object({
    type: z.enum(["post", "inbox", "many"]).meta({ description: "`many`: too much at once; read everything again." }),
    id: z.string().optional(),
    status: z.enum(postStatuses).optional(),
    version: z.int().optional(),
  })
  .meta({ id: "LiveEvent" });

export const liveApi = {
  openEvents: endpoint({
    method: "GET",
    path: "/events",
    scope: "posts:read",
    documented: false,
    summary: "Hear of changes as they happen",
    description:
      "Server-sent events (`event: change`, `data:` a LiveEvent). A comment line comes every 15 s. After a break read everything again.",
    status: 200,
    data: z.string(),
    stream: ["text/event-stream"],
    errors: ["unauthorized", "forbidden"],
  }),
} as const;
