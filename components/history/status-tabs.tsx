import { LinkTabs } from "#components/ui/link-tabs";
import { postStatuses } from "#lib/contract/limits";
import type { StatusCounts } from "#lib/queries/posts";
import { addressOf } from "./filter.ts";

const words: Record<(typeof postStatuses)[number], string> = {
  draft: "Drafts",
  scheduled: "Scheduled",
  publishing: "Publishing",
  published: "Published",
  failed: "Failed",
  canceled: "Canceled",
};

/** The statuses as views of the list, each with its exact number. Failed is the only one that calls for someone. */
export function StatusTabs({ status, counts }: { status: string | null; counts: StatusCounts | undefined }) {
  const countOf = (name: string) => {
    const count = counts?.[name];
    return count === null || count === undefined ? {} : { count };
  };
  return (
    <LinkTabs
      label="Posts by status"
      tabs={[
        { href: "/posts", label: "All", current: status === null, ...countOf("all") },
        ...postStatuses.map((name) => ({
          href: addressOf({ status: name, page: 1 }),
          label: words[name],
          current: status === name,
          ...countOf(name),
          ...(name === "failed" && { tone: "failed" as const }),
        })),
      ]}
    />
  );
}
