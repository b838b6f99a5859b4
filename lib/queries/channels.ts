import { queryOptions } from "@tanstack/react-query";
import type { Channel } from "#lib/contract/types";
import { read } from "./read.ts";

/** Every connected channel. They change rarely: a page asks once. */
export const channelQueries = {
  all: () => ["channels"] as const,
  list: () =>
    queryOptions({
      queryKey: [...channelQueries.all(), "list"] as const,
      queryFn: ({ signal }) => read<Channel[]>("channels", {}, signal),
      staleTime: 60_000,
    }),
};
