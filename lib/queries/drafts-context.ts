"use client";
import { createContext, useContext } from "react";
import type { DraftsOverview } from "./drafts.ts";

/** Filled by the dashboard's frame and kept up to date; null where the service stores no drafts. */
export const DraftsContext = createContext<DraftsOverview | null>(null);

/** Returns the draft that holds the member's unapplied changes of one of these posts; null without one. */
export function useUnappliedDraft(postIds: readonly string[]): string | null {
  return useContext(DraftsContext)?.edits.find(({ post }) => postIds.includes(post))?.draft ?? null;
}
