import { FileText } from "lucide-react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { type DraftsView, getDraftsPath } from "./drafts-view.ts";

/** Shown for a list without drafts: one sentence and, where it helps, the next step. */
export function EmptyDrafts({ view, total }: { view: DraftsView; total: number }) {
  const { kind, words, page } = view;
  if (page > 1 && total > 0) {
    return (
      <EmptyState
        icon={<FileText />}
        title="This page is empty"
        actions={<ButtonLink href={getDraftsPath({ ...view, page: 1 })}>Go to first page</ButtonLink>}
      >
        The list is shorter now.
      </EmptyState>
    );
  }
  if (words !== "") {
    return (
      <EmptyState
        icon={<FileText />}
        title={`No results for “${words}”`}
        actions={<ButtonLink href={getDraftsPath({ ...view, words: "" })}>Show all</ButtonLink>}
      >
        Try fewer words.
      </EmptyState>
    );
  }
  const isDraft = kind === "draft";
  return (
    <EmptyState
      icon={<FileText />}
      title={isDraft ? "No drafts" : "No templates yet"}
      actions={
        <ButtonLink href="/compose?new" variant="filled" keys="c">
          Write a post
        </ButtonLink>
      }
    >
      {isDraft
        ? "Everything you write is saved here until you schedule or publish it."
        : "In the composer, choose Save as template to reuse a text or a set of hashtags."}
    </EmptyState>
  );
}
