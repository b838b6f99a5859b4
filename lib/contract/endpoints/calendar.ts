import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { deletedAnswer, instant, personRef } from "#lib/contract/resources/fields.ts";
import { postFilterFields, postStatusFilter } from "#lib/contract/resources/post-queries.ts";
import { postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { PostHold } from "#lib/contract/resources/posts.ts";

const day = z.iso.date().describe("A calendar day, such as 2027-01-14.");
const noteText = z.string().trim().min(1).max(limits.noteCharacters).describe("The text of the note.");

/** A note pinned to a day, visible to the whole organization. */
export const CalendarNote = z
  .object({
    id: z.string().describe("The id of the note."),
    day,
    text: z.string().describe("The text of the note."),
    member: personRef.describe("The author."),
    created_at: instant.describe("Time at which it was written."),
  })
  .meta({ id: "Note" });

/** Posts of one submission at one time: a post for each channel. */
export const CalendarEntry = z
  .object({
    submission_id: z.string().describe("The same for all posts that one request created."),
    at: instant.describe("The scheduled time. For a post sent at once, the time of its creation."),
    text: z.string().describe("The first 140 characters."),
    parts: z.int().describe("The number of parts."),
    images: z.int().describe("The number of images."),
    member: personRef.nullable().describe("Null in blind review while one of its claims is undecided."),
    posts: z
      .array(
        z.object({
          id: z.string().describe("The id of the post."),
          channel_id: z.string().describe("The id of its channel."),
          channel: z.string().nullable().describe("Platform slug."),
          status: z.enum(postStatuses).describe("The status of the post."),
          unconfirmed: z
            .boolean()
            .optional()
            .describe("True for a failed post that may be live, because the platform's answer was lost."),
          hold: PostHold.nullable().optional().describe("As `hold` of the post. Omitted if null."),
          version: z.int().describe("The version of the post, for `PATCH`."),
          text: z
            .string()
            .optional()
            .describe(
              "The first 140 characters of the channel's own text. Omitted if it equals the text of the entry.",
            ),
        }),
      )
      .describe("The posts of the entry, one per channel."),
  })
  .meta({ id: "CalendarEntry" });

const CalendarQuery = z.object({
  from: instant.describe("At or after this time."),
  to: instant.describe("Before this time, at most 100 days after `from`."),
  status: postStatusFilter,
  channel: postFilterFields.channel,
  member: postFilterFields.member,
  q: postFilterFields.q,
});

export const CalendarContents = z
  .object({
    entries: z.array(CalendarEntry).describe("Sorted by time. Drafts have no time and are not included."),
    notes: z.array(CalendarNote).describe("Notes on days of the range."),
    truncated: z.boolean().describe("True if there are more than 5,000 posts. Request a shorter range."),
    team_slots: z
      .array(
        z.object({
          id: z.string().describe("The id of the slot."),
          at: instant.describe("The time."),
          channels: z.array(z.string()).describe("Channel ids. Empty for any channel."),
        }),
      )
      .describe(
        "Future times of the team's posting slots that no post takes: one on the slot's channels, or on any channel if the slot names none. Filters don't change this list.",
      ),
  })
  .meta({ id: "CalendarRange" });

const noteId = z.object({ id: pathId("note") });

/** Endpoints for the calendar, notes on days, the feed for other calendars, and the next free slot. */
export const calendarEndpoints = {
  getCalendar: defineEndpoint({
    method: "GET",
    path: "/calendar",
    scope: "posts:read",
    documented: false,
    summary: "List the posts and notes in a time range",
    query: CalendarQuery,
    status: 200,
    data: CalendarContents,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  createNote: defineEndpoint({
    method: "POST",
    path: "/notes",
    scope: "posts:write",
    documented: false,
    summary: "Pin a note to a day",
    body: z.object({ day, text: noteText }),
    status: 201,
    data: CalendarNote,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  changeNote: defineEndpoint({
    method: "PATCH",
    path: "/notes/{id}",
    scope: "posts:write",
    documented: false,
    summary: "Change a note",
    description: "Only the note's author or an administrator can do this.",
    params: noteId,
    body: z.object({ day: day.optional(), text: noteText.optional() }),
    status: 200,
    data: CalendarNote,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found"],
  }),
  deleteNote: defineEndpoint({
    method: "DELETE",
    path: "/notes/{id}",
    scope: "posts:write",
    documented: false,
    summary: "Delete a note",
    description: "Only the note's author or an administrator can do this.",
    params: noteId,
    status: 200,
    data: deletedAnswer("note"),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  getFeed: defineEndpoint({
    method: "GET",
    path: "/calendar/feed",
    scope: "posts:read",
    documented: false,
    summary: "Read the state of the private iCalendar feed",
    status: 200,
    data: z.object({
      active: z.boolean().describe("True if the feed exists."),
      created_at: instant.nullable().describe("Time at which its address was created. Null without a feed."),
      last_read_at: instant.nullable().describe("Time at which it was last read. Null if it never was."),
    }),
    errors: ["unauthorized", "forbidden"],
  }),
  createFeed: defineEndpoint({
    method: "POST",
    path: "/calendar/feed",
    scope: "posts:read",
    documented: false,
    grants: "feed",
    summary: "Create the private iCalendar feed",
    description:
      "Returns the feed's address, which is shown once. A previous address stops working. The feed works until it is revoked, so a key with an expiry or address limits can't create one.",
    status: 201,
    data: z.object({ url: z.string().describe("The private address of the feed. It is shown once.") }),
    errors: ["unauthorized", "forbidden"],
  }),
  revokeFeed: defineEndpoint({
    method: "DELETE",
    path: "/calendar/feed",
    scope: "posts:read",
    documented: false,
    summary: "Revoke the private iCalendar feed",
    status: 200,
    data: z.object({ revoked: z.boolean().describe("True: the address no longer works.") }),
    errors: ["unauthorized", "forbidden"],
  }),
  getNextSlot: defineEndpoint({
    method: "GET",
    path: "/slots/next",
    scope: "posts:read",
    documented: false,
    summary: "Find the next free posting slot",
    description:
      "Returns the first of your weekly slots and the team's at which none of these channels has a post of the organization.",
    query: z.object({
      channel: postFilterFields.channel,
      after: instant.optional().describe("Only slots after this time. Default: now."),
      zone: z
        .string()
        .max(100)
        .optional()
        .describe("IANA time zone of your slots if your settings have none. Default: UTC."),
    }),
    status: 200,
    data: z.object({
      at: instant.nullable().describe("Null if none of the slots for these channels is free within two years."),
      slots: z.int().describe("The number of your slots and the team's for these channels."),
    }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
} as const;
