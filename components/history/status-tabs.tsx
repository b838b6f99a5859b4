import { LinkTabs } from "#components/ui/controls/link-tabs.tsx";
import { postStatuses } from "#lib/contract/resources/post-statuses.ts";
import type { PostCountsByStatus } from "#lib/queries/posts.ts";
import { getPostsPath, type PostsView } from "#components/posts/posts-view.ts";

const statusLabels: Record<(typeof postStatuses)[number], string> = {
  draft: "Drafts",
  scheduled: "Scheduled",
  publishing: "Publishing",
  published: "Published",
  failed: "Failed",
  canceled: "Canceled",
};

type StatusTabsProps = {
  view: PostsView;
  counts: PostCountsByStatus;
  /** How many deleted posts match; known only while they are in view. Null where nothing can be brought back. */
  deleted: { count?: number; atLeast?: boolean } | null;
};

/** The statuses as views of the list, each with its exact number. Failed is the only one that calls for someone. */
export function StatusTabs({ view, counts, deleted }: StatusTabsProps) {
  const countOf = (name: string) => {
    const count = counts.of[name];
    return count === null || count === undefined ? {} : { count, atLeast: counts.atLeast.includes(name) };
  };
  const to = (change: Partial<PostsView>) => getPostsPath({ ...view, deleted: false, status: null, page: 1, ...change });
  return (
    <LinkTabs
      label="Posts by status"
      tabs={[
        { href: to({}), label: "All", current: view.status === null && !view.deleted, ...countOf("all") },
        ...postStatuses.map((name) => ({
          href: to({ status: name }),
          label: statusLabels[name],
          current: view.status === name,
          ...countOf(name),
          ...(name === "failed" && { tone: "failed" as const }),
        })),
        ...(deleted
          ? [
              {
                href: to({ deleted: true }),
                label: "Recently deleted",
                current: view.deleted,
                ...deleted,
              },
            ]
          : []),
      ]}
    />
  );
}
