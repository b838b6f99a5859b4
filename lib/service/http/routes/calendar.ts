import { api } from "#lib/contract/api";
import { getCalendar } from "#lib/service/calendar/get-calendar";
import { on } from "../on.ts";

export const calendarRoutes = [
  on(api.getCalendar, async ({ context, actor, query }) => ({ data: await getCalendar(context, actor, query) })),
];
