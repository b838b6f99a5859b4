import { queryOptions } from "@tanstack/react-query";
import type { InboxItem } from "#lib/contract/types.ts";
import { read } from "./read-resource.ts";

export type InboxState = "open" | "done";

export const inboxQueries = {
  all: () => ["inbox"] as const,
  list: (state: InboxState) =>
    queryOptions({
      queryKey: [...inboxQueries.all(), "list", state] as const,
      queryFn: ({ signal }) => read<InboxItem[]>("inbox", { state }, signal),
    }),
};
