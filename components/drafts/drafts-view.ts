import { getPathWithQuery, serializeParams } from "#lib/queries/search-params.ts";

export type DraftsView = {
  kind: "draft" | "template";
  /** The search text; empty for all. */
  words: string;
  /** Counts from 1. */
  page: number;
};

/** Returns the address of a view; the first page and an empty search are left out. */
export const getDraftsPath = ({ kind, words, page }: DraftsView) =>
  getPathWithQuery(
    "/drafts",
    serializeParams({
      show: kind === "template" ? "templates" : null,
      q: words || null,
      page: page > 1 ? String(page) : null,
    }),
  );
