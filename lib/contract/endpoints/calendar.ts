import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { instant, postFilterFields } from "#lib/contract/resources/post-queries.ts";
import { postStatuses } from "#lib/contract/resources/post-statuses.ts";

const day = z.iso.date().meta({ description: "A calendar day, such as 2027-01-14." });
const noteText = z.string().trim().min(1).max(limits.noteCharacters);
const person = z.object({ id: z.string(), name: z.string() });

/** A note pinned to a day, visible to the whole organization. */
export const CalendarNote = z
  .object({ id: z.string(), day, text: z.string(), member: person, created_at: instant })
  .meta({ id: "Note" });

/** Posts of one submission at one time: a post for each channel. */
export const CalendarEntry = z
  .object({
    submission_id: z.string(),
    at: instant.meta({ description: "The time it is planned for; of a post sent at once, that of its creation." }),
    text: z.string().meta({ description: "The first 140 characters." }),
    parts: z.int(),
    images: z.int(),
    member: person.nullable().meta({ description: "Null in blind review, as long as a claim of it is undecided." }),
    posts: z.array(
      z.object({
        id: z.string(),
        channel_id: z.string(),
        channel: z.string().nullable(),
        status: z.enum(postStatuses),
        version: z.int(),
        text: z.string().optional().meta({
          description: "The first 140 characters of a channel's own words; left out where they are the entry's.",
        }),
      }),
    ),
  })
  .meta({ id: "CalendarEntry" });

const CalendarQuery = z.object({
  from: instant,
  to: instant.meta({ description: "Before this instant; at most 100 days after `from`." }),
  status: z.array(z.enum(postStatuses)).optional(),
  channel: postFilterFields.channel,
  member: postFilterFields.member,
  q: postFilterFields.q,
});

export const CalendarRange = z
  .object({
    entries: z.array(CalendarEntry).meta({ description: "In order of their time. Drafts have none and are left out." }),
    notes: z.array(CalendarNote),
    truncated: z.boolean().meta({ description: "True when there are more than 5,000 posts: ask for less." }),
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
    summary: "What goes out in a range of time",
    query: CalendarQuery,
    status: 200,
    data: CalendarRange,
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
    description: "Its author or an administrator.",
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
    summary: "Remove a note",
    description: "Its author or an administrator.",
    params: noteId,
    status: 200,
    data: z.object({ id: z.string(), deleted: z.boolean() }),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  getFeed: defineEndpoint({
    method: "GET",
    path: "/calendar/feed",
    scope: "posts:read",
    documented: false,
    summary: "Whether there is a private iCalendar feed",
    status: 200,
    data: z.object({ active: z.boolean(), created_at: instant.nullable(), last_read_at: instant.nullable() }),
    errors: ["unauthorized", "forbidden"],
  }),
  createFeed: defineEndpoint({
    method: "POST",
    path: "/calendar/feed",
    scope: "posts:read",
    documented: false,
    grants: "feed",
    summary: "Make the private iCalendar feed",
    description:
      "Its address is shown once; a former one stops working. It works until it is revoked, so a key that ends or is bound to addresses makes none.",
    status: 201,
    data: z.object({ url: z.string() }),
    errors: ["unauthorized", "forbidden"],
  }),
  revokeFeed: defineEndpoint({
    method: "DELETE",
    path: "/calendar/feed",
    scope: "posts:read",
    documented: false,
    summary: "Revoke the private iCalendar feed",
    status: 200,
    data: z.object({ revoked: z.boolean() }),
    errors: ["unauthorized", "forbidden"],
  }),
  getNextSlot: defineEndpoint({
    method: "GET",
    path: "/slots/next",
    scope: "posts:read",
    documented: false,
    summary: "The next weekly posting slot that is free",
    description: "The first of your slots for these channels at which none of them has a post of the organization yet.",
    query: z.object({
      channel: postFilterFields.channel,
      after: instant.optional(),
      zone: z.string().max(100).optional().meta({
        description: "IANA zone that slots are read in where you have chosen none in your settings; else UTC.",
      }),
    }),
    status: 200,
    data: z.object({
      at: instant.nullable().meta({ description: "Null when no slot of yours for them is free within two years." }),
      slots: z.int().meta({ description: "How many slots of yours hold these channels." }),
    }),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
} as const;
