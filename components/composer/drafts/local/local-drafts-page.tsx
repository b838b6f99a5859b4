"use client";
import { FileText } from "lucide-react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { formatCount } from "#lib/text/format-count.ts";
import { LocalDraftList, type LocalDraftsProps, useLocalDrafts } from "./local-draft-list.tsx";

export type LocalDraftsPageProps = LocalDraftsProps & {
  /** Number of drafts that the service stores as posts; null if it is unknown. */
  posts: number | null;
};

/** Lists the drafts that this browser stores, for a service that stores none. */
export function LocalDraftsPage({ memberId, posts, ...shown }: LocalDraftsPageProps) {
  const { drafts, remove } = useLocalDrafts(memberId, null);
  return (
    <Page
      title="Drafts"
      note={drafts === null ? null : <span>{drafts.length}</span>}
      width="reading"
      actions={<ButtonLink href="/compose?new">Write a post</ButtonLink>}
    >
      <p className="mb-3 text-14 text-ink-3">
        Stored in this browser only.{" "}
        {posts === 0 ? null : (
          <PrefetchLink
            href="/posts?status=draft"
            className="text-accent underline pointer-coarse:inline-block pointer-coarse:py-2.5"
          >
            {posts === null
              ? "Drafts saved as posts"
              : formatCount(posts, "draft saved as a post", "drafts saved as posts")}
          </PrefetchLink>
        )}
      </p>
      {drafts?.length === 0 ? (
        <EmptyState icon={<FileText />} title="No drafts in this browser">
          Drafts appear here until you publish them.
        </EmptyState>
      ) : drafts ? (
        <LocalDraftList label="Drafts" drafts={drafts} onRemove={remove} {...shown} />
      ) : null}
    </Page>
  );
}
