import { api } from "#lib/contract/api.ts";
import { getCalendar } from "#lib/service/calendar/get-calendar.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";

export const calendarRoutes = [
  defineRoute(api.getCalendar, async ({ context, actor, query }) => ({
    data: await getCalendar(context, actor, query),
  })),
];
