"use client";
import { createContext, useContext } from "react";
import { readResource } from "#lib/queries/read-resource.ts";

/** The number of drafts, and the drafts that edit a post. */
export type DraftsOverview = { total: number; edits: { post: string; draft: string }[] };

/** Every change of drafts and posts invalidates the query. Apart from the lists of drafts, because every page needs it. */
export const draftsOverviewQuery = {
  queryKey: ["drafts", "overview"] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readResource<DraftsOverview>("drafts-overview", {}, signal),
};

/** Filled by the dashboard's frame and kept up to date; null where the service stores no drafts. */
export const DraftsContext = createContext<DraftsOverview | null>(null);

/** Returns the draft that holds the member's unapplied changes of one of these posts; null without one. */
export function useUnappliedDraft(postIds: readonly string[]): string | null {
  return useContext(DraftsContext)?.edits.find(({ post }) => postIds.includes(post))?.draft ?? null;
}
