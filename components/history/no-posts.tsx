import { Feather, SearchX } from "lucide-react";
import { ButtonLink } from "#components/ui/button-link";
import { EmptyState } from "#components/ui/empty-state";
import type { Channel } from "#lib/contract/types";
import { addressOf, isCut, type PostView, wholeView } from "./filter.ts";
import { cutWords } from "./view-words.ts";

const words: Record<string, { title: string; sentence: string }> = {
  draft: { title: "No drafts", sentence: "What you save without sending stands here." },
  scheduled: { title: "Nothing is scheduled", sentence: "What you send at a time stands here until it goes out." },
  publishing: { title: "Nothing is on its way", sentence: "What is being sent right now stands here." },
  published: { title: "Nothing is out yet", sentence: "What was sent stands here with its links." },
  failed: {
    title: "Nothing has failed",
    sentence: "What could not be sent stands here, with the reason and what to do.",
  },
  canceled: { title: "Nothing was canceled", sentence: "What you called off before its time stands here." },
};
const all = {
  title: "Nothing written yet",
  sentence: "Drafts, scheduled and published posts stand here, each with its status, time and links.",
};

const deleted = {
  title: "Nothing was deleted lately",
  sentence: "What you delete stands here for 30 days and can be brought back.",
};

type NoPostsProps = { view: PostView; total: number; channels: readonly Channel[] };

/** The list when there is nothing in it: what will stand here, and the step that brings it. */
export function NoPosts({ view, total, channels }: NoPostsProps) {
  if (view.page > 1 && total > 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="This page is empty"
        actions={<ButtonLink href={addressOf({ ...view, page: 1 })}>To the first page</ButtonLink>}
      >
        The list has become shorter than this address says.
      </EmptyState>
    );
  }
  if (isCut(view)) {
    const { status, deleted: isDeleted, member, sort, order, size, columns, density } = view;
    return (
      <EmptyState
        icon={<SearchX />}
        title={`Nothing matches ${cutWords(view, channels).join(", ")}`}
        actions={
          <>
            <ButtonLink
              href={addressOf({
                ...wholeView,
                ...{ status, deleted: isDeleted, member, sort, order, size, columns, density },
              })}
            >
              Clear
            </ButtonLink>
            {status || isDeleted ? (
              <ButtonLink href={addressOf({ ...view, status: null, deleted: false, page: 1 })} variant="quiet">
                Look in all posts
              </ButtonLink>
            ) : null}
          </>
        }
      >
        Words are found from their beginning. Try fewer of them, another channel or another time.
      </EmptyState>
    );
  }
  const { title, sentence } = view.deleted ? deleted : (words[view.status ?? ""] ?? all);
  return (
    <EmptyState
      icon={<Feather />}
      title={title}
      actions={
        view.deleted || view.status === "failed" || view.status === "publishing" ? (
          <ButtonLink href="/posts">All posts</ButtonLink>
        ) : (
          <ButtonLink href="/compose" variant="filled" keys="c">
            Write a post
          </ButtonLink>
        )
      }
    >
      {sentence}
    </EmptyState>
  );
}
