import "server-only";
import { cache } from "react";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getIdentity } from "#lib/gateway/service-client.ts";
import { isEmbeddedService } from "#lib/gateway/service-location.ts";

/** What this member can do with the calendar here. Scopes of our own service are known; those of another are its own affair. */
export const getCalendarPermissions = cache(async () => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  const write = !isEmbeddedService() || (me.ok?.scopes.includes("posts:write") ?? false);
  return {
    /** Tells a range of time in one answer. */
    range: offered.has("getCalendar"),
    /** Reschedule, schedule a draft, take back to draft, publish, cancel. */
    move: write && offered.has("changePosts"),
    /** Only where it can be undone: elsewhere the page of the post asks before it deletes for good. */
    remove: write && offered.has("restorePost"),
    write,
    notes: write && offered.has("createNote"),
    feed: offered.has("createFeed"),
  };
});
