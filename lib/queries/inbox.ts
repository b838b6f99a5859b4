import { queryOptions } from "@tanstack/react-query";
import type { InboxItem } from "#lib/contract/types.ts";
import { readResource } from "./read-resource.ts";

export type InboxState = "open" | "done";

export const inboxQueries = {
  all: () => ["inbox"] as const,
  list: (state: InboxState) =>
    queryOptions({
      queryKey: [...inboxQueries.all(), "list", state] as const,
      queryFn: ({ signal }) => readResource<InboxItem[]>("inbox", { state }, signal),
    }),
};
