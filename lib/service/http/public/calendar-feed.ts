import { RateLimiterMemory } from "rate-limiter-flexible";
import {
  calendarFeedPath,
  findCalendarFeedOwner,
  listCalendarFeedPosts,
} from "#lib/service/calendar/calendar-feed-store.ts";
import { renderIcalFeed } from "#lib/service/calendar/render-ical-feed.ts";
import type { Context } from "#lib/service/core/context.ts";
import { toErrorResponse } from "#lib/service/http/error-response.ts";
import { createErrorResponse, toFetchResponse } from "#lib/service/http/http-response.ts";

/** Requests for one feed per minute. Calendar programs send a few per hour for each device. */
const perMinute = 30;

export function isCalendarFeedUrl(url: string): boolean {
  // Most URLs are other paths, and this runs for every request, so the cheap check comes first.
  return url.includes(calendarFeedPath) && new URL(url).pathname === calendarFeedPath;
}

/**
 * Creates the handler of `GET` and `HEAD` for the feed. The token in the URL is the only credential, so the URL is
 * never logged, and any other token gets 404. The handler never throws.
 */
export function createCalendarFeedHandler(context: Pick<Context, "pool" | "clock" | "log" | "settings">) {
  const readings = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (request: Request): Promise<Response> => {
    const requestId = context.clock.newId();
    const withBody = request.method !== "HEAD";
    if (withBody && request.method !== "GET") {
      const more = { headers: { allow: "GET, HEAD" } };
      return toFetchResponse(
        createErrorResponse("method_not_allowed", "Use GET to read a calendar.", more),
        requestId,
        true,
      );
    }
    try {
      const owner = await findCalendarFeedOwner(context.pool, new URL(request.url).searchParams.get("token") ?? "");
      if (!owner) {
        const message = "There is no calendar at this address. It may have been revoked.";
        return toFetchResponse(createErrorResponse("not_found", message), requestId, withBody);
      }
      const isOver = await readings.consume(owner.memberId).then(
        () => false,
        () => true,
      );
      if (isOver) {
        const more = { headers: { "retry-after": "60" } };
        return toFetchResponse(
          createErrorResponse("rate_limited", "This calendar was read too often. Wait a minute.", more),
          requestId,
          withBody,
        );
      }
      const posts = await listCalendarFeedPosts(context.pool, owner, context.clock.now());
      const text = await renderIcalFeed(posts, { ...owner, origin: context.settings.origin });
      return new Response(withBody ? text : null, { headers: { ...headers, "x-request-id": requestId } });
    } catch (error) {
      return toFetchResponse(toErrorResponse(error, requestId, context.log), requestId, withBody);
    }
  };
}

const headers = {
  "content-type": "text/calendar; charset=utf-8",
  "content-disposition": 'inline; filename="postwright.ics"',
  "cache-control": "private, no-cache",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};
