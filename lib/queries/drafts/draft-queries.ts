import { queryOptions } from "@tanstack/react-query";
import type { DraftSummary } from "#lib/contract/types.ts";
import { readResource } from "#lib/queries/read-resource.ts";

export type DraftPage = { drafts: DraftSummary[]; total: number };

type DraftsQuery = { kind: "draft" | "template"; words: string; offset: number; limit?: number };

/** Drafts on one page of the list. */
export const draftsPageSize = 30;
/** Drafts in the calendar's tray; a link leads to the rest. */
export const trayDraftsMax = 100;

/**
 * Reads a page of drafts or templates.
 * @throws ReadError
 */
export function readDrafts({ kind, words, offset, limit }: DraftsQuery, signal: AbortSignal): Promise<DraftPage> {
  const query = { kind, q: words, offset: String(offset), ...(limit !== undefined && { limit: String(limit) }) };
  return readResource<DraftPage>("drafts", query, signal);
}

/** Queries of drafts. Every change of a post invalidates them: a post may become a draft, or a draft posts. */
export const draftQueries = {
  page: (query: DraftsQuery) =>
    queryOptions({
      queryKey: ["drafts", "page", query] as const,
      queryFn: ({ signal }) => readDrafts(query, signal),
    }),
  /** The drafts that changed last. */
  newest: (limit: number) =>
    queryOptions({
      queryKey: ["drafts", "newest", limit] as const,
      queryFn: ({ signal }) => readDrafts({ kind: "draft", words: "", offset: 0, limit }, signal),
    }),
};

/** Returns the path that opens a draft in the composer. Posts that nobody edits open as posts. */
export function getDraftPath({ id, posts, version }: Pick<DraftSummary, "id" | "posts" | "version">): string {
  const [post] = posts;
  return post && version === 0
    ? `/compose?post=${encodeURIComponent(post.id)}`
    : `/compose?draft=${encodeURIComponent(id)}`;
}
