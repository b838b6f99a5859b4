import { api } from "#lib/contract/api.ts";
import { createCalendarFeed, getCalendarFeed, revokeCalendarFeed } from "#lib/service/calendar/calendar-feed-store.ts";
import { createDayNote, deleteDayNote, updateDayNote } from "#lib/service/calendar/day-notes.ts";
import { getCalendar } from "#lib/service/calendar/get-calendar.ts";
import { getNextSlot } from "#lib/service/calendar/next-slot.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";

export const calendarRoutes = [
  defineRoute(api.getCalendar, async ({ context, actor, query }) => ({
    data: await getCalendar(context, actor, query),
  })),

  defineRoute(api.createNote, async ({ context, actor, body, tx }) => ({
    data: await createDayNote(tx, actor, body, context.clock),
  })),

  defineRoute(api.changeNote, async ({ actor, params, body, tx }) => ({
    data: await updateDayNote(tx, actor, params.id, body),
  })),

  defineRoute(api.deleteNote, async ({ actor, params, tx }) => {
    await deleteDayNote(tx, actor, params.id);
    return { data: { id: params.id, deleted: true } };
  }),

  defineRoute(api.getFeed, async ({ context, actor }) => ({ data: await getCalendarFeed(context.pool, actor) })),

  defineRoute(api.createFeed, async ({ context, actor, tx }) => ({
    data: await createCalendarFeed(tx, actor, { clock: context.clock, origin: context.settings.origin }),
  })),

  defineRoute(api.revokeFeed, async ({ actor, tx }) => ({ data: await revokeCalendarFeed(tx, actor) })),

  defineRoute(api.getNextSlot, async ({ context, actor, query }) => ({
    data: await getNextSlot({ db: context.pool, clock: context.clock }, actor, query),
  })),
];
