import { hasActiveFilters, type PostsView } from "#components/posts/posts-view.ts";

/** What the file of an export is called: `posts-failed-2026-11-21.csv`; the day is that of UTC. */
export function getExportFileName(view: PostsView, format: "csv" | "json", now: Date): string {
  const which = view.deleted ? "-deleted" : view.status ? `-${view.status}` : "";
  return `posts${which}${hasActiveFilters(view) ? "-filtered" : ""}-${now.toISOString().slice(0, 10)}.${format}`;
}
