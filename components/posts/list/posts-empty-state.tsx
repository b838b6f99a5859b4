import { Feather, SearchX } from "lucide-react";
import { formatActiveFilters } from "#components/posts/posts-filter-labels.ts";
import { defaultPostsView, getPostsPath, hasActiveFilters, type PostsView } from "#components/posts/posts-view.ts";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import type { Channel } from "#lib/contract/types.ts";

const textsByStatus: Record<string, { title: string; sentence: string }> = {
  draft: { title: "No drafts", sentence: "Posts you save as drafts appear here." },
  scheduled: { title: "Nothing is scheduled", sentence: "Posts with a time appear here until they are published." },
  publishing: {
    title: "Nothing is being published",
    sentence: "Posts being published now appear here.",
  },
  published: { title: "Nothing is published yet", sentence: "Published posts appear here with their links." },
  failed: {
    title: "Nothing has failed",
    sentence: "Failed posts appear here, with the reason and what to do.",
  },
  unconfirmed: {
    title: "Nothing is unconfirmed",
    sentence: "Posts appear here when a platform doesn't say whether it published them.",
  },
  canceled: { title: "Nothing was canceled", sentence: "Posts you canceled appear here." },
};
const noPosts = {
  title: "Nothing written yet",
  sentence: "Drafts, scheduled and published posts appear here, each with its status, time and links.",
};

const deleted = {
  title: "Nothing was deleted recently",
  sentence: "Deleted posts stay here for 30 days and can be restored.",
};

type PostsEmptyStateProps = { view: PostsView; total: number; channels: readonly Channel[] };

/** Shown for a list without posts: says what will be here and offers the step that adds it. */
export function PostsEmptyState({ view, total, channels }: PostsEmptyStateProps) {
  if (view.page > 1 && total > 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="This page is empty"
        actions={<ButtonLink href={getPostsPath({ ...view, page: 1 })}>Go to first page</ButtonLink>}
      >
        The list is shorter now.
      </EmptyState>
    );
  }
  if (hasActiveFilters(view)) {
    const { status, deleted: isDeleted, member, sort, order, size, columns, density } = view;
    return (
      <EmptyState
        icon={<SearchX />}
        title={`Nothing matches ${formatActiveFilters(view, channels).join(", ")}`}
        actions={
          <>
            <ButtonLink
              href={getPostsPath({
                ...defaultPostsView,
                status,
                deleted: isDeleted,
                member,
                sort,
                order,
                size,
                columns,
                density,
              })}
            >
              Clear
            </ButtonLink>
            {status || isDeleted ? (
              <ButtonLink href={getPostsPath({ ...view, status: null, deleted: false, page: 1 })} variant="quiet">
                Search all posts
              </ButtonLink>
            ) : null}
          </>
        }
      >
        Search matches the start of words. Try fewer words, another channel or date.
      </EmptyState>
    );
  }
  const { title, sentence } = view.deleted ? deleted : (textsByStatus[view.status ?? ""] ?? noPosts);
  return (
    <EmptyState
      icon={<Feather />}
      title={title}
      actions={
        view.deleted || view.status === "failed" || view.status === "unconfirmed" || view.status === "publishing" ? (
          <ButtonLink href="/posts">All posts</ButtonLink>
        ) : (
          <ButtonLink href="/compose?new" variant="filled" keys="c">
            Write a post
          </ButtonLink>
        )
      }
    >
      {sentence}
    </EmptyState>
  );
}
