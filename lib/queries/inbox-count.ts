import { queryOptions } from "@tanstack/react-query";
import { readResource } from "./read-resource.ts";

/** Numbers of open and of unread inbox items. */
export type InboxCount = { open: number; unread: number };

/** Invalidated together with all other inbox queries. */
export const inboxCountQuery = queryOptions({
  queryKey: ["inbox", "count"] as const,
  queryFn: ({ signal }) => readResource<InboxCount>("inbox-count", {}, signal),
});
