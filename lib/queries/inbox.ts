import { queryOptions } from "@tanstack/react-query";
import type { InboxItem } from "#lib/contract/types.ts";
import { readResource } from "./read-resource.ts";
import { everyone } from "./scope.ts";

export type InboxState = "open" | "snoozed" | "done";
/** The scope of the listed failed posts. */
export type InboxScope = "mine" | "everyone";

/** Parses the state in an address; an unknown one is `open`. */
export const parseInboxState = (state: unknown): InboxState =>
  state === "done" || state === "snoozed" ? state : "open";

export const inboxQueries = {
  all: () => ["inbox"] as const,
  list: (state: InboxState, scope: InboxScope) =>
    queryOptions({
      queryKey: [...inboxQueries.all(), "list", state, scope] as const,
      queryFn: ({ signal }) =>
        readResource<InboxItem[]>("inbox", { state, ...(scope === "everyone" && { member: everyone }) }, signal),
    }),
};
