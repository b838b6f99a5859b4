import { api } from "#lib/contract/api.ts";
import { changeNote, createNote, deleteNote } from "#lib/service/calendar/day-notes.ts";
import { createFeed, getFeed, revokeFeed } from "#lib/service/calendar/calendar-feed.ts";
import { getNextSlot } from "#lib/service/calendar/next-slot.ts";
import { on } from "#lib/service/http/define-route.ts";

export const planningRoutes = [
  on(api.createNote, async ({ context, actor, body, tx }) => ({
    data: await createNote(tx, actor, body, context.clock),
  })),

  on(api.changeNote, async ({ actor, params, body, tx }) => ({ data: await changeNote(tx, actor, params.id, body) })),

  on(api.deleteNote, async ({ actor, params, tx }) => {
    await deleteNote(tx, actor, params.id);
    return { data: { id: params.id, deleted: true } };
  }),

  on(api.getFeed, async ({ context, actor }) => ({ data: await getFeed(context.pool, actor) })),

  on(api.createFeed, async ({ context, actor, tx }) => ({
    data: await createFeed(tx, actor, { clock: context.clock, origin: context.settings.origin }),
  })),

  on(api.revokeFeed, async ({ actor, tx }) => ({ data: await revokeFeed(tx, actor) })),

  on(api.getNextSlot, async ({ context, actor, query }) => ({ data: await getNextSlot(context, actor, query) })),
];
