import "server-only";
import { cache } from "react";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getIdentity } from "#lib/gateway/service-client.ts";
import { isEmbeddedService } from "#lib/gateway/service-location.ts";

/**
 * Returns this member's permissions in the calendar. Our own service's scopes are known; another service checks its
 * own.
 */
export const getCalendarPermissions = cache(async () => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  const write = !isEmbeddedService() || (me.ok?.scopes.includes("posts:write") ?? false);
  return {
    /** The service returns a range of time in one answer. */
    range: offered.has("getCalendar"),
    /** Reschedule, schedule a draft, move back to draft, publish, cancel. */
    move: write && (offered.has("changePosts") || !offered.has("changePost")),
    /** The service changes no post: a move creates another one and deletes the earlier one. */
    replaces: !offered.has("changePost"),
    /** Only if the deletion can be undone: otherwise the post's page asks before it deletes for good. */
    remove: write && offered.has("restorePost"),
    submissions: offered.has("applySubmissionAction"),
    write,
    manage: me.ok?.scopes.includes("posts:manage") ?? false,
    notes: write && offered.has("createNote"),
    feed: offered.has("createFeed"),
  };
});
