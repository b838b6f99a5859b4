"use client";
import { LocalDraftList, type LocalDraftsProps, useLocalDrafts } from "./local-draft-list.tsx";

/** `listedIds`: ids of the drafts that the service lists below. */
export type UnsavedDraftsProps = LocalDraftsProps & { listedIds: readonly string[] };

/** Lists the drafts that a service with drafts does not have, as while it can't be reached or takes no more. */
export function UnsavedDrafts({ memberId, listedIds, ...shown }: UnsavedDraftsProps) {
  const { drafts, remove } = useLocalDrafts(memberId, listedIds);
  if (!drafts || drafts.length === 0) return null;
  return (
    <section aria-labelledby="unsaved" data-unsaved className="mt-5 mb-6">
      <h2 id="unsaved" className="text-15 font-semibold">
        Only in this browser
      </h2>
      <p className="mt-0.5 mb-2 text-14 text-ink-3">Not on the server yet. Open a draft to save it there.</p>
      <LocalDraftList label="Only in this browser" drafts={drafts} onRemove={remove} {...shown} />
    </section>
  );
}
