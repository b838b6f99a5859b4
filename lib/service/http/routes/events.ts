import { api } from "#lib/contract/api.ts";
import { defineStreamRoute } from "#lib/service/http/define-route.ts";

/** Tells proxies not to buffer or compress the stream, which would delay events. */
const unbufferedHeaders = { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" };

export const eventRoutes = [
  defineStreamRoute(
    api.openEvents,
    async ({ actor, query }, kit, isStillAllowed) => ({
      type: "text/event-stream",
      headers: unbufferedHeaders,
      stream: await kit.live.open(actor, isStillAllowed, query.since === undefined ? null : Date.parse(query.since)),
    }),
    { isEndless: true },
  ),
];
