"use client";
import { useUnappliedDraft } from "#lib/queries/drafts/drafts-overview.ts";

type UnappliedChangesProps = { postIds: readonly string[]; className?: string };

/** Says that the member has changes of one of these posts that are not applied; nothing without any. */
export function UnappliedChanges({ postIds, className = "shrink-0 text-13" }: UnappliedChangesProps) {
  if (useUnappliedDraft(postIds) === null) return null;
  return <span className={`font-medium text-publishing ${className}`}>Changes not applied</span>;
}
