import { queryOptions } from "@tanstack/react-query";
import { readResource } from "./read-resource.ts";

/** How many items of the inbox are open, and how many of them unread. */
export type InboxCount = { open: number; unread: number };

/** Read again with everything of the inbox. */
export const inboxCountQuery = queryOptions({
  queryKey: ["inbox", "count"] as const,
  queryFn: ({ signal }) => readResource<InboxCount>("inbox-count", {}, signal),
});
