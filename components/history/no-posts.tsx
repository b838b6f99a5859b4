import { Feather, SearchX } from "lucide-react";
import { ButtonLink } from "#components/ui/button-link";
import { EmptyState } from "#components/ui/empty-state";
import type { PostFilter } from "#lib/queries/posts";
import { addressOf } from "./filter.ts";

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

/** The list when there is nothing in it: what will stand here, and the step that brings it. */
export function NoPosts({ filter, total }: { filter: PostFilter; total: number }) {
  if (filter.page > 1 && total > 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="This page is empty"
        actions={<ButtonLink href={addressOf({ ...filter, page: 1 })}>To the first page</ButtonLink>}
      >
        The list has become shorter than this address says.
      </EmptyState>
    );
  }
  const { title, sentence } = words[filter.status ?? ""] ?? all;
  return (
    <EmptyState
      icon={<Feather />}
      title={title}
      actions={
        filter.status === "failed" || filter.status === "publishing" ? (
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
